/** The moments of a game: after no decision, after the first, and so on. */
import type { EntryView } from "../../api/schema";

/** A power's turn, for jumping. */
export interface Turn {
  /** Decisions made before it. */
  at: number;
  /** `Round 1, Germany`. */
  label: string;
  power: string | null;
}

/** Decisions in force, in their order. Entry number n leads from moment n to n + 1. */
export const inForce = (log: readonly EntryView[]): EntryView[] =>
  log.filter((entry) => entry.kind === "decision" && !entry.undone);

/** Round and power of a heading, without the phase. */
const turnOf = (heading: string): string => heading.split(", ").slice(0, 2).join(", ");

export function turnsOf(entries: readonly EntryView[]): Turn[] {
  const turns: Turn[] = [];
  entries.forEach((entry, at) => {
    const label = turnOf(entry.heading);
    if (turns.at(-1)?.label !== label) turns.push({ at, label, power: entry.power });
  });
  return turns;
}

/** The turn that a moment belongs to. */
export const turnAt = (turns: readonly Turn[], at: number): number =>
  Math.max(
    0,
    turns.findLastIndex((turn) => turn.at <= at),
  );

/** The moment that an address asks for, within the game. */
export function wanted(text: string | null, last: number): number {
  const number = Number(text ?? NaN);
  if (text === null || text === "" || !Number.isInteger(number)) return last;
  return Math.min(Math.max(number, 0), last);
}

/** Which moments to fetch ahead: the next ones, then the one before. */
export function ahead(at: number, last: number, has: (at: number) => boolean, most = 4): number[] {
  const near = [1, 2, 3, 4, 5, 6, -1].map((by) => at + by);
  return near.filter((one) => one >= 0 && one <= last && !has(one)).slice(0, most);
}
