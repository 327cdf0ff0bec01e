/** The spaces of an edition with what is in them now, as the board draws and names them. */
import type { EditionView, SpaceInfo, StackView } from "../api/schema";
import type { BoardState } from "./types";

/** The units of one power in a space. */
export interface Force {
  power: string;
  stacks: StackView[];
  /** How many pieces these are, cargo included. */
  total: number;
}

export interface Place {
  id: string;
  name: string;
  sea: boolean;
  impassable: boolean;
  owner: string | null;
  value: number;
  city: string | null;
  capital: boolean;
  facilities: readonly string[];
  forces: Force[];
  battle: boolean;
}

export const SEA_ZONE = "Sea Zone ";

export function placesOf(edition: EditionView, view: BoardState["view"]): Map<string, Place> {
  const order = new Map(edition.powers.map((power, i) => [power.id, i]));
  const fought = new Set(view.battles.map((clash) => clash.space));
  if (view.battle) fought.add(view.battle.space);
  return new Map(
    edition.spaces.map((info) => [info.id, placeOf(info, view, order, fought.has(info.id))]),
  );
}

function placeOf(
  info: SpaceInfo,
  view: BoardState["view"],
  order: ReadonlyMap<string, number>,
  fought: boolean,
): Place {
  const now = view.spaces[info.id];
  const owner = now?.owner ?? null;
  return {
    id: info.id,
    name: info.name,
    sea: info.kind === "sea",
    impassable: info.impassable,
    owner,
    value: info.value,
    city: info.city ?? null,
    capital: info.capital_of.length > 0,
    facilities: now?.facilities ?? [],
    forces: forcesOf(now?.units ?? [], owner, order),
    battle: fought || (now?.contested ?? false),
  };
}

function forcesOf(
  stacks: readonly StackView[],
  owner: string | null,
  order: ReadonlyMap<string, number>,
): Force[] {
  const found = new Map<string, Force>();
  for (const stack of stacks) {
    const force = found.get(stack.power) ?? { power: stack.power, stacks: [], total: 0 };
    found.set(stack.power, force);
    force.stacks.push(stack);
    force.total += stack.count * (1 + stack.cargo.reduce((sum, cargo) => sum + cargo.count, 0));
  }
  const rank = (power: string) => (power === owner ? -1 : (order.get(power) ?? order.size));
  return [...found.values()].sort((a, b) => rank(a.power) - rank(b.power));
}

/** The same text for the same content: what a layout depends on. */
export function signature(place: Place): string {
  return JSON.stringify([place.owner, place.battle, place.facilities, place.forces]);
}
