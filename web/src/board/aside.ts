/** What does not fit into a territory stands in the sea beside it, with a line that leads there. */
import { distance, gapTo, nearestPoint, type Clutter, type Segment } from "./clutter";
import { stacked, type Block } from "./pieces";
import type { Parts } from "./plans";
import type { Box, Point, Room } from "./room";
import { startsOf, type Rooms } from "./rooms";

/** How much of the line that leads there may cross other land: capes, but no countries. */
const ABROAD = 20;
/** How much shorter a line must be that does not begin in the middle. */
const DETOUR = 6;
const ATTEMPTS = 6;

/** The territory that it belongs to, how far away it may be, and what lines must not run through. */
export interface From {
  id: string;
  rooms: Rooms;
  reach: number;
  clutter: Clutter;
}

export interface Aside {
  block: Block;
  box: Box;
  line: Segment;
}

/** A block with everything of a territory, where it can stand in one of some waters. */
export function aside(from: From, parts: Parts, waters: readonly Room[]): Aside | null {
  const gap = 2 * from.rooms.wish.unit;
  let best: (Aside & { cost: number }) | null = null;
  for (const name of parts.names.slice(0, 2)) {
    for (const row of parts.badges.slice(0, 2)) {
      for (const stack of parts.chips) {
        const block = stacked([name, row, stack], gap);
        if (!block.pieces.length) continue;
        const [width, height] = [block.width + 3 * gap, block.height + 2 * gap];
        for (const water of waters) {
          const most = best ? Math.min(from.reach, best.cost + 4 * gap) : from.reach;
          const found = atSea({ ...from, reach: most }, water, width, height);
          if (!found) continue;
          let cost = distance(...found.line) + Math.abs(width - 1.6 * height) / 5;
          cost += Math.max(0, height - width) / 2;
          if (row !== parts.badges[0]) cost += 4 * gap;
          if (!best || cost < best.cost) best = { cost, block, ...found };
        }
      }
    }
  }
  return best;
}

/**
 * The nearest place for a box that can be reached without crossing other land, or what stands on
 * the map already, and the line that leads there.
 */
function atSea(
  from: From,
  water: Room,
  width: number,
  height: number,
): { box: Box; line: Segment } | null {
  const { unit } = from.rooms.wish;
  const outline = from.rooms.outlines.get(from.id)!;
  const [middle, ...others] = startsOf(outline, 4 * unit) as [Point, ...Point[]];
  let room = water;
  for (let i = 0; i < ATTEMPTS; i++) {
    const box = room.find(width, height, middle, from.reach + (width + height) / 2);
    if (!box || gapTo(box, middle) > from.reach) return null;
    const near = others.filter((at) => gapTo(box, at) + DETOUR * unit < gapTo(box, middle));
    for (const start of [...near, middle]) {
      const line: Segment = [start, nearestPoint(box, start)];
      if (!from.clutter.meets(line, unit) && !overLand(from, line)) return { box, line };
    }
    room = room.copy();
    room.take(box);
  }
  return null;
}

/** Whether a line from a territory out to sea crosses other land. */
function overLand({ id, rooms }: From, [start, end]: Segment): boolean {
  const step = 3 * rooms.wish.unit;
  const steps = Math.max(1, Math.round(distance(start, end) / step));
  const own = rooms.space(id);
  let crossed = 0;
  for (let i = 1; i < steps; i++) {
    const at: Point = [
      start[0] + ((end[0] - start[0]) * i) / steps,
      start[1] + ((end[1] - start[1]) * i) / steps,
    ];
    if (!rooms.water.holds(at) && !own.holds(at)) crossed++;
  }
  return crossed * step > ABROAD * rooms.wish.unit;
}
