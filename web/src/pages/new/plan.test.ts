import { expect, test } from "vitest";
import type { EditionSummary } from "../../api/schema";
import {
  easySide,
  levelOf,
  openPowers,
  pickOf,
  quickGame,
  quickPicks,
  seatsOf,
  TIMES,
  titleCase,
  withLevel,
} from "./plan";

const power = (id: string, side: string) => ({ id, name: id, side, treasury: 0, capitals: [] });
const edition: EditionSummary = {
  id: "some",
  name: "Some",
  about: "",
  powers: [
    power("a", "allies"),
    power("x", "axis"),
    power("b", "allies"),
    power("y", "axis"),
    power("c", "allies"),
  ],
  options: [],
  options_default: {},
};

test("the side with the fewest powers is offered first", () => {
  expect(easySide(edition.powers)).toBe("axis");
  expect(quickPicks(edition.powers).map(({ id }) => id)).toEqual([
    "side-axis",
    "side-allies",
    "friend",
    "screen",
  ]);
});

test("one click makes a whole game: each power has a seat", () => {
  const game = quickGame(edition);
  expect(game.seats).toHaveLength(5);
  expect(game.seats?.filter(({ kind }) => kind === "me").map(({ power: id }) => id)).toEqual([
    "x",
    "y",
  ]);
  expect(game.seats?.some(({ kind }) => kind === "open")).toBe(false);
});

test("a changed plan is no quick pick any more", () => {
  const [first] = quickPicks(edition.powers);
  expect(pickOf(edition.powers, first!.plan)).toBe("side-axis");
  expect(pickOf(edition.powers, { ...first!.plan, a: { kind: "open", level: null } })).toBeNull();
});

test("a friend gets the other side", () => {
  const pick = quickPicks(edition.powers).find(({ id }) => id === "friend")!;
  expect(openPowers(pick.plan)).toEqual(["a", "b", "c"]);
});

test("only computers have a level", () => {
  expect(
    seatsOf({ a: { kind: "me", level: "hard" }, b: { kind: "computer", level: "hard" } }),
  ).toEqual([
    { power: "a", kind: "me", level: null },
    { power: "b", kind: "computer", level: "hard" },
  ]);
});

test("names of sides and clocks read well", () => {
  expect(titleCase("axis")).toBe("Axis");
  expect(titleCase("central-powers")).toBe("Central Powers");
  expect(TIMES.map(({ label }) => label)).toContain("3 days for each turn");
  expect(TIMES.map(({ label }) => label)).toContain("30 minutes each, plus 15 seconds an answer");
});

test("all computer players get one level", () => {
  const mixed = {
    a: { kind: "me", level: null },
    b: { kind: "computer", level: "captain" },
    c: { kind: "computer", level: null },
  } as const;
  expect(levelOf(mixed)).toBeUndefined();
  const same = withLevel(mixed, "general");
  expect(same["a"]).toEqual({ kind: "me", level: null });
  expect(levelOf(same)).toBe("general");
  expect(levelOf({ a: { kind: "me", level: null } })).toBeUndefined();
});
