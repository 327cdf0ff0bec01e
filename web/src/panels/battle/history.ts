/** What a battle has seen so far, by rounds, out of the game's log. */
import type { EntryView, EventView } from "../../api/schema";
import { eventsWithRolls, type DiceGroup, type Thrown } from "./dice";

export interface Round {
  round: number;
  events: { event: EventView; thrown: Thrown | null }[];
}

/** The events of the last battle in a space, from its beginning on. */
export function battleEvents(log: readonly EntryView[], space: string) {
  const events = log.filter((entry) => !entry.undone).flatMap(eventsWithRolls);
  const start = events.findLastIndex(
    ({ event }) => event.type === "battle" && event.data["space"] === space,
  );
  return start < 0 ? [] : events.slice(start).filter(({ event }) => concerns(event, space));
}

const TOLD = [
  "battle",
  "rolled",
  "lost",
  "damaged",
  "submerged",
  "retreated",
  "hits-wasted",
  "ended",
];

function concerns(event: EventView, space: string): boolean {
  if (!TOLD.includes(event.type)) return false;
  return (event.data["space"] ?? event.data["from"]) === space;
}

export function roundsOf(log: readonly EntryView[], space: string): Round[] {
  const rounds: Round[] = [];
  for (const one of battleEvents(log, space)) {
    const number = Number(one.event.data["round"] ?? rounds.at(-1)?.round ?? 1) || 1;
    if (rounds.at(-1)?.round !== number) rounds.push({ round: number, events: [] });
    rounds.at(-1)!.events.push(one);
  }
  return rounds;
}

/** The last dice of each side in a round. Units that fire first and all others are one volley. */
export function lastDice(
  rounds: readonly Round[],
  round: number,
): Record<"attacker" | "defender", { dice: DiceGroup[]; hits: number } | null> {
  const of = (side: string) => {
    const thrown = rounds
      .filter((r) => r.round === round)
      .flatMap((r) => r.events)
      .flatMap(({ event, thrown }) => (thrown && event.data["side"] === side ? [thrown] : []));
    const last = thrown.at(-1);
    if (!last) return null;
    const volley = fires(last) ? thrown.filter(fires) : [last];
    return {
      dice: together(volley.flatMap((one) => one.groups)),
      hits: volley.reduce((sum, one) => sum + one.hits, 0),
    };
  };
  return { attacker: of("attacker"), defender: of("defender") };
}

const fires = ({ event }: Thrown) => ["strike", "fire"].includes(String(event.data["step"]));

function together(groups: readonly DiceGroup[]): DiceGroup[] {
  const found = new Map<number, DiceGroup>();
  for (const { number, dice } of groups) {
    found.set(number, { number, dice: [...(found.get(number)?.dice ?? []), ...dice] });
  }
  return [...found.values()].sort((a, b) => a.number - b.number);
}
