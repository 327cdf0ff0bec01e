/** What is shown in a space and how large: plans from roomy to tight, and the blocks they make. */
import { broken } from "./lettering";
import {
  NOTHING,
  arrangements,
  badge,
  chip,
  emblem,
  label,
  tally,
  total,
  type Block,
} from "./pieces";
import { SEA_ZONE, type Place } from "./places";
import type { Box } from "./room";

/**
 * The height of a chip at most, as a part of what a space is across on average, and in pixels the
 * height that it may have even so.
 */
const [LARGEST, READABLE] = [0.19, 17];
/** The size of a name in pixels, and which part of a space it may take for names to make sense. */
const [SMALLEST, FARTHEST] = [9.5, 0.35];

const BRIEF: Record<string, string> = {
  Northern: "N.",
  Southern: "S.",
  Eastern: "E.",
  Western: "W.",
  Central: "C.",
  Islands: "Is.",
  Island: "I.",
};

/** What is wanted on the map. `unit` is the size of a pixel in map units. */
export interface Wish {
  unit: number;
  view: Box;
  /** How wide a space of the board is on average, in map units. */
  across: number;
  units: "kinds" | "totals";
}

/** Heights in pixels of a space's chips, name and badges; 0 leaves them out. */
export interface Plan {
  kinds: boolean;
  chip: number;
  name: number;
  badge: number;
  short: boolean;
  coin: boolean;
  /** Nothing but the number of units. */
  plain: boolean;
}

type Rest = Partial<Pick<Plan, "short" | "coin" | "plain">>;

function plan(kinds: boolean, chip: number, name: number, badge: number, rest: Rest = {}): Plan {
  return { kinds, chip, name, badge, short: false, coin: true, plain: false, ...rest };
}

const SHORT: Rest = { short: true };
const BARREN: Rest = { short: true, coin: false };

const KINDS: readonly Plan[] = [
  plan(true, 34, 20, 24),
  plan(true, 30, 19, 23),
  plan(true, 24, 15, 18),
  plan(true, 20, 12, 15),
  plan(true, 17, 9.5, 13),
  plan(true, 15, 9.5, 13),
  plan(true, 15, 9.5, 13, SHORT),
  plan(true, 14, 9.5, 11.5, SHORT),
  plan(true, 15, 9.5, 13, BARREN),
];
const TOTALS: readonly Plan[] = [
  plan(false, 30, 19, 23),
  plan(false, 24, 15, 18),
  plan(false, 20, 12, 15),
  plan(false, 17, 9.5, 13),
  plan(false, 15, 9.5, 13, SHORT),
  plan(false, 14, 9.5, 11.5, SHORT),
  plan(false, 15, 9.5, 13, BARREN),
  plan(false, 15, 9.5, 0, SHORT),
  plan(false, 15, 0, 13, { coin: false }),
  plan(false, 14, 0, 0),
  plan(false, 12, 0, 0, { plain: true }),
];
const BARE: readonly Plan[] = [
  plan(false, 0, 19, 23),
  plan(false, 0, 15, 18),
  plan(false, 0, 12, 15),
  plan(false, 0, 9.5, 13),
  plan(false, 0, 9.5, 13, SHORT),
  plan(false, 0, 9.5, 13, BARREN),
  plan(false, 0, 9.5, 0, SHORT),
  plan(false, 0, 0, 13, { coin: false }),
];
/** Seen from afar: numbers of units and nothing else. */
const FAR: readonly Plan[] = [...TOTALS.slice(-2), plan(false, 0, 0, 0)];

/** What to try out at sea. */
const ASIDE: readonly Plan[] = [
  plan(true, 22, 12, 15),
  plan(true, 17, 9.5, 13),
  plan(true, 15, 9.5, 13, SHORT),
  plan(true, 15, 9.5, 13, BARREN),
  plan(false, 17, 9.5, 13),
  plan(false, 15, 0, 13, { coin: false }),
];

/** The same, seen from so far that totals are all there is. */
const OUT: readonly Plan[] = [
  plan(false, 15, 9.5, 0, SHORT),
  plan(false, 14, 0, 0),
  plan(false, 12, 0, 0, { plain: true }),
];

