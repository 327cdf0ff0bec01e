import { describe, expect, it } from "vitest";
import type { EditionView } from "../api/schema";
import { affordable, buyAnswer, buyText, costOf, groups, left, mostOf, overRoom } from "./buying";

const unit = (id: string, domain: string, plural = `${id}s`) => ({ id, name: id, plural, domain });
const edition = {
  units: [
    unit("infantry", "land", "infantry"),
    unit("tank", "land"),
    unit("fighter", "air"),
    unit("transport", "sea"),
    unit("complex", "facility"),
  ],
} as unknown as EditionView;

const options = {
  money: 20,
  units: [
    { unit: "infantry", cost: 3, most: 6 },
    { unit: "tank", cost: 6, most: 3 },
    { unit: "fighter", cost: 10, most: 2 },
    { unit: "transport", cost: 7, most: 2 },
    { unit: "complex", cost: 15, most: 1 },
  ],
};

describe("a purchase", () => {
  it("adds up", () => {
    expect(costOf(options, { infantry: 2, tank: 1 })).toBe(12);
    expect(left(options, { infantry: 2, tank: 1 })).toBe(8);
    expect(left(options, {})).toBe(20);
  });

  it("can grow as far as the money goes", () => {
    expect(mostOf(options, { infantry: 2, tank: 1 }, "infantry")).toBe(4);
    expect(mostOf(options, { infantry: 2, tank: 1 }, "fighter")).toBe(0);
    expect(mostOf(options, {}, "zeppelin")).toBe(0);
  });

  it("repeats an earlier one, less if the money is less", () => {
    expect(affordable(options, { infantry: 2, tank: 2 })).toEqual({ infantry: 2, tank: 2 });
    expect(affordable({ ...options, money: 12 }, { infantry: 3, tank: 3 })).toEqual({
      infantry: 2,
      tank: 1,
    });
    expect(affordable({ ...options, money: 2 }, { infantry: 3 })).toBeNull();
    expect(affordable(options, {})).toBeNull();
  });

  it("knows the room at the factories", () => {
    expect(overRoom(edition, 3, { infantry: 3, tank: 2, complex: 1 })).toBe(2);
    expect(overRoom(edition, 3, { infantry: 3, complex: 1 })).toBe(0);
    expect(overRoom(edition, null, { infantry: 30 })).toBe(0);
  });

  it("says what happens", () => {
    expect(buyText(edition, options, { tank: 1, infantry: 2 })).toBe(
      "Buy 2 infantry and 1 tank for 12 IPCs",
    );
    expect(buyText(edition, options, { tank: 0 })).toBe("Buy nothing");
    expect(buyAnswer({ infantry: 2, tank: 0 })).toEqual({ type: "buy", units: { infantry: 2 } });
  });

  it("is offered in three groups", () => {
    const found = groups(edition, options).map((g) => [g.name, g.units.map((u) => u.unit)]);
    expect(found).toEqual([
      ["Land", ["infantry", "tank", "complex"]],
      ["Air", ["fighter"]],
      ["Sea", ["transport"]],
    ]);
  });
});
