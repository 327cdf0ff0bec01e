import { expect, test } from "vitest";
import { applyPresence, applyUpdate, arrived, harmless, mergeLog } from "./merge";
import { entry, game, space, stack, update } from "./samples";

test("an update changes the spaces it names and no others", () => {
  const known = {
    view: game(3, { spaces: { berlin: space("germany", [stack("tank", 1)]), paris: space(null) } }),
    log: [entry(3)],
  };
  const after = applyUpdate(
    known,
    update(3, game(4), {
      spaces: { berlin: space("germany", []), paris: null, rome: space("germany") },
      entries: [entry(4)],
    }),
  )!;
  expect(after.view.version).toBe(4);
  expect(Object.keys(after.view.spaces).sort()).toEqual(["berlin", "rome"]);
  expect(after.view.spaces.berlin!.units).toEqual([]);
  expect(after.log.map((one) => one.version)).toEqual([3, 4]);
  expect(known.view.spaces.paris).toBeDefined();
});

test("an old update changes nothing, and one from the future asks for the whole game", () => {
  const known = { view: game(5), log: [] };
  expect(applyUpdate(known, update(3, game(4)))!.view).toBe(known.view);
  expect(applyUpdate(known, update(6, game(7)))).toBeNull();
});

test("a game that came another way gets its log, and names change without the game", () => {
  const known = { view: game(5, { title: "Old" }), log: [entry(4)] };
  const after = applyUpdate(known, update(4, game(5, { title: "New" }), { entries: [entry(5)] }))!;
  expect(after.view.title).toBe("New");
  expect(after.view.spaces).toBe(known.view.spaces);
  expect(after.log.map((one) => one.version)).toEqual([4, 5]);
});

test("entries come once each, and an undo strikes out what it takes back", () => {
  const log = [entry(1), entry(2), entry(3)];
  const undo = entry(4, { kind: "undo", decisions: 1 });
  const merged = mergeLog(log, [entry(3), undo]);
  expect(merged.map((one) => [one.version, one.undone])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ]);
  const later = mergeLog(merged, [entry(5, { decisions: 2 })]);
  expect(later.at(-1)!.undone).toBe(false);
  expect(mergeLog(later, [entry(2)])).toBe(later);
});

test("presence marks who is there", () => {
  const view = applyPresence(game(1), {
    type: "presence",
    connected: ["germany"],
    spectators: 2,
  });
  expect(view.seats[0]!.connected).toBe(true);
  expect(view.spectators).toBe(2);
});

test("an answer whose reply was lost is found in the log", () => {
  const entries = [entry(4), entry(5)];
  expect(arrived(entries, "germany", 3, 2)).toHaveLength(2);
  expect(arrived(entries, "germany", 4, 2)).toBeNull();
  expect(arrived(entries, "japan", 3, 1)).toBeNull();
});

test("talk about the table does not change the question", () => {
  expect(harmless([entry(4, { kind: "entropy" }), entry(5, { kind: "seat" })])).toBe(true);
  expect(harmless([entry(4, { kind: "undo" })])).toBe(false);
});
