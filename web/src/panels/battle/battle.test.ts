import { describe, expect, it } from "vitest";
import type { EditionView, EntryView, EventView, RollView } from "../../api/schema";
import { eventsWithRolls, groupDice } from "./dice";
import { byShots, numbersOf, noSide, without, type Group } from "./forces";
import { framesOf, worthShowing } from "./frames";
import { lastDice, roundsOf } from "./history";
import { casualtyOf, parted, spread } from "./picking";

const edition = {
  spaces: [],
  units: [
    { id: "infantry", attack: 1, defense: 2, notes: [] },
    { id: "tank", attack: 3, defense: 3, notes: [] },
    { id: "submarine", attack: 2, defense: 2, notes: ["may submerge"] },
  ],
} as unknown as EditionView;

const shot = (unit: string, number: number, count: number, dice = 1) => ({
  unit,
  number,
  count,
  dice,
});
const event = (type: string, data: Record<string, unknown>): EventView => ({
  type,
  data,
  text: type,
  spaces: [],
});
const roll = (dice: number[], ...shots: RollView["shots"]): RollView => ({
  index: 0,
  dice,
  purpose: "fire",
  space: "ukraine",
  shots,
});
const entry = (version: number, events: EventView[], rolls: RollView[] = []): EntryView =>
  ({ version, kind: "decision", undone: false, events, rolls }) as unknown as EntryView;

const first = entry(
  1,
  [
    event("battle", {
      space: "ukraine",
      attacker: "soviet-union",
      attackers: { "soviet-union": { infantry: 2, tank: 1 } },
      defenders: { germany: { infantry: 2 } },
    }),
    event("rolled", {
      space: "ukraine",
      round: 1,
      side: "attacker",
      step: "fire",
      dice: [1, 5, 3],
      hits: 2,
    }),
    event("rolled", {
      space: "ukraine",
      round: 1,
      side: "defender",
      step: "fire",
      dice: [6, 2],
      hits: 1,
    }),
  ],
  [
    roll([1, 5, 3], shot("infantry", 1, 2), shot("tank", 3, 1)),
    roll([6, 2], shot("infantry", 2, 2)),
  ],
);
const second = entry(2, [
  event("lost", { power: "soviet-union", space: "ukraine", units: { infantry: 1 }, why: "combat" }),
  event("lost", { power: "germany", space: "ukraine", units: { infantry: 2 }, why: "combat" }),
  event("ended", { space: "ukraine", winner: "attacker" }),
  event("phase", { power: "soviet-union" }),
]);

describe("dice", () => {
  it("stand under the number that they hit on", () => {
    const groups = groupDice([1, 5, 3], [shot("infantry", 1, 2), shot("tank", 3, 1)]);
    expect(groups.map((g) => [g.number, g.dice.map((d) => [d.value, d.hit])])).toEqual([
      [
        1,
        [
          [1, true],
          [5, false],
        ],
      ],
      [3, [[3, true]]],
    ]);
  });

  it("put different units with one number together", () => {
    const groups = groupDice([2, 3, 4], [shot("tank", 3, 1), shot("fighter", 3, 2)]);
    expect(groups).toHaveLength(1);
    expect(groups[0]!.dice.filter((d) => d.hit)).toHaveLength(2);
  });

  it("count the better of two dice for one shot", () => {
    const [group] = groupDice([5, 2], [shot("bomber", 4, 1, 2)]);
    expect(group!.dice).toEqual([
      { value: 5, hit: false, dim: true },
      { value: 2, hit: true, dim: false },
    ]);
  });

  it("are lit by the hits alone where nobody knows whose they are", () => {
    const [group] = groupDice([5, 2, 6], [], 1);
    expect(group!.dice.map((d) => d.hit)).toEqual([false, true, false]);
  });

  it("go with the events that tell of them", () => {
    const found = eventsWithRolls(first).map(({ thrown }) => thrown?.roll?.dice ?? null);
    expect(found).toEqual([null, [1, 5, 3], [6, 2]]);
  });
});

