/** The dice of a roll, sorted by the number that they hit on. */
import type { EntryView, EventView, RollView, ShotView } from "../../api/schema";

export interface OneDie {
  value: number;
  hit: boolean;
  /** The worse of two dice for one shot: it counts for nothing. */
  dim: boolean;
}

export interface DiceGroup {
  /** Hits on this number or less; 0 where no number is tried for. */
  number: number;
  dice: OneDie[];
}

/** A roll with what is told of it. */
export interface Thrown {
  roll: RollView | null;
  event: EventView;
  groups: DiceGroup[];
  hits: number;
}

const NO_NUMBER: ShotView = { unit: "", number: 0, count: 0, dice: 1 };

/** The dice in groups by hit number, lowest first. Without shots it is told by the hits alone. */
export function groupDice(
  dice: readonly number[],
  shots: readonly ShotView[],
  hits = 0,
): DiceGroup[] {
  const known = shots.reduce((sum, shot) => sum + shot.count * shot.dice, 0) === dice.length;
  if (!known) return [{ number: 0, dice: lowestHit(dice, hits) }];
  const found = new Map<number, OneDie[]>();
  let at = 0;
  for (const shot of shots.length ? shots : [NO_NUMBER]) {
    const group = found.get(shot.number) ?? [];
    found.set(shot.number, group);
    for (let i = 0; i < shot.count; i++) {
      group.push(...oneShot(dice.slice(at, at + shot.dice), shot.number));
      at += shot.dice;
    }
  }
  return [...found]
    .filter(([, group]) => group.length)
    .sort(([a], [b]) => a - b)
    .map(([number, group]) => ({ number, dice: group }));
}

/** The dice of one shot: of several the lowest counts. */
function oneShot(dice: readonly number[], number: number): OneDie[] {
  if (!number) return dice.map((value) => ({ value, hit: false, dim: false }));
  const best = dice.indexOf(Math.min(...dice));
  return dice.map((value, i) => ({ value, hit: i === best && value <= number, dim: i !== best }));
}

function lowestHit(dice: readonly number[], hits: number): OneDie[] {
  const order = dice.map((_, i) => i).sort((a, b) => dice[a]! - dice[b]!);
  const lit = new Set(order.slice(0, hits));
  return dice.map((value, i) => ({ value, hit: lit.has(i), dim: false }));
}

const diceOf = (event: EventView): number[] | null => {
  const dice: unknown = event.data["dice"];
  return Array.isArray(dice) && dice.length ? (dice as number[]) : null;
};

/** The events of an entry, each with its roll if it tells of one. Rolls and such events come in
 * the same order. */
export function eventsWithRolls(entry: EntryView): { event: EventView; thrown: Thrown | null }[] {
  let next = 0;
  return entry.events.map((event) => {
    const dice = diceOf(event);
    if (!dice) return { event, thrown: null };
    const roll = entry.rolls[next++] ?? null;
    const hits = typeof event.data["hits"] === "number" ? event.data["hits"] : 0;
    return {
      event,
      thrown: { roll, event, hits, groups: groupDice(dice, roll?.shots ?? [], hits) },
    };
  });
}
