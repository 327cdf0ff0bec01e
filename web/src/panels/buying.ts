/** Reckoning with a purchase that is not made yet. */
import type { EditionView, PurchaseOptions } from "../api/schema";
import { ipcs, some, total, unitsText, type Counts } from "./words";

type Prices = Pick<PurchaseOptions, "money" | "units">;
type Domain = EditionView["units"][number]["domain"];

export function costOf(options: Pick<PurchaseOptions, "units">, chosen: Counts): number {
  return options.units.reduce((sum, price) => sum + price.cost * (chosen[price.unit] ?? 0), 0);
}

export const left = (options: Prices, chosen: Counts) => options.money - costOf(options, chosen);

/** The most of a unit that could be bought, with the rest of the choice as it is. */
export function mostOf(options: Prices, chosen: Counts, unit: string): number {
  const price = options.units.find((p) => p.unit === unit);
  if (!price) return 0;
  const have = chosen[unit] ?? 0;
  if (price.cost <= 0) return price.most;
  return have + Math.max(0, Math.floor(left(options, chosen) / price.cost));
}

/** What of an earlier purchase the money allows now, or null if that is nothing. It is bought in
 * the list's order, one of each in turn, so that a smaller treasury keeps the mix. */
export function affordable(options: Prices, wanted: Counts): Record<string, number> | null {
  const chosen: Record<string, number> = {};
  for (let more = true; more;) {
    more = false;
    for (const { unit } of options.units) {
      const has = chosen[unit] ?? 0;
      if (has < (wanted[unit] ?? 0) && mostOf(options, chosen, unit) > has) {
        chosen[unit] = has + 1;
        more = true;
      }
    }
  }
  return total(chosen) ? chosen : null;
}

/** How many of the units bought find no room at the factories. Facilities need none. */
export function overRoom(
  edition: Pick<EditionView, "units">,
  capacity: number | null,
  chosen: Counts,
): number {
  return capacity === null ? 0 : Math.max(0, placed(edition, chosen) - capacity);
}

/** How many of the units bought take up room at a factory. */
export function placed(edition: Pick<EditionView, "units">, chosen: Counts): number {
  const facilities = edition.units.filter((u) => u.domain === "facility").map((u) => u.id);
  return total(chosen) - facilities.reduce((sum, id) => sum + (chosen[id] ?? 0), 0);
}

const GROUPS: { name: string; domains: Domain[] }[] = [
  { name: "Land", domains: ["land", "facility"] },
  { name: "Air", domains: ["air"] },
  { name: "Sea", domains: ["sea"] },
];

/** The units on offer in three groups. */
export function groups(edition: Pick<EditionView, "units">, options: Prices) {
  return GROUPS.map(({ name, domains }) => ({
    name,
    units: options.units.flatMap((price) => {
      const info = edition.units.find((u) => u.id === price.unit);
      return info && domains.includes(info.domain) ? [{ ...price, info }] : [];
    }),
  })).filter((group) => group.units.length);
}

/** What the button says. */
export function buyText(
  edition: Pick<EditionView, "units">,
  options: Prices,
  chosen: Counts,
): string {
  if (!total(chosen)) return "Buy nothing";
  return `Buy ${unitsText(edition, chosen)} for ${ipcs(costOf(options, chosen))}`;
}

export const buyAnswer = (chosen: Counts) => ({ type: "buy", units: some(chosen) });
