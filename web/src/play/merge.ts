/** Bringing a game up to date from what the server sends. Pure. */
import type { EntryView, GameView, Presence, Update } from "../api/schema";

export interface Known {
  view: GameView;
  log: readonly EntryView[];
}

/** The game after an update; null if it does not fit and the game must be loaded again. */
export function applyUpdate(known: Known, update: Update): Known | null {
  if (update.head.version <= known.view.version) {
    // The game may have come on another way, without its log; and names change without it.
    const log = mergeLog(known.log, update.entries);
    if (update.head.version < known.view.version) return { view: known.view, log };
    const { spaces, position } = known.view;
    return { view: { ...update.head, spaces, position }, log };
  }
  if (update.since > known.view.version) return null;
  const spaces = { ...known.view.spaces };
  for (const [space, view] of Object.entries(update.spaces)) {
    if (view === null) delete spaces[space];
    else spaces[space] = view;
  }
  return {
    view: { ...update.head, spaces, position: update.position },
    log: mergeLog(known.log, update.entries),
  };
}

/** Add entries to a log, each version once, and mark what they took back. */
export function mergeLog(
  log: readonly EntryView[],
  entries: readonly EntryView[],
): readonly EntryView[] {
  const last = log.at(-1)?.version ?? 0;
  const news = entries.filter((entry) => entry.version > last);
  if (!news.length) return log;
  let result = log.slice();
  for (const entry of news) {
    if (entry.kind === "undo") result = result.map((old) => undoneBy(old, entry));
    result.push(entry);
  }
  return result;
}

function undoneBy(old: EntryView, undo: EntryView): EntryView {
  const taken = old.kind === "decision" && !old.undone && old.decisions > undo.decisions;
  return taken ? { ...old, undone: true } : old;
}

export function applyPresence(view: GameView, presence: Presence): GameView {
  const there = new Set(presence.connected);
  return {
    ...view,
    spectators: presence.spectators,
    seats: view.seats.map((seat) =>
      seat.connected === there.has(seat.power)
        ? seat
        : { ...seat, connected: there.has(seat.power) },
    ),
  };
}

/** Whether entries that came in between leave a decision's question as it was. */
export function harmless(entries: readonly EntryView[]): boolean {
  return entries.every((entry) => !["decision", "undo", "end"].includes(entry.kind));
}

/** My decisions among entries after a version: what became of an answer whose reply was lost. */
export function arrived(
  entries: readonly EntryView[],
  power: string,
  after: number,
  count: number,
): EntryView[] | null {
  const mine = entries
    .filter((entry) => entry.version > after && entry.kind === "decision")
    .slice(0, count);
  return mine.length === count && mine.every((entry) => entry.power === power) ? mine : null;
}
