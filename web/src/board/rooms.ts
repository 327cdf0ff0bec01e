/** The spaces of a map as a layout sees them, and the room that each of them has. */
import type { Wish } from "./plans";
import { Room, type Point, type Ring } from "./room";

const STRIP = 2.2;
const MOST_STRIPS = 90;
const MOST_WATER = 900;

/** A space as the map has it. */
export interface Outline {
  id: string;
  sea: boolean;
  rings: readonly Ring[];
  anchors: readonly (readonly [number, number, number])[];
  label: Point;
  short: string;
  neighbors: readonly string[];
}

export function middleOf(outline: Outline): Point {
  const first = outline.anchors[0];
  return first ? [first[0], first[1]] : outline.label;
}

/** Where a line that leads to the space may end: in its middle, or in another part as large. */
export function startsOf(outline: Outline, least: number): Point[] {
  const [first, ...rest] = outline.anchors;
  const wide = first ? Math.max(least, first[2] / 2) : least;
  const others = rest.slice(0, 3).filter(([, , radius]) => radius >= wide);
  return [middleOf(outline), ...others.map(([x, y]): Point => [x, y])];
}

/** The rooms of a map at a zoom: made when they are wanted, the same for every position. */
export class Rooms {
  readonly #spaces = new Map<string, Room>();
  #water: Room | null = null;

  constructor(
    readonly outlines: ReadonlyMap<string, Outline>,
    readonly shore: readonly Ring[],
    readonly wish: Wish,
  ) {}

  space(id: string): Room {
    let room = this.#spaces.get(id);
    if (!room) {
      const rings = this.outlines.get(id)?.rings ?? [];
      let [top, bottom] = [Infinity, -Infinity];
      for (const ring of rings) {
        for (const [, y] of ring) {
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      }
      const { unit } = this.wish;
      const step = Math.max(STRIP * unit, (bottom - top) / MOST_STRIPS);
      room = inView(new Room(rings, step, 1.5 * unit), this.wish);
      this.#spaces.set(id, room);
    }
    return room;
  }

  /** All water as one: borders of zones do not count. */
  get water(): Room {
    const { unit, view } = this.wish;
    const step = Math.max(STRIP * unit, view.height / MOST_WATER);
    return (this.#water ??= inView(new Room(this.shore, step, 1.5 * unit, false), this.wish));
  }
}

/** Keeps to the part of the map that is drawn. */
function inView(room: Room, { view, unit }: Wish): Room {
  const far = 1e6;
  const edge = 3 * unit;
  room.take({ x: -far, y: -far, width: 2 * far, height: far + view.y + edge });
  room.take({ x: -far, y: view.y + view.height - edge, width: 2 * far, height: far });
  room.take({ x: -far, y: -far, width: far + view.x + edge, height: 2 * far });
  room.take({ x: view.x + view.width - edge, y: -far, width: far, height: 2 * far });
  return room;
}
