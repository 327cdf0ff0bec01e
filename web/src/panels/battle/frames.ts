/** A battle told by the log, as pictures one after the other. */
import type { EditionView, EntryView, EventView, GameView } from "../../api/schema";
import { eventsWithRolls, type Thrown } from "./dice";
import { byShots, noSide, ownNumber, without, type Group, type Scene, type Side } from "./forces";

export interface Frame {
  kind: "open" | "roll" | "loss" | "note" | "end";
  scene: Scene;
  /** The side whose dice fall in it. */
  thrower: "attack" | "defend" | null;
  /** Version of the entry that it belongs to. */
  version: number;
}

type Board = Pick<EditionView, "units" | "spaces">;
type Forces = Record<string, Record<string, number>>;

const LOSSES = new Set(["lost", "damaged"]);
const NOTES = new Set(["hits-wasted", "captured", "control", "seized", "bombarding", "called-off"]);
/** The numbers thrown are not read out beside the dice that show them. */
const NUMBERS = /, (?:dice|die) [\d ]+: /;
const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Whether an event belongs on the battle board: a battle, its dice, its losses. */
export function onBoard(event: EventView): boolean {
  return (
    ["battle", "retreated", "ended", "submerged"].includes(event.type) ||
    LOSSES.has(event.type) ||
    (Array.isArray(event.data["dice"]) && event.data["dice"].length > 0)
  );
}

const thrownBy = (event: EventView) =>
  event.data["side"] === "defender" ? ("defend" as const) : ("attack" as const);

/** Whether entries have something to show on the battle board. */
export const worthShowing = (entries: readonly EntryView[]) =>
  entries.some((e) => !e.undone && e.events.some((event) => onBoard(event) && !walkIn(event, e)));

/** Whether an event only tells of units that met nobody: the map shows that well enough. */
function walkIn(event: EventView, { events }: EntryView): boolean {
  if (event.type !== "battle" && event.type !== "ended") return false;
  return events.some(
    (other) =>
      other.type === "battle" &&
      other.data["space"] === event.data["space"] &&
      Object.keys(other.data["defenders"] ?? {}).length === 0,
  );
}

/** Follows a game's events and draws a picture of each that changes a battle. */
export class Storyteller {
  private scene: Scene | null = null;

  constructor(
    private readonly edition: Board,
    private readonly kinds: GameView["kinds"],
  ) {}

  tell(entry: EntryView): Frame[] {
    if (entry.undone) return [];
    return eventsWithRolls(entry).flatMap(({ event, thrown }) => {
      const kind = this.follow(event, thrown);
      if (!kind || !this.scene) return [];
      // Nobody was met, and nothing was rolled: no board is needed.
      const { attack, defend } = this.scene;
      if (!defend.powers.length && !attack.dice.length && !defend.dice.length) return [];
      const thrower = kind === "roll" ? thrownBy(event) : null;
      return [{ kind, thrower, scene: structuredClone(this.scene), version: entry.version }];
    });
  }

  private follow(event: EventView, thrown: Thrown | null): Frame["kind"] | null {
    if (event.type === "battle") return this.open(event);
    if (thrown) return this.roll(event, thrown);
    const scene = this.scene;
    if (!scene) return null;
    if (event.type !== "bombarding" && !this.here(event, scene)) return null;
    scene.caption = event.text;
    if (LOSSES.has(event.type)) return this.lose(event, scene);
    if (event.type === "submerged") return this.dive(event, scene);
    if (event.type === "retreated") return this.leave(event, scene);
    if (event.type === "bombarding") return this.shell(event, scene);
    if (event.type === "ended") return "end";
    return NOTES.has(event.type) ? "note" : null;
  }

  private here(event: EventView, scene: Scene): boolean {
    const where = event.data["space"] ?? event.data["from"];
    return where === undefined || where === scene.space || event.type === "hits-wasted";
  }

  private open(event: EventView): Frame["kind"] {
    this.scene = {
      space: text(event.data["space"]),
      kind: "battle",
      round: 1,
      caption: event.text,
      attack: this.side(event.data["attackers"] as Forces, true),
      defend: this.side(event.data["defenders"] as Forces, false),
    };
    return "open";
  }

  private side(forces: Forces, attacking: boolean): Side {
    const side = noSide(Object.keys(forces));
    for (const [power, units] of Object.entries(forces)) {
      for (const [unit, count] of Object.entries(units)) {
        const number = ownNumber(this.edition, this.kinds, power, unit, attacking);
        side.groups.push({ key: unit, power, unit, count, damaged: false, number, cargo: [] });
      }
    }
    return side;
  }

