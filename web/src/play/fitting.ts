/** How many of the picked units can go together, where not all of them can. Pure but for asking. */
import type { EditionView } from "../api/schema";
import { type Plan, total } from "./orders";

/** Whether each of some plans would be accepted. */
export type Accepts = (plans: readonly Plan[]) => Promise<readonly boolean[]>;

const MOST_TRIES = 40;

/** The plan with as many units as are accepted together, the dearest kinds first; null if none are. */
export async function fitted(
  plan: Plan,
  edition: Pick<EditionView, "units">,
  accepts: Accepts,
): Promise<Plan | null> {
  const cost = new Map(edition.units.map((unit) => [unit.id, unit.cost ?? 0]));
  const order = [...plan.lots].sort((a, b) => (cost.get(b.unit) ?? 0) - (cost.get(a.unit) ?? 0));
  const counts = new Map(plan.lots.map((lot) => [lot.id, 0]));
  const withCounts = (lot: string, count: number): Plan => ({
    ...plan,
    lots: plan.lots.map((one) => ({
      ...one,
      count: one.id === lot ? count : (counts.get(one.id) ?? 0),
    })),
  });
  for (const lot of order) {
    const tries = numbers(lot.count).map((count) => ({ count, plan: withCounts(lot.id, count) }));
    const good = await accepts(tries.map((one) => one.plan));
    const best = tries.find((_, index) => good[index]);
    if (best) counts.set(lot.id, best.count);
  }
  const found = withCounts("", 0);
  return total(found) ? found : null;
}

/** From a number down to one; not all of them where they are many. */
function numbers(most: number): number[] {
  const step = Math.ceil(most / MOST_TRIES);
  return Array.from({ length: Math.ceil(most / step) }, (_, i) => most - i * step);
}
