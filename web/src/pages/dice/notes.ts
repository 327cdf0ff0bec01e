/**
 * Commitments that this browser has seen, with the day: whoever noted one before the dice fell can
 * tell if a server shows another one at the end.
 */
export interface Note {
  commitment: string;
  at: string;
}

const KEY = "sandtable.commitments";
const MOST = 300;

function load(): Record<string, Note> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Note>) : {};
  } catch {
    return {};
  }
}

/** Notes the commitment of a game, if none is noted yet. */
export function note(game: string, commitment: string | null, now = new Date()): void {
  const notes = load();
  if (!commitment || notes[game]) return;
  const kept = Object.entries(notes).slice(-MOST + 1);
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...kept, [game, { commitment, at: now.toISOString() }]])),
    );
  } catch {
    // Nothing can be kept here.
  }
}

export function noted(game: string): Note | null {
  return load()[game] ?? null;
}