  private roll(event: EventView, thrown: Thrown): Frame["kind"] {
    const where = text(event.data["space"]) || text(event.data["to"]) || (thrown.roll?.space ?? "");
    if (!this.scene || this.scene.space !== where)
      this.scene = this.elsewhere(event, thrown, where);
    const scene = this.scene;
    const round = Number(event.data["round"] ?? 1);
    if (round > scene.round) {
      scene.round = round;
      for (const side of [scene.attack, scene.defend]) {
        side.dice = [];
        side.hits = null;
        side.hit = [];
      }
    }
    const side = scene[thrownBy(event)];
    if (event.data["step"] === "fire" || event.data["step"] === "strike")
      side.groups = byShots(side.groups, thrown.roll?.shots ?? []);
    side.dice = thrown.groups;
    side.hits = event.type === "rolled" ? thrown.hits : null;
    scene.caption = event.text.replace(NUMBERS, ": ");
    return "roll";
  }

  /** Dice that fall without a battle: a raid, a rocket, a gun flown over, research. */
  private elsewhere(event: EventView, thrown: Thrown, where: string): Scene {
    const power = text(event.data["power"]);
    const scene: Scene = {
      space: where,
      kind: event.type === "raided" ? "raid" : "other",
      round: 1,
      caption: event.text,
      attack: noSide(power ? [power] : []),
      defend: noSide(text(event.data["victim"]) ? [text(event.data["victim"])] : []),
    };
    for (const shot of thrown.roll?.shots ?? []) {
      if (!shot.unit || !power) continue;
      const { unit, count, number } = shot;
      scene.attack.groups.push({
        key: unit,
        power,
        unit,
        count,
        number,
        damaged: false,
        cargo: [],
      });
    }
    return scene;
  }

  private sideOf(scene: Scene, power: string): Side {
    return scene.attack.powers.includes(power) ? scene.attack : scene.defend;
  }

  private lose(event: EventView, scene: Scene): Frame["kind"] {
    const power = text(event.data["power"]);
    const side = this.sideOf(scene, power);
    const units = (event.data["units"] ?? {}) as Record<string, number>;
    const { left, gone } = without(side.groups, power, units);
    if (event.type === "damaged") {
      side.groups = [...left, ...gone.map((g) => ({ ...g, damaged: true }))];
    } else {
      side.groups = left;
      side.hit = [...side.hit, ...gone];
    }
    return "loss";
  }

  private dive(event: EventView, scene: Scene): Frame["kind"] {
    const power = text(event.data["power"]);
    const side = this.sideOf(scene, power);
    const diver = side.groups.find((g) => g.power === power && this.dives(g));
    if (diver) {
      const units = { [diver.unit]: Number(event.data["count"]) };
      const { left, gone } = without(side.groups, power, units);
      side.groups = left;
      side.submerged = [...side.submerged, ...gone];
    }
    return "note";
  }

  private dives({ unit }: Group): boolean {
    const info = this.edition.units.find((u) => u.id === unit);
    return (info?.notes ?? []).some((note) => /submerge/i.test(note));
  }

  private leave(event: EventView, scene: Scene): Frame["kind"] {
    const power = text(event.data["power"]);
    const side = this.sideOf(scene, power);
    const units = (event.data["units"] ?? {}) as Record<string, number>;
    side.groups = without(side.groups, power, units).left;
    return "note";
  }

  private shell(event: EventView, scene: Scene): Frame["kind"] {
    const power = text(event.data["power"]);
    const units = (event.data["units"] ?? {}) as Record<string, number>;
    scene.attack.bombarding = Object.entries(units).map(([unit, count]) => ({
      key: unit,
      power,
      unit,
      count,
      damaged: false,
      cargo: [],
      number: ownNumber(this.edition, this.kinds, power, unit, true),
    }));
    return "note";
  }
}

/** The pictures of some entries. `log` is what came before, so that a battle in its midst is
 * known; it may hold the entries, too. */
export function framesOf(
  edition: Board,
  kinds: GameView["kinds"],
  log: readonly EntryView[],
  entries: readonly EntryView[],
): Frame[] {
  const first = entries[0]?.version ?? 0;
  const teller = new Storyteller(edition, kinds);
  for (const entry of log) if (entry.version < first) teller.tell(entry);
  return entries.flatMap((entry) => teller.tell(entry));
}
