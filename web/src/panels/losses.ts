/** Choosing casualties: hits given to groups of units by tapping. */
import type { CasualtyOptions, CasualtyView, EditionView } from "../api/schema";
import type { Answer } from "../play/session.svelte";
import { joined, unitName } from "./words";

/** Hits by the index of the group in `options.units`. */
export type Chosen = readonly number[];

type Spec = Record<string, unknown>;
interface Item extends Spec {
  unit: string;
  count: number;
}

/** The units of an answer as a list, whichever of the two forms it is written in. */
export function itemsOf(units: unknown): Item[] {
  if (Array.isArray(units)) {
    return (units as Spec[]).map((item) => ({
      ...item,
      unit: String(item["unit"]),
      count: Number(item["count"] ?? 1),
    }));
  }
  return Object.entries((units ?? {}) as Record<string, number>).map(([unit, count]) => ({
    unit,
    count,
  }));
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether a group is one that an item of an answer may mean. */
function means(item: Item, group: CasualtyView): boolean {
  return Object.entries(item).every(
    ([key, value]) =>
      key === "count" ||
      (key === "unit" && value === group.unit) ||
      (key === "power" && value === group.power) ||
      same(value, group.spec[key]) ||
      (key === "damaged" && value === group.damaged),
  );
}

/** The hits that an answer gives out. */
export function fromAnswer(options: CasualtyOptions, answer: Answer): number[] {
  const chosen = options.units.map(() => 0);
  for (const item of itemsOf(answer["units"])) {
    let left = item.count;
    options.units.forEach((group, i) => {
      if (!left || !means(item, group)) return;
      const taken = Math.min(left, group.most - chosen[i]!);
      chosen[i]! += taken;
      left -= taken;
    });
  }
  return chosen;
}

export const given = (chosen: Chosen) => chosen.reduce((sum, n) => sum + n, 0);

/** How many hits can be given out at all. */
export const needed = (options: CasualtyOptions) =>
  Math.min(
    options.hits,
    options.units.reduce((sum, group) => sum + group.most, 0),
  );

/** How many of the hits go to units that are lost last, or to the others: as the proposal has it,
 * for that is not the player's to choose. */
function hitsFor(options: CasualtyOptions, last: boolean): number {
  const proposed = fromAnswer(options, options.proposed);
  return given(options.units.map((unit, i) => (unit.last === last ? proposed[i]! : 0)));
}

/** A group was tapped: it takes one more hit. With no hit left to give, the hit comes from the
 * group that has most to spare, so that one tap changes a choice; a full group gives all back. */
export function tap(options: CasualtyOptions, chosen: Chosen, index: number): number[] {
  const next = [...chosen];
  const group = options.units[index];
  if (!group) return next;
  if (next[index]! >= group.most) {
    next[index] = 0;
    return next;
  }
  const alike = options.units.map((unit, i) => (unit.last === group.last ? next[i]! : 0));
  if (given(alike) >= hitsFor(options, group.last)) {
    const from = donor(options, next, index);
    if (from === null) return next;
    next[from]! -= 1;
  }
  next[index]! += 1;
  return next;
}

/** The group that loses a hit when another takes it: the dearest of those that have some. */
function donor(options: CasualtyOptions, chosen: Chosen, but: number): number | null {
  let best: number | null = null;
  chosen.forEach((hits, i) => {
    if (i === but || !hits || options.units[i]!.last !== options.units[but]!.last) return;
    if (best === null || options.units[i]!.cost >= options.units[best]!.cost) best = i;
  });
  return best;
}

export function untap(chosen: Chosen, index: number): number[] {
  return chosen.map((hits, i) => (i === index ? Math.max(0, hits - 1) : hits));
}

/** The answer that gives these hits. */
export function toAnswer(options: CasualtyOptions, chosen: Chosen): Answer {
  const units = options.units.flatMap((group, i) =>
    chosen[i] ? [{ ...group.spec, count: chosen[i] }] : [],
  );
  return { type: "lose", units };
}

/** What the units lost cost, in IPCs. Hits that a ship survives cost nothing. */
export function price(options: CasualtyOptions, chosen: Chosen): number {
  return options.units.reduce((sum, group, i) => sum + group.cost * lostOf(group, chosen[i]!), 0);
}

/** How many units of a group are gone after so many hits, which are spread evenly. */
export function lostOf(group: CasualtyView, hits: number): number {
  return Math.max(0, hits - group.count * (group.each - 1));
}

/** `Lose 2 infantry and damage 1 battleship`. */
export function lossText(
  edition: Pick<EditionView, "units">,
  options: CasualtyOptions,
  chosen: Chosen,
): string {
  const gone: Record<string, number> = {};
  const hurt: Record<string, number> = {};
  options.units.forEach((group, i) => {
    const lost = lostOf(group, chosen[i]!);
    if (lost) gone[group.unit] = (gone[group.unit] ?? 0) + lost;
    const damaged = Math.min(group.count, chosen[i]!) - lost;
    if (damaged > 0) hurt[group.unit] = (hurt[group.unit] ?? 0) + damaged;
  });
  const list = (counts: Record<string, number>) =>
    joined(Object.entries(counts).map(([unit, n]) => `${n} ${unitName(edition, unit, n)}`));
  const parts = [
    ...(Object.keys(gone).length ? [`lose ${list(gone)}`] : []),
    ...(Object.keys(hurt).length ? [`damage ${list(hurt)}`] : []),
  ];
  const sentence = parts.join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
