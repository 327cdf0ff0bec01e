/** Placing new units: which may go where, and how much room is left. */
import type { EditionView, MobilizeOptions, SiteView } from "../api/schema";
import type { Answer } from "../play/session.svelte";
import { itemsOf } from "./losses";
import { some, type Counts } from "./words";

/** Units by place: a territory, or a sea zone. */
export type Placement = Readonly<Record<string, Counts>>;
type Sites = Pick<MobilizeOptions, "sites" | "units">;

/** The options with ships in the zones of a site alone, and everything else in its territory. */
export function sorted(edition: Pick<EditionView, "units">, options: Sites): Sites {
  const ships = new Set(edition.units.filter((u) => u.domain === "sea").map((u) => u.id));
  const site = (s: SiteView): SiteView => ({
    ...s,
    units: s.units.filter((unit) => !ships.has(unit)),
    afloat: s.afloat.length ? s.afloat : s.units.filter((unit) => ships.has(unit)),
  });
  return { units: options.units, sites: options.sites.map(site) };
}

/** What is still to be placed. */
export function waiting(options: Sites, placement: Placement): Record<string, number> {
  const left = { ...options.units };
  for (const units of Object.values(placement)) {
    for (const [unit, count] of Object.entries(units)) left[unit] = (left[unit] ?? 0) - count;
  }
  return left;
}

/** Every place that some of the units may come to, territories before their sea zones. */
export function places(options: Sites): string[] {
  const found = options.sites.flatMap((site) => [
    ...(site.units.length ? [site.space] : []),
    ...(site.afloat.length ? site.zones : []),
  ]);
  return [...new Set(found)];
}

/** The units that may be placed in a place. */
export function unitsFor(options: Sites, place: string): string[] {
  const found = options.sites.flatMap((site) => {
    if (site.space === place) return site.units;
    return site.zones.includes(place) ? site.afloat : [];
  });
  return Object.keys(options.units).filter((unit) => found.includes(unit));
}

/** Whether a placement keeps to the room of the sites: what stands in a sea zone may be reckoned
 * to any site beside it. `free` units, such as new factories, need no room. */
export function fits(options: Sites, placement: Placement, free: readonly string[]): boolean {
  const room = new Map<string, number>();
  for (const site of options.sites) room.set(site.space, site.capacity ?? Infinity);
  const ships: string[] = [];
  for (const [place, units] of Object.entries(placement)) {
    const count = Object.entries(units).reduce(
      (sum, [unit, n]) => sum + (free.includes(unit) ? 0 : n),
      0,
    );
    const here = room.get(place);
    if (here === undefined) ships.push(...Array<string>(count).fill(place));
    else if (here < count) return false;
    else room.set(place, here - count);
  }
  return reckon(options, room, ships);
}

/** Whether each ship finds a site: ships give way to one another along a chain. */
function reckon(options: Sites, room: Map<string, number>, ships: string[]): boolean {
  const taken = new Map<string, number[]>();
  const place = (ship: number, seen: Set<string>): boolean => {
    for (const site of options.sites) {
      if (!site.zones.includes(ships[ship]!) || seen.has(site.space)) continue;
      seen.add(site.space);
      const guests = taken.get(site.space) ?? [];
      if (guests.length < (room.get(site.space) ?? 0)) {
        taken.set(site.space, [...guests, ship]);
        return true;
      }
      const mover = guests.findIndex((guest) => place(guest, seen));
      if (mover >= 0) {
        const now = taken.get(site.space)!;
        taken.set(site.space, [...now.filter((guest) => guest !== guests[mover]), ship]);
        return true;
      }
    }
    return false;
  };
  return ships.every((_, ship) => place(ship, new Set()));
}

/** How many more of a unit could go to a place. */
export function roomFor(
  options: Sites,
  placement: Placement,
  unit: string,
  place: string,
  free: readonly string[],
): number {
  if (!unitsFor(options, place).includes(unit)) return 0;
  const most = waiting(options, placement)[unit] ?? 0;
  let found = 0;
  while (found < most && fits(options, add(placement, place, unit, found + 1), free)) found += 1;
  return found;
}

export function add(placement: Placement, place: string, unit: string, count: number): Placement {
  const here = placement[place] ?? {};
  return { ...placement, [place]: { ...here, [unit]: Math.max(0, (here[unit] ?? 0) + count) } };
}

/** What an answer places. */
export function fromPlaces(answer: Answer): Placement {
  const found: Record<string, Record<string, number>> = {};
  const places: [string, unknown][] = Array.isArray(answer["places"])
    ? answer["places"].map((p: { space: string; units: unknown }) => [p.space, p.units])
    : Object.entries((answer["places"] ?? {}) as Record<string, unknown>);
  for (const [place, units] of places) {
    const here = (found[place] ??= {});
    for (const { unit, count } of itemsOf(units)) here[unit] = (here[unit] ?? 0) + count;
  }
  return found;
}

export function toPlaces(placement: Placement): Answer {
  const found: Record<string, Record<string, number>> = {};
  for (const [place, units] of Object.entries(placement)) {
    const here = some(units);
    if (Object.keys(here).length) found[place] = here;
  }
  return { type: "place", places: found };
}
