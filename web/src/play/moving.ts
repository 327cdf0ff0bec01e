/** Moving units on the board: what each tap means. A pure machine; `Mover` runs it. */
import type { EditionView, MoveOffer, SpaceView } from "../api/schema";
import type { Selection } from "../board/types";
import {
  type Lot,
  type Plan,
  movable,
  naiveOrders,
  ordersAlong,
  ordersOf,
  plansOf,
  total,
  withCount,
} from "./orders";
import type { Answer } from "./session.svelte";

export interface Place {
  x: number;
  y: number;
}

/** A target was tapped: how many, and in which way? */
export interface Proposal {
  plan: Plan;
  choice: string | null;
  at: Place;
  /** The player has set numbers or a manner: nothing is adjusted any more. */
  touched: boolean;
  /** Fewer go than were picked, as not all can go together. */
  fitted: boolean;
}

export interface MovingState {
  selection: Selection;
  proposal: Proposal | null;
  /** A way drawn space by space; null while the server's ways will do. */
  way: readonly string[] | null;
  /** Taps add units instead of replacing them (for fingers; the keyboard has Shift). */
  adding: boolean;
}

export interface Scene {
  moves: readonly MoveOffer[];
  spaces: Readonly<Record<string, SpaceView>>;
  edition: EditionView;
}

export type Action =
  | { type: "tap"; space: string; stack: string | null; add: boolean; at: Place }
  | { type: "grab"; from: string; stack: string | null }
  | { type: "drop"; from: string; stack: string | null; to: string; at: Place }
  | { type: "pick"; space: string; key: string; count: number }
  | { type: "pick-all"; space: string; add: boolean }
  | { type: "count"; lot: string; count: number }
  | { type: "choose"; choice: string }
  | { type: "fit"; plan: Plan }
  | { type: "go" }
  | { type: "draw-way"; on: boolean }
  | { type: "adding"; on: boolean }
  | { type: "clear" };

/** What is to be done besides: send orders, or find out why something cannot be done. */
export type Outcome =
  | { type: "send"; orders: Answer[]; plan: Plan | null; at: Place | null }
  | { type: "explain"; orders: Answer[]; to: string; at: Place }
  | { type: "look"; space: string; at: Place }
  | null;

export interface Step {
  state: MovingState;
  outcome: Outcome;
}

export const IDLE: MovingState = {
  selection: new Map(),
  proposal: null,
  way: null,
  adding: false,
};

export function step(state: MovingState, action: Action, scene: Scene): Step {
  switch (action.type) {
    case "tap":
      return tap(state, action, scene);
    case "grab":
      return still(grab(state, action.from, action.stack, scene));
    case "drop":
      return drop(state, action, scene);
    case "pick":
      return still({
        ...state,
        selection: pick(state.selection, action.space, action.key, action.count),
        proposal: null,
      });
    case "pick-all":
      return still(pickAll(state, action.space, action.add, scene));
    case "count":
      return still(
        changed(state, (proposal) => ({
          ...proposal,
          plan: withCount(proposal.plan, action.lot, action.count),
          touched: true,
          fitted: false,
        })),
      );
    case "fit":
      return still(
        changed(state, (proposal) =>
          proposal.touched || proposal.plan.to !== action.plan.to
            ? proposal
            : { ...proposal, plan: action.plan, touched: true, fitted: true },
        ),
      );
    case "choose":
      return still(changed(state, (proposal) => ({ ...proposal, choice: action.choice })));
    case "go":
      return go(state, scene);
    case "draw-way":
      return still({ ...state, proposal: null, way: action.on ? wayFrom(state.selection) : null });
    case "adding":
      return still({ ...state, adding: action.on });
    case "clear":
      return still({ ...IDLE, adding: state.adding && state.selection.size > 0 });
  }
}

const still = (state: MovingState): Step => ({ state, outcome: null });

function changed(state: MovingState, change: (proposal: Proposal) => Proposal): MovingState {
  return state.proposal ? { ...state, proposal: change(state.proposal) } : state;
}

function tap(
  state: MovingState,
  { space, stack, add, at }: Extract<Action, { type: "tap" }>,
  scene: Scene,
): Step {
  const adding = add || state.adding;
  const here = movable(scene.moves).get(space);
  const mine = stack !== null && here?.has(stack);
  if (state.way) return extend(state, space, at, scene);
  if (!adding && state.selection.size) {
    const plan = plansOf(state.selection, scene.moves, scene.spaces).get(space);
    if (plan) return aim(state, plan, at, scene);
  }
  if (mine) return still(toggle(state, space, stack, adding, scene));
  if (here && (!stack || !known(scene, space, stack))) {
    return still(pickAll(state, space, adding, scene));
  }
  if (adding && state.selection.size) return still(state);
  if (state.selection.size && !state.selection.has(space)) {
    const orders = naiveOrders(state.selection, space, scene.moves);
    if (orders.length) return { state, outcome: { type: "explain", orders, to: space, at } };
  }
  return { state: { ...state, proposal: null }, outcome: { type: "look", space, at } };
}

const known = (scene: Scene, space: string, key: string) =>
  scene.spaces[space]?.units.some((one) => one.key === key) ?? false;

/** A target was chosen: one unit with one way to go is sent at once, else the player is asked. */
function aim(state: MovingState, plan: Plan, at: Place, scene: Scene): Step {
  if (state.proposal?.plan.to === plan.to) return go(state, scene);
  const proposal = { plan, choice: plan.choices[0]?.id ?? null, at, touched: false, fitted: false };
  const asked = { ...state, proposal };
  if (total(plan) === 1 && !plan.choices.length) return go(asked, scene);
  return still(asked);
}

