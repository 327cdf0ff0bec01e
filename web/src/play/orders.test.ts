import { expect, test } from "vitest";
import type { EditionView } from "../api/schema";
import { foresee, movable, plansOf, shoresOf, withCount } from "./orders";
import { offer, space, stack } from "./samples";

const spaces = {
  a: space("germany", [stack("infantry", 3)]),
  b: space("france", [stack("infantry", 1, { power: "france", key: "france.infantry" })]),
};
const moves = [
  offer({ space: "a", to: "b", most: 2 }),
  offer({ space: "a", to: "c", effect: "capture" }),
];
const picked = new Map([["a", new Map([["infantry", 3]])]]);

test("only what has an offer can be picked", () => {
  expect([...movable(moves)]).toEqual([["a", new Set(["infantry"])]]);
});

test("a plan takes as many as can go together", () => {
  const plans = plansOf(picked, moves, spaces);
  expect(plans.get("b")).toMatchObject({ effect: "attack", lots: [{ count: 2, most: 2 }] });
  expect(plans.get("c")?.lots[0]?.count).toBe(3);
  const fewer = withCount(plans.get("b")!, "a|infantry|infantry", 9);
  expect(fewer.lots[0]!.count).toBe(2);
});

test("an order is shown before the server has answered, and the old spaces stay as they were", () => {
  const plan = withCount(plansOf(picked, moves, spaces).get("b")!, "a|infantry|infantry", 1);
  const next = foresee(spaces, plan);
  expect(next.a!.units[0]!.count).toBe(2);
  expect(next.b!.units.map((one) => [one.power, one.count])).toEqual([
    ["france", 1],
    ["germany", 1],
  ]);
  expect(spaces.a.units[0]!.count).toBe(3);
});

test("loaded ships show the land that they could reach, empty ones do not", () => {
  const edition = {
    spaces: [
      { id: "sz", kind: "sea", borders: ["coast", "wall", "far"] },
      { id: "far", kind: "sea", borders: ["sz"] },
      { id: "coast", kind: "land", borders: ["sz"] },
      { id: "wall", kind: "land", borders: ["sz"], impassable: true },
    ],
  } as unknown as EditionView;
  const sail = [offer({ space: "far", to: "sz", unit: "transport", effect: "sail" })];
  const shores = (cargo: { power: string; unit: string; count: number }[]) => {
    const sea = { far: space(null, [stack("transport", 1, { cargo })]) };
    const ships = new Map([["far", new Map([["transport", 1]])]]);
    return shoresOf([...plansOf(ships, sail, sea).values()], edition, sea);
  };
  expect(shores([{ power: "germany", unit: "tank", count: 1 }])).toEqual(["coast"]);
  expect(shores([])).toEqual([]);
});