/** The blocks of a space, each in the ways it can be arranged; an empty one if there is none. */
export interface Parts {
  chips: Block[];
  badges: Block[];
  names: Block[];
}

/** Plans to try in turn, in the space itself or in the sea beside it. */
export interface Round {
  plans: readonly Plan[];
  aside?: boolean;
  /** Whether it may be far from the space. */
  far?: boolean;
}

/** What to try, the best first. What comes after the first round waits for its neighbours. */
export function roundsFor(place: Place, wish: Wish): Round[] {
  const empty = !place.forces.length;
  if (SMALLEST * wish.unit > FARTHEST * wish.across) {
    return [{ plans: empty ? FAR.slice(-1) : FAR.slice(0, -1) }];
  }
  const most = Math.max(READABLE, (LARGEST * wish.across) / wish.unit);
  const fits = (plan: Plan) => Math.max(plan.chip, 1.6 * plan.name) <= most;
  const fitting = (plans: readonly Plan[]): Round => ({ plans: plans.filter(fits) });
  const aside = (plans: readonly Plan[], far = false): Round => ({
    plans: plans.filter(fits),
    aside: true,
    far,
  });
  if (empty) {
    return [fitting(BARE.slice(0, 4)), aside(ASIDE.slice(1, 2)), { plans: BARE.slice(4) }];
  }
  if (wish.units === "totals") return [fitting(TOTALS), aside(OUT, true)];
  return [
    fitting(KINDS.slice(0, 8)),
    aside(ASIDE.slice(0, 3)),
    { plans: KINDS.slice(8) },
    aside(ASIDE.slice(3, 4)),
    { plans: TOTALS.slice(3, 6) },
    aside(ASIDE.slice(4, 5)),
    { plans: TOTALS.slice(6, 8) },
    aside(ASIDE.slice(0, 5), true),
    { plans: TOTALS.slice(8, 9) },
    aside(ASIDE.slice(5), true),
    { plans: TOTALS.slice(9) },
  ];
}

/** The blocks of a space by a plan. */
export function partsOf(place: Place, plan: Plan, wish: Wish, short: string): Parts {
  const gap = 2 * wish.unit;
  return {
    chips: arrangements(chips(place, plan, wish), gap),
    badges: arrangements(badges(place, plan, wish), gap, 4),
    names: names(place, plan, wish, short),
  };
}

/** The units: a chip for each stack, with the power's emblem in front unless it is at home. */
function chips(place: Place, plan: Plan, wish: Wish): Block[] {
  if (!plan.chip) return [];
  const height = plan.chip * wish.unit;
  return place.forces.flatMap((force) => {
    if (plan.plain) return [tally(force.power, force.total, height)];
    if (!plan.kinds) return [total(force.power, force.total, height)];
    const found = force.stacks.map((stack) => chip(stack, height));
    const away = place.sea || force.power !== place.owner;
    return away ? [emblem(force.power, height), ...found] : found;
  });
}

/** Everything else that a space has. */
function badges(place: Place, plan: Plan, wish: Wish): Block[] {
  if (!plan.badge) return [];
  const height = plan.badge * wish.unit;
  const found = place.battle ? [badge("battle", height * 1.3)] : [];
  if (place.value && plan.coin) found.push(badge("value", height, String(place.value)));
  if (place.capital) found.push(badge("capital", height));
  else if (place.city) found.push(badge("victory-city", height));
  for (const facility of place.facilities) found.push(badge("facility", height, facility));
  return found;
}

/** The name in one line, two or three. */
function names(place: Place, plan: Plan, wish: Wish, short: string): Block[] {
  if (!plan.name) return [NOTHING];
  let { name } = place;
  if (place.sea && name.startsWith(SEA_ZONE)) name = name.slice(SEA_ZONE.length);
  else if (plan.short) name = short || abbreviated(name);
  const seen = new Map([1, 2, 3].map((count) => broken(name, count)).map((l) => [l.join("\n"), l]));
  return [...seen.values()].map((lines) => label(lines, plan.name * wish.unit));
}

/** A name whose common words are cut short, for spaces that have no short name of their own. */
function abbreviated(name: string): string {
  return name
    .split(" ")
    .map((word) => BRIEF[word] ?? word)
    .join(" ");
}
