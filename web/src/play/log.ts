/** The log as it is read: by turn and phase, filtered, and in short since one's last turn. */
import type { EntryView, EventView } from "../api/schema";

export interface LogGroup {
  id: number;
  heading: string;
  power: string | null;
  entries: readonly EntryView[];
}

export type LogFilter = "all" | "battles" | "mine";

const FIGHT = new Set(["battle", "rolled", "lost", "ended", "control", "retreated", "damaged"]);

/** A phase ended and nothing came of it nor was said: the next heading says as much. */
const isTrivial = (entry: EntryView) =>
  entry.kind === "decision" &&
  !entry.rolls.length &&
  !entry.why &&
  (entry.line?.endsWith(": end") ?? false) &&
  entry.events.every((event) => event.type === "phase");

/** What came of a fight, to be read without opening the dice. */
export const outcomes = (entry: EntryView): EventView[] =>
  entry.events.some((event) => event.type === "rolled")
    ? entry.events.filter((event) => NEWS.has(event.type))
    : [];

export function fits(entry: EntryView, filter: LogFilter, mine: ReadonlySet<string>): boolean {
  if (isTrivial(entry)) return false;
  if (filter === "all") return true;
  if (filter === "mine") return entry.power !== null && mine.has(entry.power);
  return entry.events.some((event) => FIGHT.has(event.type));
}

/** Neighbours with the same heading stand together; the newest group comes first. */
export function grouped(log: readonly EntryView[]): LogGroup[] {
  const groups: { id: number; heading: string; power: string | null; entries: EntryView[] }[] = [];
  for (const entry of log) {
    const last = groups.at(-1);
    if (last && last.heading === entry.heading) last.entries.push(entry);
    else {
      groups.push({
        id: entry.version,
        heading: entry.heading,
        power: entry.power,
        entries: [entry],
      });
    }
  }
  return groups.reverse();
}

/** My orders of the phase at hand that can be taken back, oldest first. */
export function ordersMade(log: readonly EntryView[], power: string): EntryView[] {
  const made: EntryView[] = [];
  for (const entry of log.toReversed()) {
    if (entry.undone || entry.kind !== "decision") {
      if (entry.kind === "end") break;
      continue;
    }
    if (entry.power !== power || entry.rolls.length) break;
    if (entry.events.some((event) => event.type === "phase")) break;
    made.push(entry);
  }
  return made.reverse();
}

/** Why the computer did something; said once for orders in a row with the same reason. */
export function whyOf(entries: readonly EntryView[], index: number): string | null {
  const why = entries[index]?.why ?? null;
  return why !== (entries[index - 1]?.why ?? null) ? why : null;
}

export interface SinceTurn {
  power: string;
  events: readonly EventView[];
}

const NEWS = new Set([
  "purchased",
  "ended",
  "control",
  "seized",
  "developed",
  "captured",
  "used",
  "won",
  "researched",
]);

/** The entries since a turn of mine ended, up to my next one. */
export function entriesSince(
  log: readonly EntryView[],
  mine: ReadonlySet<string>,
): readonly EntryView[] {
  const lastTurn = log.findLastIndex(
    (entry) => entry.power !== null && mine.has(entry.power) && endsTurn(entry, mine),
  );
  return log.slice(lastTurn + 1);
}

/** What others did since I last decided something in a turn of mine: by power, what matters. */
export function sinceMine(log: readonly EntryView[], mine: ReadonlySet<string>): SinceTurn[] {
  const news: { power: string; events: EventView[] }[] = [];
  for (const entry of entriesSince(log, mine)) {
    if (entry.undone || entry.kind !== "decision" || !entry.power) continue;
    const events = entry.events.filter((event) => NEWS.has(event.type));
    if (!events.length) continue;
    const turn = turnOf(entry, mine) ?? entry.power;
    const last = news.at(-1);
    if (last?.power === turn) last.events.push(...events);
    else if (!mine.has(turn)) news.push({ power: turn, events });
  }
  return news;
}

/** An entry after which another power moves. */
function endsTurn(entry: EntryView, mine: ReadonlySet<string>): boolean {
  return entry.events.some(
    (event) =>
      event.type === "phase" && typeof event.data.power === "string" && !mine.has(event.data.power),
  );
}

/** Whose doings an entry belongs to: casualties I chose are part of the attacker's turn. */
function turnOf(entry: EntryView, mine: ReadonlySet<string>): string | null {
  if (!entry.power || !mine.has(entry.power)) return entry.power;
  const battle = entry.events.find((event) => typeof event.data.attacker === "string");
  return battle ? (battle.data.attacker as string) : null;
}
