/** From picked units and the server's offers to orders. Pure; what is legal comes from the offers. */
import type { EditionView, MoveOffer, SpaceView } from "../api/schema";
import type { Effect, Selection } from "../board/types";
import type { Answer } from "./session.svelte";

/** Equal units of one place that can go to the target together. */
export interface Lot {
  id: string;
  space: string;
  key: string;
  unit: string;
  /** How many go, unless the player says fewer. */
  count: number;
  most: number;
  offers: readonly MoveOffer[];
  /** An order for each: shiploads that go ashore are not put together. */
  apart: boolean;
}

/** One of several ways to do it: attack or raid, by which ship, through which space. */
export interface Choice {
  id: string;
  effect: Effect;
  manner: string;
  ship: string | null;
  via: readonly string[];
  /** Other units that are taken along. */
  along: readonly string[];
}

export interface Plan {
  to: string;
  effect: Effect;
  lots: readonly Lot[];
  /** Picked units that cannot go there. */
  behind: number;
  choices: readonly Choice[];
}

/** The effects by weight: what a space lights up with if several are possible. */
const WEIGHT: readonly Effect[] = [
  "attack",
  "assault",
  "raid",
  "kamikaze",
  "launch",
  "capture",
  "blitz",
  "load",
  "unload",
  "land",
  "sail",
  "reinforce",
  "stay",
];
export const FIGHTS: ReadonlySet<Effect> = new Set(["attack", "assault", "raid", "kamikaze"]);

const variant = (offer: MoveOffer) =>
  [offer.manner, offer.ship ?? "", offer.path.slice(1, -1).join(">"), along(offer).join("+")].join(
    "|",
  );

function along(offer: MoveOffer): string[] {
  if (isAshore(offer)) return [];
  return specsOf(offer.answer.units)
    .filter((spec) => spec.unit !== offer.unit)
    .flatMap((spec) => Array.from({ length: spec.count ?? 1 }, () => spec.unit));
}

const isAshore = ({ effect }: MoveOffer) => effect === "unload" || effect === "assault";

/** By space and key, what can be ordered at all. */
export function movable(moves: readonly MoveOffer[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { space, key } of moves) {
    const keys = found.get(space);
    if (keys) keys.add(key);
    else found.set(space, new Set([key]));
  }
  return found;
}

/** What the picked units would do at each space that some of them can go to. */
export function plansOf(
  selection: Selection,
  moves: readonly MoveOffer[],
  spaces: Readonly<Record<string, SpaceView>>,
): Map<string, Plan> {
  const byTarget = new Map<string, MoveOffer[]>();
  for (const offer of moves) {
    if (!selection.get(offer.space)?.get(offer.key)) continue;
    const list = byTarget.get(offer.to);
    if (list) list.push(offer);
    else byTarget.set(offer.to, [offer]);
  }
  const plans = new Map<string, Plan>();
  for (const [to, offers] of byTarget) plans.set(to, planOf(to, offers, selection, spaces));
  return plans;
}

function planOf(
  to: string,
  offers: readonly MoveOffer[],
  selection: Selection,
  spaces: Readonly<Record<string, SpaceView>>,
): Plan {
  const grouped = new Map<string, MoveOffer[]>();
  for (const offer of offers) {
    if (!fitsNumber(offer, selection, spaces)) continue;
    const id = `${offer.space}|${offer.key}|${offer.unit}`;
    const list = grouped.get(id);
    if (list) list.push(offer);
    else grouped.set(id, [offer]);
  }
  const lots = [...grouped].map(([id, list]) => lotOf(id, list, selection, spaces));
  const going = new Set(lots.map((lot) => `${lot.space}|${lot.key}`));
  let behind = 0;
  for (const [space, keys] of selection) {
    for (const [key, count] of keys) {
      if (!going.has(`${space}|${key}`)) behind += count;
    }
  }
  return { to, effect: strongest(offers), lots, behind, choices: choicesOf(lots) };
}

const stackOf = (offer: MoveOffer, spaces: Readonly<Record<string, SpaceView>>) =>
  spaces[offer.space]?.units.find((one) => one.key === offer.key);