function go(state: MovingState, scene: Scene): Step {
  if (state.way) return goAlong(state, state.way, scene);
  if (!state.proposal || total(state.proposal.plan) === 0) return still(state);
  const { plan, choice, at } = state.proposal;
  const orders = ordersOf(plan, scene.edition, choice);
  return { state: IDLE, outcome: { type: "send", orders, plan, at } };
}

/** What is dragged: all that is picked if it is part of it, else just this. */
function grab(state: MovingState, from: string, stack: string | null, scene: Scene): MovingState {
  const held = stack === null ? state.selection.has(from) : state.selection.get(from)?.has(stack);
  if (held) return { ...state, proposal: null };
  return stack
    ? toggle({ ...IDLE }, from, stack, false, scene)
    : pickAll({ ...IDLE }, from, false, scene);
}

function drop(
  state: MovingState,
  { from, stack, to, at }: Extract<Action, { type: "drop" }>,
  scene: Scene,
): Step {
  const picked = grab(state, from, stack, scene);
  if (from === to) return still(picked);
  return tap(
    { ...picked, adding: false, way: null },
    {
      type: "tap",
      space: to,
      stack: null,
      add: false,
      at,
    },
    scene,
  );
}

function toggle(
  state: MovingState,
  space: string,
  key: string,
  adding: boolean,
  scene: Scene,
): MovingState {
  const count = countOf(scene, space, key);
  const picked = state.selection.get(space)?.get(key) ?? 0;
  const base = adding ? state.selection : new Map<string, Map<string, number>>();
  const alone = state.selection.size === 1 && state.selection.get(space)?.size === 1;
  const off = picked > 0 && (adding || alone);
  return { ...state, selection: pick(base, space, key, off ? 0 : count), proposal: null };
}

function pickAll(state: MovingState, space: string, adding: boolean, scene: Scene): MovingState {
  const keys = [...(movable(scene.moves).get(space) ?? [])];
  const all = keys.every(
    (key) => state.selection.get(space)?.get(key) === countOf(scene, space, key),
  );
  let selection: Selection = adding ? state.selection : new Map();
  const off = all && (adding || state.selection.size === 1);
  for (const key of keys)
    selection = pick(selection, space, key, off ? 0 : countOf(scene, space, key));
  return { ...state, selection, proposal: null };
}

function countOf(scene: Scene, space: string, key: string): number {
  return scene.spaces[space]?.units.find((one) => one.key === key)?.count ?? 1;
}

/** A selection with so many of a stack, none: without it. */
export function pick(selection: Selection, space: string, key: string, count: number): Selection {
  const next = new Map([...selection].map(([id, keys]) => [id, new Map(keys)]));
  const keys = next.get(space) ?? new Map<string, number>();
  if (count > 0) keys.set(key, count);
  else keys.delete(key);
  if (keys.size) next.set(space, keys);
  else next.delete(space);
  return next;
}

function wayFrom(selection: Selection): readonly string[] | null {
  const spaces = [...selection.keys()];
  return spaces.length === 1 ? [spaces[0]!] : null;
}

/** The next tap of a way: a neighbour goes on, the last space again sends, an earlier one cuts. */
function extend(state: MovingState, space: string, at: Place, scene: Scene): Step {
  const way = state.way!;
  if (space === way.at(-1) && way.length > 1) return goAlong(state, way, scene, at);
  const before = way.indexOf(space);
  if (before >= 0) return still({ ...state, way: way.slice(0, before + 1) });
  const rest = shortest(scene.edition, way.at(-1)!, space);
  return still({ ...state, way: rest ? [...way, ...rest] : way });
}

function goAlong(
  state: MovingState,
  way: readonly string[],
  scene: Scene,
  at: Place | null = null,
): Step {
  if (way.length < 2) return still(state);
  const plan = plansOf(state.selection, scene.moves, scene.spaces).get(way.at(-1)!) ?? null;
  const orders = ordersAlong(plan, picked(state.selection, scene), way);
  return { state: IDLE, outcome: { type: "send", orders, plan: null, at } };
}

function picked(selection: Selection, scene: Scene): Lot[] {
  const lots: Lot[] = [];
  for (const [space, keys] of selection) {
    for (const [key, count] of keys) {
      const unit = scene.spaces[space]?.units.find((one) => one.key === key)?.unit;
      const offers = scene.moves.filter(
        (one) => one.space === space && one.key === key && (!unit || one.unit === unit),
      );
      const first = offers[0];
      if (first) {
        lots.push({
          id: `${space}|${key}|${first.unit}`,
          space,
          key,
          unit: first.unit,
          count,
          most: count,
          offers,
          apart: false,
        });
      }
    }
  }
  return lots;
}

/** The spaces on a shortest way over the board's borders, without the first. */
export function shortest(edition: EditionView, from: string, to: string): string[] | null {
  const borders = new Map(edition.spaces.map((one) => [one.id, one]));
  const came = new Map<string, string | null>([[from, null]]);
  let edge = [from];
  while (edge.length && !came.has(to)) {
    const grown: string[] = [];
    for (const at of edge) {
      for (const next of borders.get(at)?.borders ?? []) {
        if (came.has(next) || borders.get(next)?.impassable) continue;
        came.set(next, at);
        grown.push(next);
      }
    }
    edge = grown;
  }
  if (!came.has(to)) return null;
  const way: string[] = [];
  for (let at: string | null = to; at && at !== from; at = came.get(at) ?? null) way.unshift(at);
  return way;
}