describe("forces", () => {
  const group = (unit: string, count: number, number: number): Group => ({
    key: unit,
    power: "germany",
    unit,
    count,
    number,
    damaged: false,
    cargo: [],
  });

  it("spread over columns as their dice do", () => {
    const parts = byShots(
      [group("infantry", 3, 1)],
      [shot("infantry", 1, 1), shot("infantry", 2, 2)],
    );
    expect(parts.map((p) => [p.number, p.count])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(byShots([group("transport", 1, 0)], [])).toEqual([group("transport", 1, 0)]);
  });

  it("stand apart where the choice of casualties tells them apart", () => {
    const fighter = (left: number) => ({
      key: `germany.fighter@${left}`,
      power: "germany",
      unit: "fighter",
      count: 1,
      most: 1,
      each: 1,
      last: false,
      damaged: false,
      cost: 10,
      spec: { unit: "fighter", power: "germany", left },
    });
    const options = {
      hits: 2,
      units: [fighter(1), fighter(2)],
      proposed: { type: "lose", units: [] },
      proposals: [],
    };
    const parts = parted(options, [group("fighter", 2, 3)]);
    expect(parts.map((p) => [p.count, p.left])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect([...spread(options, [1, 1], parts).values()]).toEqual([1, 1]);
    expect(parts.map((p) => casualtyOf(options, p))).toEqual([0, 1]);
  });

  it("lose the worst shots first", () => {
    const { left, gone } = without([group("infantry", 2, 2), group("infantry", 1, 1)], "germany", {
      infantry: 2,
    });
    expect(gone.map((g) => [g.number, g.count])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(left.map((g) => [g.number, g.count])).toEqual([[2, 1]]);
  });

  it("stand in columns 1 to 4, and others where needed", () => {
    const scene = { attack: noSide(), defend: noSide() };
    expect(numbersOf(scene)).toEqual([1, 2, 3, 4]);
    scene.attack.groups = [group("transport", 1, 0), group("bomber", 1, 5)];
    expect(numbersOf(scene)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe("a battle out of the log", () => {
  it("is told in pictures", () => {
    const frames = framesOf(edition, {}, [], [first, second]);
    expect(frames.map((f) => f.kind)).toEqual(["open", "roll", "roll", "loss", "loss", "end"]);
    const end = frames.at(-1)!.scene;
    expect(end.attack.groups.map((g) => [g.unit, g.count])).toEqual([
      ["infantry", 1],
      ["tank", 1],
    ]);
    expect(end.defend.groups).toEqual([]);
    expect(frames[1]!.scene.attack.hits).toBe(2);
    expect(frames[0]!.scene.defend.hits).toBeNull();
  });

  it("goes on in its midst", () => {
    const frames = framesOf(edition, {}, [first], [second]);
    expect(frames.map((f) => f.kind)).toEqual(["loss", "loss", "end"]);
    expect(frames[0]!.scene.attack.dice).not.toEqual([]);
  });

  it("leaves out what was taken back and what is no battle", () => {
    expect(framesOf(edition, {}, [], [{ ...first, undone: true }])).toEqual([]);
    expect(worthShowing([entry(3, [event("moved", {})])])).toBe(false);
    const space = { space: "caucasus" };
    const walked = [
      event("battle", { ...space, attackers: { germany: { tank: 2 } }, defenders: {} }),
      event("ended", { ...space, winner: "attacker" }),
    ];
    expect(worthShowing([entry(4, walked)])).toBe(false);
    expect(worthShowing([first])).toBe(true);
  });

  it("shows a raid by its dice", () => {
    const raid = entry(
      4,
      [event("raided", { power: "germany", space: "london", dice: [4], amount: 4, victim: "uk" })],
      [{ ...roll([4], shot("bomber", 0, 1)), space: "london" }],
    );
    const [frame] = framesOf(edition, {}, [], [raid]);
    expect(frame!.scene.kind).toBe("raid");
    expect(frame!.scene.attack.groups.map((g) => g.unit)).toEqual(["bomber"]);
  });

  it("is listed by rounds, with the last dice of each side", () => {
    const third = entry(
      3,
      [
        event("rolled", {
          space: "ukraine",
          round: 2,
          side: "attacker",
          step: "fire",
          dice: [6],
          hits: 0,
        }),
      ],
      [roll([6], shot("tank", 3, 1))],
    );
    const rounds = roundsOf([first, third], "ukraine");
    expect(rounds.map((r) => [r.round, r.events.length])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(lastDice(rounds, 1).defender?.hits).toBe(1);
    expect(lastDice(rounds, 2).defender).toBeNull();
  });

  it("puts first strikes and the fire after them together", () => {
    const rolled = (step: string, dice: number[], hits: number) =>
      event("rolled", { space: "ukraine", round: 1, side: "attacker", step, dice, hits });
    const both = entry(
      1,
      [first.events[0]!, rolled("strike", [2], 1), rolled("fire", [1, 6], 1)],
      [
        roll([2], shot("submarine", 2, 1)),
        roll([1, 6], shot("infantry", 2, 1), shot("tank", 3, 1)),
      ],
    );
    const found = lastDice(roundsOf([both], "ukraine"), 1).attacker!;
    expect(found.hits).toBe(2);
    expect(found.dice.map((g) => [g.number, g.dice.map((d) => d.value)])).toEqual([
      [2, [2, 1]],
      [3, [6]],
    ]);
  });
});