/** The cargo of one ship goes ashore unit by unit, that of several ships by shiploads. */
function fitsNumber(
  offer: MoveOffer,
  selection: Selection,
  spaces: Readonly<Record<string, SpaceView>>,
): boolean {
  if (!isAshore(offer)) return true;
  const shipload = stackOf(offer, spaces)?.unit === offer.unit;
  const ships = selection.get(offer.space)?.get(offer.key) ?? 0;
  return shipload === ships > 1;
}

function lotOf(
  id: string,
  offers: readonly MoveOffer[],
  selection: Selection,
  spaces: Readonly<Record<string, SpaceView>>,
): Lot {
  const first = offers[0]!;
  const { space, key, unit } = first;
  const picked = selection.get(space)?.get(key) ?? 0;
  const stack = stackOf(first, spaces);
  const aboard = stack?.cargo.find((one) => one.unit === unit)?.count ?? 1;
  const apart = isAshore(first) && stack?.unit === unit;
  const wanted = stack && stack.unit !== unit ? picked * aboard : picked;
  const most = apart ? wanted : Math.min(wanted, Math.max(...offers.map((offer) => offer.most)));
  return { id, space, key, unit, count: most, most, offers, apart };
}

function strongest(offers: readonly MoveOffer[]): Effect {
  return WEIGHT.find((effect) => offers.some((offer) => offer.effect === effect)) ?? "reinforce";
}

function choicesOf(lots: readonly Lot[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const lot of lots) {
    const own = new Map(lot.offers.map((offer) => [variant(offer), offer]));
    if (own.size < 2) continue;
    for (const [id, offer] of own) {
      const { effect, manner, ship, path } = offer;
      if (choices.has(id)) continue;
      const via = path.slice(1, -1);
      choices.set(id, { id, effect, manner, ship, via, along: along(offer) });
    }
  }
  return [...choices.values()];
}

/** A plan with other numbers of units. */
export function withCount(plan: Plan, lot: string, count: number): Plan {
  return {
    ...plan,
    lots: plan.lots.map((one) =>
      one.id === lot ? { ...one, count: Math.max(0, Math.min(one.most, count)) } : one,
    ),
  };
}

export const total = (plan: Plan): number => plan.lots.reduce((sum, lot) => sum + lot.count, 0);

/** The orders of a plan, equal ones in one line. `choice` is used by those who have it. */
export function ordersOf(plan: Plan, edition: EditionView, choice: string | null = null): Answer[] {
  const going = withoutPassengers(plan, choice).filter((lot) => lot.count > 0);
  return combine(
    going.map((lot) => {
      const offer = lot.offers.find((one) => variant(one) === choice) ?? lot.offers[0]!;
      const domain = domainOf(edition, lot.unit);
      return { answer: offer.answer, count: lot.count, domain, apart: lot.apart };
    }),
  );
}

/** Those who are taken along by the chosen way do not go by themselves as well. */
function withoutPassengers(plan: Plan, choice: string | null): Lot[] {
  const taken = plan.choices.find((one) => one.id === choice)?.along ?? [];
  const carriers = plan.lots.filter((lot) => lot.offers.some((one) => variant(one) === choice));
  return plan.lots.map((lot) => {
    const rides = carriers
      .filter((one) => one !== lot && one.space === lot.space)
      .reduce((sum, one) => sum + one.count * taken.filter((unit) => unit === lot.unit).length, 0);
    return rides ? { ...lot, count: Math.max(0, lot.count - rides) } : lot;
  });
}

/** Orders along a way that the player drew, whether or not they are legal. */
export function ordersAlong(plan: Plan | null, picked: Lot[], way: readonly string[]): Answer[] {
  return combine(
    picked.map((lot) => {
      const same = plan?.lots.find((one) => one.id === lot.id)?.offers ?? lot.offers;
      const exact = same.find((offer) => offer.path.join(">") === way.join(">"));
      const answer = exact?.answer ?? { ...same[0]!.answer, path: [...way] };
      return { answer, count: lot.count, domain: lot.unit };
    }),
  );
}

/** The plainest order from picked units to a space: to hear why it is not possible. */
export function naiveOrders(
  selection: Selection,
  to: string,
  moves: readonly MoveOffer[],
): Answer[] {
  const parts: Part[] = [];
  for (const [space, keys] of selection) {
    for (const [key, count] of keys) {
      const offer = moves.find((one) => one.space === space && one.key === key);
      if (!offer || space === to) continue;
      const units = offer.answer.units;
      parts.push({ answer: { type: "move", units, path: [space, to] }, count, domain: offer.unit });
    }
  }
  return combine(parts);
}

