/** Putting the use of an advantage together: how many of each row, and the answer that says so. */
import type { UseOptions, UseRow, UseWay } from "../api/schema";
import type { Answer } from "../play/session.svelte";

/** How many of each row, by its place in the way. */
export type Numbers = readonly number[];

/** How many of a row there may be, with the others as they are. */
export function mostIn(way: UseWay, numbers: Numbers, index: number): number {
  const row = way.rows[index];
  if (!row) return 0;
  const limit = way.pools[row.pool];
  if (limit === undefined) return row.most;
  const others = way.rows.reduce(
    (sum, one, i) => (i !== index && one.pool === row.pool ? sum + (numbers[i] ?? 0) : sum),
    0,
  );
  return Math.max(0, Math.min(row.most, limit - others));
}

export const chosenIn = (numbers: Numbers): number => numbers.reduce((sum, n) => sum + n, 0);

/** The answer for so many of each row. */
export function useOf(use: UseOptions, way: UseWay, numbers: Numbers): Answer {
  const chosen = way.rows.flatMap((row, i) => {
    const count = numbers[i] ?? 0;
    return count ? [{ row, count }] : [];
  });
  return { type: "use", advantage: use.advantage, parts: partsOf(way, chosen) };
}

function partsOf(way: UseWay, chosen: { row: UseRow; count: number }[]): Answer[] {
  const first = chosen[0];
  if (!first) return [];
  if (way.together) {
    const units = chosen.flatMap(({ row, count }) => specs(row, count));
    return [{ ...first.row.part, units }];
  }
  return chosen.flatMap(({ row, count }) =>
    row.aim === null
      ? [{ ...row.part, units: specs(row, count) }]
      : Array.from({ length: count }, () => row.part),
  );
}

/** The units of a row, so many of them. */
function specs(row: UseRow, count: number): Answer[] {
  const { units } = row.part;
  if (Array.isArray(units)) return units.map((spec: Answer) => ({ ...spec, count }));
  return Object.keys((units ?? {}) as object).map((unit) => ({ unit, count }));
}
