/** What others did, as things to be shown one after the other. Pure. */
import type { EntryView, EventView } from "../api/schema";
import type { Arrow } from "../board/types";

export interface Scene {
  text: string;
  arrows: readonly Arrow[];
  spaces: readonly string[];
  /** Of an ordinary scene; battles take longer, a mere change of phase less. */
  weight: number;
  battle: boolean;
}

const WEIGHTS: Record<string, number> = {
  phase: 0,
  moved: 1,
  loaded: 0.6,
  offloaded: 0.8,
  retreated: 1,
  assault: 0.6,
  purchased: 1,
  mobilized: 0.6,
  rolled: 1.2,
  ended: 1,
  control: 1,
  collected: 0.6,
};

/** An entry as one scene: its arrows, where it happened, and its sentence. */
export function sceneOf(entry: EntryView): Scene {
  const events = entry.events.filter((event) => event.type !== "phase");
  const weight = Math.min(
    3,
    events.reduce((sum, event) => Math.max(sum, WEIGHTS[event.type] ?? 0.5), 0) +
      (events.some((event) => event.type === "rolled") ? 0.8 : 0),
  );
  return {
    text: entry.text || events.map((event) => event.text).join(" "),
    arrows: events.flatMap(arrowsOf),
    spaces: [...new Set(events.flatMap((event) => event.spaces))],
    weight,
    battle: events.some((event) => event.type === "rolled"),
  };
}

/** The ways that units of an event went, an arrow for each kind. */
export function arrowsOf(event: EventView): Arrow[] {
  const data = event.data as {
    power?: string;
    units?: Record<string, number>;
    path?: string[];
    from?: string;
    to?: string;
    zone?: string;
    territory?: string;
  };
  const path = wayOf(event.type, data);
  if (!path || path.length < 2 || !data.power || !data.units) return [];
  const power = data.power;
  return Object.entries(data.units).map(([unit, count]) => ({
    path,
    power,
    unit,
    count,
    style: "moving" as const,
  }));
}

function wayOf(
  type: string,
  data: { path?: string[]; from?: string; to?: string; zone?: string; territory?: string },
): string[] | null {
  if (type === "moved") return data.path ?? null;
  if (type === "retreated" && data.from && data.to) return [data.from, data.to];
  if (!data.zone || !data.territory) return null;
  if (type === "loaded") return [data.territory, data.zone];
  return type === "offloaded" || type === "assault" ? [data.zone, data.territory] : null;
}

/** Long queues are shown faster, so that nobody waits for the computer. */
export function pace(weight: number, waiting: number): number {
  return weight / Math.max(1, waiting / 10);
}
