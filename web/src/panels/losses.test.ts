import { describe, expect, it } from "vitest";
import type { CasualtyOptions, CasualtyView, EditionView } from "../api/schema";
import { fromAnswer, given, lossText, lostOf, needed, price, tap, toAnswer, untap } from "./losses";

const edition = {
  units: [
    { id: "infantry", name: "Infantry", plural: "Infantry" },
    { id: "tank", name: "Tank", plural: "Tanks" },
    { id: "battleship", name: "Battleship", plural: "Battleships" },
  ],
} as unknown as EditionView;

const group = (unit: string, count: number, most: number, cost: number): CasualtyView => ({
  each: Math.round(most / count),
  last: false,
  key: unit,
  power: "germany",
  unit,
  count,
  most,
  damaged: false,
  cost,
  spec: { unit },
});

const options: CasualtyOptions = {
  hits: 3,
  units: [group("infantry", 3, 3, 3), group("tank", 2, 2, 6), group("battleship", 2, 4, 20)],
  proposed: { type: "lose", units: { infantry: 2, tank: 1 } },
  proposals: [],
};

describe("casualties", () => {
  it("begin with the proposed ones", () => {
    expect(fromAnswer(options, options.proposed)).toEqual([2, 1, 0]);
    expect(given([2, 1, 0])).toBe(3);
    expect(needed(options)).toBe(3);
    expect(needed({ ...options, hits: 30 })).toBe(9);
  });

  it("tell equal units apart by what the answer says of them", () => {
    const ships = {
      ...options,
      units: [
        {
          ...group("battleship", 1, 1, 20),
          damaged: true,
          spec: { unit: "battleship", damaged: true },
        },
        { ...group("battleship", 1, 2, 20), spec: { unit: "battleship", damaged: false } },
      ],
    };
    const answer = { type: "lose", units: [{ unit: "battleship", damaged: false, count: 2 }] };
    expect(fromAnswer(ships, answer)).toEqual([0, 2]);
    expect(toAnswer(ships, [1, 1])).toEqual({
      type: "lose",
      units: [
        { unit: "battleship", damaged: true, count: 1 },
        { unit: "battleship", damaged: false, count: 1 },
      ],
    });
  });

  it("change with a tap, which takes a hit from the dearest", () => {
    expect(tap(options, [2, 1, 0], 0)).toEqual([3, 0, 0]);
    expect(tap(options, [2, 0, 0], 1)).toEqual([2, 1, 0]);
    expect(tap(options, [3, 0, 0], 0)).toEqual([0, 0, 0]);
    expect(tap(options, [2, 1, 0], 2)).toEqual([2, 0, 1]);
    expect(untap([2, 1, 0], 1)).toEqual([2, 0, 0]);
    expect(untap([2, 1, 0], 2)).toEqual([2, 1, 0]);
  });

  it("leave units that are lost last out of a change", () => {
    const fleet: CasualtyOptions = {
      hits: 3,
      units: [
        group("tank", 3, 2, 6),
        group("infantry", 3, 2, 3),
        { ...group("battleship", 1, 1, 20), last: true },
      ],
      proposed: { type: "lose", units: { infantry: 2, battleship: 1 } },
      proposals: [],
    };
    expect(tap(fleet, [0, 2, 1], 0)).toEqual([1, 1, 1]);
  });

  it("cost what is lost; a ship that survives costs nothing", () => {
    expect(lostOf(options.units[2]!, 2)).toBe(0);
    expect(lostOf(options.units[2]!, 3)).toBe(1);
    expect(price(options, [2, 1, 0])).toBe(12);
    expect(price(options, [1, 0, 2])).toBe(3);
  });

  it("are told in words", () => {
    expect(lossText(edition, options, [2, 1, 0])).toBe("Lose 2 infantry and 1 tank");
    expect(lossText(edition, options, [1, 0, 2])).toBe("Lose 1 infantry, damage 2 battleships");
    expect(lossText(edition, options, [0, 0, 3])).toBe("Lose 1 battleship, damage 1 battleship");
  });
});