interface Part {
  answer: Answer;
  count: number;
  /** Units of different domains are ordered apart: ships do not take planes along unasked. */
  domain: string;
  apart?: boolean;
}

type Spec = { unit: string; count?: number } & Record<string, unknown>;

function combine(parts: readonly Part[]): Answer[] {
  const orders = new Map<string, { answer: Answer; specs: Spec[] }>();
  for (const { answer, count, domain, apart } of parts) {
    const { units, ...rest } = answer;
    if (apart) {
      for (let n = 0; n < count; n++) orders.set(`apart ${orders.size}`, { answer, specs: [] });
      continue;
    }
    const id = `${domain} ${JSON.stringify(rest)}`;
    const order = orders.get(id) ?? { answer: rest, specs: [] };
    orders.set(id, order);
    for (const spec of specsOf(units)) addSpec(order.specs, spec, count * (spec.count ?? 1));
  }
  return [...orders.values()].map(({ answer, specs }) =>
    specs.length ? { ...answer, units: unitsOf(specs) } : answer,
  );
}

function specsOf(units: unknown): Spec[] {
  if (Array.isArray(units)) return units as Spec[];
  if (units && typeof units === "object") {
    return Object.entries(units as Record<string, number>).map(([unit, count]) => ({
      unit,
      count,
    }));
  }
  return [];
}

function addSpec(specs: Spec[], spec: Spec, count: number): void {
  const { count: _, ...kind } = spec;
  const same = specs.find(
    ({ count: __, ...other }) => JSON.stringify(other) === JSON.stringify(kind),
  );
  if (same) same.count = (same.count ?? 1) + count;
  else specs.push({ ...(kind as Spec), count });
}

/** The short form where nothing but the kind matters. */
function unitsOf(specs: Spec[]): Spec[] | Record<string, number> {
  const plain = specs.every((spec) =>
    Object.keys(spec).every((k) => k === "unit" || k === "count"),
  );
  if (!plain) return specs;
  return Object.fromEntries(specs.map((spec) => [spec.unit, spec.count ?? 1]));
}

export function domainOf(edition: EditionView, unit: string): string {
  return edition.units.find((one) => one.id === unit)?.domain ?? "";
}

/** The spaces as they will look once an order is carried out: shown until the server says so. */
export function foresee(
  spaces: Readonly<Record<string, SpaceView>>,
  plan: Plan,
): Record<string, SpaceView> {
  const next: Record<string, SpaceView> = { ...spaces };
  const empty: SpaceView = {
    owner: null,
    units: [],
    facilities: [],
    capacity: null,
    contested: false,
  };
  for (const lot of plan.lots) {
    const from = next[lot.space];
    const stack = from?.units.find((one) => one.key === lot.key);
    if (!from || !stack || stack.unit !== lot.unit || lot.count < 1) continue;
    const rest = from.units.flatMap((one) =>
      one !== stack
        ? [one]
        : one.count > lot.count
          ? [{ ...one, count: one.count - lot.count }]
          : [],
    );
    next[lot.space] = { ...from, units: rest };
    const to = next[plan.to] ?? empty;
    const moved = { ...stack, key: `~${lot.id}`, count: lot.count, moved: true, spent: true };
    next[plan.to] = { ...to, units: [...to.units, moved] };
  }
  return next;
}

/** The land beside the zones that loaded ships would go to. */
export function shoresOf(
  plans: readonly Plan[],
  edition: Pick<EditionView, "spaces">,
  spaces: Readonly<Record<string, SpaceView>>,
): string[] {
  const info = new Map(edition.spaces.map((one) => [one.id, one]));
  const loaded = (lot: Lot) => {
    const stack = spaces[lot.space]?.units.find((one) => one.key === lot.key);
    return lot.count > 0 && stack?.unit === lot.unit && stack.cargo.length > 0;
  };
  const found = new Set<string>();
  for (const plan of plans) {
    if (info.get(plan.to)?.kind !== "sea" || !plan.lots.some(loaded)) continue;
    for (const id of info.get(plan.to)!.borders) {
      const next = info.get(id);
      if (next?.kind === "land" && !next.impassable) found.add(id);
    }
  }
  return [...found];
}
