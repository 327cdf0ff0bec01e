/** What a player should know before a phase of moving ends. */
import type { MovingOptions, UnusedView } from "../api/schema";

/** Whether ending the phase now deserves a second look: also if nothing at all was ordered. */
export function needsThought(options: MovingOptions, ordered: number): boolean {
  return (
    options.end_refused !== null ||
    options.warnings.length > 0 ||
    options.end_promises.length > 0 ||
    (ordered === 0 && options.unused.length > 0)
  );
}

/** Unused units by space, the most first. */
export function unusedBySpace(
  unused: readonly UnusedView[],
): { space: string; units: Record<string, number> }[] {
  const spaces = new Map<string, Record<string, number>>();
  for (const { space, unit, count } of unused) {
    const units = spaces.get(space) ?? {};
    units[unit] = (units[unit] ?? 0) + count;
    spaces.set(space, units);
  }
  const size = (units: Record<string, number>) => Object.values(units).reduce((a, b) => a + b, 0);
  return [...spaces]
    .map(([space, units]) => ({ space, units }))
    .sort((a, b) => size(b.units) - size(a.units));
}
