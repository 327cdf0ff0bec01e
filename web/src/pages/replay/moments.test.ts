import { expect, test } from "vitest";
import type { EntryView } from "../../api/schema";
import { ahead, inForce, turnAt, turnsOf, wanted } from "./moments";

const entry = (version: number, heading: string, over: Partial<EntryView> = {}): EntryView => ({
  version,
  kind: "decision",
  at: "2026-01-01T00:00:00Z",
  power: heading.includes("Germany") ? "germany" : "soviet-union",
  by: null,
  line: null,
  text: "",
  events: [],
  rolls: [],
  undone: false,
  heading,
  decisions: version,
  why: null,
  ...over,
});

const log = [
  entry(1, "Round 1, Soviet Union, Purchase"),
  entry(2, "Round 1, Soviet Union, Combat Move", { undone: true }),
  entry(3, "Round 1, Soviet Union, Combat Move", { kind: "undo" }),
  entry(4, "Round 1, Soviet Union, Combat Move"),
  entry(5, "Round 1, Germany, Purchase"),
  entry(6, "Round 2, Soviet Union, Purchase"),
];

test("only decisions in force are moments", () => {
  expect(inForce(log).map(({ version }) => version)).toEqual([1, 4, 5, 6]);
});

test("turns begin where the power or the round changes", () => {
  const turns = turnsOf(inForce(log));
  expect(turns.map(({ at, label }) => [at, label])).toEqual([
    [0, "Round 1, Soviet Union"],
    [2, "Round 1, Germany"],
    [3, "Round 2, Soviet Union"],
  ]);
  expect([0, 1, 2, 3, 4].map((at) => turnAt(turns, at))).toEqual([0, 0, 1, 2, 2]);
});

test("an address names a moment of the game, or its end", () => {
  expect(wanted("2", 9)).toBe(2);
  expect(wanted("0", 9)).toBe(0);
  expect(wanted("99", 9)).toBe(9);
  expect(wanted("-3", 9)).toBe(0);
  expect(wanted(null, 9)).toBe(9);
  expect(wanted("abc", 9)).toBe(9);
});

test("moments to come are fetched first, and none twice", () => {
  const had = new Set([5]);
  expect(ahead(3, 8, (at) => had.has(at))).toEqual([4, 6, 7, 8]);
  expect(ahead(8, 8, () => false)).toEqual([7]);
});
