import { describe, expect, it } from "vitest";
import { fitted } from "./fitting";
import type { Lot, Plan } from "./orders";

const lot = (unit: string, count: number): Lot => ({
  id: unit,
  space: "home",
  key: unit,
  unit,
  count,
  most: count,
  offers: [],
  apart: false,
});
const plan = (...lots: Lot[]): Plan => ({
  to: "sz-1",
  effect: "load",
  lots,
  behind: 0,
  choices: [],
});
const edition = {
  units: [
    { id: "infantry", cost: 3 },
    { id: "tank", cost: 5 },
  ],
} as never;
const counts = (found: Plan | null) => found?.lots.map((one) => [one.unit, one.count]);

describe("units that do not all fit", () => {
  it("takes the dearest first and fills up with the others", async () => {
    // Two ships, each for two units of which one at most is a tank.
    const room = (tried: Plan) => {
      const tanks = tried.lots.find((one) => one.unit === "tank")?.count ?? 0;
      const all = tried.lots.reduce((sum, one) => sum + one.count, 0);
      return tanks <= 2 && all <= 4;
    };
    const found = await fitted(plan(lot("infantry", 4), lot("tank", 3)), edition, async (plans) =>
      plans.map(room),
    );
    expect(counts(found)).toEqual([
      ["infantry", 2],
      ["tank", 2],
    ]);
  });

  it("says so if nothing fits", async () => {
    const none = await fitted(plan(lot("infantry", 2)), edition, async (p) => p.map(() => false));
    expect(none).toBeNull();
  });

  it("tries no more than the server takes at once", async () => {
    const sizes: number[] = [];
    await fitted(plan(lot("infantry", 99)), edition, async (plans) => {
      sizes.push(plans.length);
      return plans.map(() => true);
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(40);
  });
});
