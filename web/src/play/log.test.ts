import { expect, test } from "vitest";
import type { EventView } from "../api/schema";
import { fits, grouped, ordersMade, outcomes, sinceMine, whyOf } from "./log";
import { entry } from "./samples";
import { arrowsOf, pace, sceneOf } from "./steps";

const event = (type: string, data: Record<string, unknown> = {}): EventView => ({
  type,
  data,
  text: type,
  spaces: [],
});
const mine = new Set(["germany"]);

test("entries of one heading stand together, the newest first", () => {
  const log = [
    entry(1, { heading: "one" }),
    entry(2, { heading: "two" }),
    entry(3, { heading: "two" }),
  ];
  expect(grouped(log).map((group) => [group.heading, group.entries.length])).toEqual([
    ["two", 2],
    ["one", 1],
  ]);
});

test("the filters tell battles and mine from the rest", () => {
  const fight = entry(1, { power: "japan", events: [event("rolled")] });
  expect(fits(fight, "battles", mine)).toBe(true);
  expect(fits(fight, "mine", mine)).toBe(false);
  expect(fits(entry(2), "battles", mine)).toBe(false);
});

test("orders of the phase are those since it began, without dice and not taken back", () => {
  const log = [
    entry(1, { events: [event("phase", { power: "germany" })] }),
    entry(2),
    entry(3, { undone: true }),
    entry(4),
  ];
  expect(ordersMade(log, "germany").map((one) => one.version)).toEqual([2, 4]);
  expect(ordersMade([...log, entry(5, { power: "japan" })], "germany")).toEqual([]);
});

test("the news are what others did since my turn ended", () => {
  const log = [
    entry(1, { power: "japan", events: [event("purchased")] }),
    entry(2, { events: [event("phase", { power: "japan" })] }),
    entry(3, { power: "japan", events: [event("purchased"), event("moved")] }),
    entry(4, { power: "germany", events: [event("lost")] }),
    entry(5, { power: "japan", events: [event("control")] }),
  ];
  const news = sinceMine(log, mine);
  expect(news.map((one) => [one.power, one.events.map((e) => e.type)])).toEqual([
    ["japan", ["purchased", "control"]],
  ]);
});

test("moves become arrows, one for each kind of unit", () => {
  const moved = event("moved", {
    power: "japan",
    units: { infantry: 2, tank: 1 },
    path: ["a", "b", "c"],
  });
  expect(arrowsOf(moved)).toHaveLength(2);
  expect(
    arrowsOf(
      event("loaded", { power: "japan", units: { tank: 1 }, zone: "sz", territory: "a" }),
    )[0]!.path,
  ).toEqual(["a", "sz"]);
  expect(arrowsOf(event("collected", { power: "japan" }))).toEqual([]);
  expect(sceneOf(entry(1, { events: [moved] })).arrows).toHaveLength(2);
});

test("a long queue is shown faster", () => {
  expect(pace(1, 0)).toBe(1);
  expect(pace(1, 40)).toBe(0.25);
});

test("the end of a phase is no news, unless something came of it", () => {
  const over = entry(1, { line: "germany: end", events: [event("phase")] });
  expect(fits(over, "all", mine)).toBe(false);
  const fought = entry(2, { line: "germany: end", events: [event("rolled"), event("ended")] });
  expect(fits(fought, "all", mine)).toBe(true);
  expect(outcomes(fought).map(({ type }) => type)).toEqual(["ended"]);
  const weighed = entry(3, { ...over, version: 3, why: "The best of 6 plans." });
  expect(fits(weighed, "all", mine)).toBe(true);
});

test("a reason is said once for orders in a row", () => {
  const log = [
    entry(1, { why: "Take Ukraine." }),
    entry(2, { why: "Take Ukraine." }),
    entry(3),
    entry(4, { why: "Hold India.", line: "germany: move 1 tank: india > burma" }),
    entry(5, { why: "The best of 6 plans.", line: "germany: end" }),
  ];
  expect(log.map((_, index) => whyOf(log, index))).toEqual([
    "Take Ukraine.",
    null,
    null,
    "Hold India.",
    "The best of 6 plans.",
  ]);
});
