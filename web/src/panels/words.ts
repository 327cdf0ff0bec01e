/** Units, powers and spaces in words. */
import type { EditionView } from "../api/schema";

export type Counts = Readonly<Record<string, number>>;
type Names = Pick<EditionView, "units">;

export function unitName(edition: Names, unit: string, count = 1): string {
  const info = edition.units.find((u) => u.id === unit);
  if (!info) return unit.replaceAll("-", " ");
  return count === 1 ? info.name.toLowerCase() : info.plural.toLowerCase();
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** `2 infantry and 1 tank`, in the edition's order of units. */
export function unitsText(edition: Names, counts: Counts): string {
  const known = edition.units.map((u) => u.id).filter((id) => counts[id]);
  const others = Object.keys(counts).filter((id) => counts[id] && !known.includes(id));
  return joined(
    [...known, ...others].map((id) => `${counts[id]} ${unitName(edition, id, counts[id])}`),
  );
}

export const ipcs = (amount: number) => `${amount} IPC${amount === 1 ? "" : "s"}`;

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

export function spaceName(edition: Pick<EditionView, "spaces">, space: string): string {
  return edition.spaces.find((s) => s.id === space)?.name ?? space;
}

export function powerName(edition: Pick<EditionView, "powers">, power: string): string {
  return edition.powers.find((p) => p.id === power)?.name ?? power;
}

export function traitOf(edition: Pick<EditionView, "traits">, trait: string) {
  return edition.traits.find((t) => t.id === trait) ?? null;
}

export const total = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Without entries of nothing. */
export function some(counts: Counts): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
