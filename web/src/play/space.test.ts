import { expect, test } from "vitest";
import type { EditionView } from "../api/schema";
import { needsThought, unusedBySpace } from "./ending";
import { stack } from "./samples";
import { cargoText, reachByPower, unitsByPower } from "./space";

test("the largest army comes first", () => {
  const stacks = [stack("infantry", 1), stack("tank", 2, { power: "japan" })];
  expect(unitsByPower(stacks).map((one) => [one.power, one.count])).toEqual([
    ["japan", 2],
    ["germany", 1],
  ]);
});

test("cargo is named", () => {
  const edition = { units: [] } as unknown as EditionView;
  const cargo = [{ power: "germany", unit: "tank", count: 1 }];
  expect(cargoText(edition, stack("transport", 1, { cargo }))).toBe("carrying 1 tank");
  expect(cargoText(edition, stack("transport", 1))).toBe("");
});

test("who can come is counted by power, this turn and next apart", () => {
  const from = (space: string, count: number, next_turn: boolean) => ({
    power: "japan",
    space,
    units: { infantry: count },
    next_turn,
  });
  const reach = [from("a", 1, true), from("b", 2, true), from("c", 5, false)];
  expect(reachByPower(reach, true)).toEqual([
    { power: "japan", units: { infantry: 3 }, spaces: ["a", "b"] },
  ]);
  expect(reachByPower(reach, false)[0]!.spaces).toEqual(["c"]);
});

test("the end of a phase is thought over if something would be lost or nothing was done", () => {
  const none = {
    moves: [],
    attacks: [],
    end_refused: null,
    end_promises: [],
    landing: [],
    unused: [{ space: "a", key: "infantry", unit: "infantry", count: 2 }],
    warnings: [],
  };
  expect(needsThought(none, 0)).toBe(true);
  expect(needsThought(none, 1)).toBe(false);
  const lost = { ...none, warnings: [{ text: "lost", spaces: [], serious: true }] };
  expect(needsThought(lost, 1)).toBe(true);
  expect(unusedBySpace(none.unused)).toEqual([{ space: "a", units: { infantry: 2 } }]);
});
