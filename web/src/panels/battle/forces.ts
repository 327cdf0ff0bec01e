/** The two sides of a battle as they stand in its columns. */
import type { BattleView, EditionView, FighterView, GameView, ShotView } from "../../api/schema";
import type { DiceGroup } from "./dice";

/** Equal units in one column. */
export interface Group {
  key: string;
  power: string;
  unit: string;
  count: number;
  damaged: boolean;
  /** What it hits on; 0: it does not fire. */
  number: number;
  cargo: { power: string; unit: string; count: number }[];
  /** Movement points left, where that tells equal units apart. */
  left?: number;
}

export interface Side {
  powers: string[];
  groups: Group[];
  /** Hit, and on their way out. */
  hit: Group[];
  submerged: Group[];
  bombarding: Group[];
  dice: DiceGroup[];
  /** Hits scored by the dice shown; null before any fell. */
  hits: number | null;
  /** The dice are in the air. */
  rolling: boolean;
}

export interface Scene {
  space: string;
  kind: "battle" | "landing" | "raid" | "other";
  round: number;
  caption: string;
  attack: Side;
  defend: Side;
}

export const noSide = (powers: string[] = []): Side => ({
  powers,
  groups: [],
  hit: [],
  submerged: [],
  bombarding: [],
  dice: [],
  hits: null,
  rolling: false,
});

const group = ({ key, power, unit, count, damaged, number, cargo }: FighterView): Group => ({
  key,
  power,
  unit,
  count,
  damaged,
  number,
  cargo,
});

/** A battle under way, as the server tells it. */
export function sceneOf(battle: BattleView): Scene {
  const of = (powers: string[], fighters: FighterView[]) =>
    fighters.filter((f) => powers.includes(f.power)).map(group);
  const side = (powers: string[], groups: FighterView[], hit: FighterView[]): Side => ({
    ...noSide(powers),
    groups: groups.map(group),
    hit: hit.map(group),
    submerged: of(powers, battle.submerged),
    bombarding: of(powers, battle.bombarding),
  });
  return {
    space: battle.space,
    kind: battle.kind,
    round: battle.round,
    caption: battle.step,
    attack: side(battle.attackers, battle.attack, battle.attack_hit),
    defend: side(battle.defenders, battle.defend, battle.defend_hit),
  };
}

/** The columns of the board: every number that a unit or a die of either side stands under. At
 * least 1 to 4, as on the board in the box; 0, for units that do not fire, only if it is needed. */
export function numbersOf(scene: Pick<Scene, "attack" | "defend">): number[] {
  const found = new Set([1, 2, 3, 4]);
  for (const side of [scene.attack, scene.defend]) {
    for (const { number } of [...side.groups, ...side.hit, ...side.dice]) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

/** What a unit of a power hits on by itself. */
export function ownNumber(
  edition: Pick<EditionView, "units">,
  kinds: GameView["kinds"],
  power: string,
  unit: string,
  attacking: boolean,
): number {
  const what = attacking ? "attack" : "defense";
  return kinds[power]?.[unit]?.[what] ?? edition.units.find((u) => u.id === unit)?.[what] ?? 0;
}

/** Groups put under the numbers that their dice were rolled for: part of the infantry may be
 * helped by artillery. Units that did not fire stay under their own number. */
export function byShots(groups: readonly Group[], shots: readonly ShotView[]): Group[] {
  const open = shots.map((shot) => ({ ...shot }));
  return groups.flatMap((g) => {
    const parts: Group[] = [];
    let left = g.count;
    for (const shot of open) {
      if (shot.unit !== g.unit || !left || !shot.count) continue;
      const count = Math.min(left, shot.count);
      shot.count -= count;
      left -= count;
      parts.push({ ...g, count, number: shot.number });
    }
    if (left) parts.push({ ...g, count: left });
    return parts;
  });
}

/** Groups less some units, the worst shots and damaged ones first; what is not there is ignored. */
export function without(
  groups: readonly Group[],
  power: string,
  units: Readonly<Record<string, number>>,
): { left: Group[]; gone: Group[] } {
  const wanted = { ...units };
  const gone: Group[] = [];
  const order = [...groups].sort(
    (a, b) => Number(b.damaged) - Number(a.damaged) || a.number - b.number,
  );
  for (const g of order) {
    const count = g.power === power ? Math.min(g.count, wanted[g.unit] ?? 0) : 0;
    if (!count) continue;
    wanted[g.unit] = wanted[g.unit]! - count;
    gone.push({ ...g, count });
  }
  const less = (g: Group) => gone.find((x) => same(x, g))?.count ?? 0;
  return {
    left: groups.map((g) => ({ ...g, count: g.count - less(g) })).filter((g) => g.count > 0),
    gone,
  };
}

const same = (a: Group, b: Group) =>
  a.power === b.power &&
  a.unit === b.unit &&
  a.number === b.number &&
  a.damaged === b.damaged &&
  a.key === b.key;

export const sizeOf = (groups: readonly Group[]) => groups.reduce((sum, g) => sum + g.count, 0);
