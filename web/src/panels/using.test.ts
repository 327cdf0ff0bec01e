import { describe, expect, it } from "vitest";
import type { UseRow, UseWay } from "../api/schema";
import { mostIn, useOf } from "./using";

const row = (unit: string, over: Partial<UseRow> = {}): UseRow => ({
  unit,
  power: "united-kingdom",
  space: "russia",
  most: 3,
  pool: "",
  aim: null,
  aim_power: null,
  part: { units: { [unit]: 1 } },
  ...over,
});
const way = (rows: UseRow[], over: Partial<UseWay> = {}): UseWay => ({
  path: [],
  together: false,
  rows,
  pools: {},
  ...over,
});
const use = (ways: UseWay[]) => ({ advantage: "lend-lease", ways });

describe("putting a use together", () => {
  it("makes a part of each row", () => {
    const rows = ["tank", "infantry"].map((unit) =>
      row(unit, { part: { units: [{ unit, power: "united-kingdom" }], path: ["russia"] } }),
    );
    const both = way(rows);
    expect(useOf(use([both]), both, [2, 1])).toEqual({
      type: "use",
      advantage: "lend-lease",
      parts: [
        { units: [{ unit: "tank", power: "united-kingdom", count: 2 }], path: ["russia"] },
        { units: [{ unit: "infantry", power: "united-kingdom", count: 1 }], path: ["russia"] },
      ],
    });
  });

  it("puts units that go together into one part", () => {
    const path = ["archangel", "karelia"];
    const rows = ["tank", "infantry"].map((unit) =>
      row(unit, { part: { units: { [unit]: 1 }, path } }),
    );
    const one = way(rows, { together: true, path });
    expect(useOf(use([one]), one, [2, 3])["parts"]).toEqual([
      {
        units: [
          { unit: "tank", count: 2 },
          { unit: "infantry", count: 3 },
        ],
        path,
      },
    ]);
  });

  it("sends each unit at its own aim", () => {
    const part = { units: { submarine: 1 }, aims: { carrier: 1 } };
    const aimed = way([row("submarine", { aim: "carrier", part, pool: "submarine" })]);
    expect(useOf(use([aimed]), aimed, [2])["parts"]).toEqual([part, part]);
  });

  it("shares a pool between rows", () => {
    const rows = [row("tank", { pool: "uk" }), row("infantry", { pool: "uk" }), row("fighter")];
    const shared = way(rows, { pools: { uk: 3 } });
    expect(mostIn(shared, [2, 0, 0], 1)).toBe(1);
    expect(mostIn(shared, [2, 0, 0], 0)).toBe(3);
    expect(mostIn(shared, [3, 0, 0], 2)).toBe(3);
  });
});
