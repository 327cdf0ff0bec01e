/** Where one looks: pure reckoning of positions on the map and on the screen. */
import type { Point } from "./room";

/** The point of the map in the middle of the view, and how many pixels a map unit has. */
export interface Look {
  x: number;
  y: number;
  scale: number;
}

/** Pixels of the view that something else covers. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Frame {
  /** Of the map, in map units. */
  map: { width: number; height: number; wraps: boolean };
  /** Of the view, in pixels. */
  width: number;
  height: number;
  insets: Insets;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
/** The most pixels that a map unit may have. */
export const CLOSEST = 3.6;
/** How much of the map's height may lie outside the free part, so that edges can be brought clear. */
const SLACK = 24;

/** The middle of the free part of the view, in pixels from its left upper corner. */
export function freeMiddle(frame: Frame): Point {
  const { insets } = frame;
  return [
    (insets.left + frame.width - insets.right) / 2,
    (insets.top + frame.height - insets.bottom) / 2,
  ];
}

function freeSize(frame: Frame): [number, number] {
  const { insets } = frame;
  return [
    Math.max(frame.width - insets.left - insets.right, 80),
    Math.max(frame.height - insets.top - insets.bottom, 80),
  ];
}

/** The scale at which the whole map is in the free part. */
export function farthest(frame: Frame): number {
  const [width, height] = freeSize(frame);
  return Math.min(width / frame.map.width, height / frame.map.height, CLOSEST);
}

/** The scale to begin with: the map fills the view from edge to edge. */
export function filling(frame: Frame): number {
  const { map } = frame;
  const across = map.wraps ? 0 : frame.width / map.width;
  const [, height] = freeSize(frame);
  return Math.min(Math.max(height / map.height, across, farthest(frame)), CLOSEST);
}

/** The nearest look that is allowed: the map stays in view, x is kept within one turn if it wraps. */
export function kept(look: Look, frame: Frame): Look {
  const scale = Math.min(Math.max(look.scale, farthest(frame)), CLOSEST);
  const { map, insets } = frame;
  const y = keptAlong(look.y, scale, map.height, frame.height, insets.top, insets.bottom);
  const x = map.wraps
    ? modulo(look.x, map.width)
    : keptAlong(look.x, scale, map.width, frame.width, insets.left, insets.right);
  return { x, y, scale };
}

function keptAlong(
  at: number,
  scale: number,
  size: number,
  view: number,
  before: number,
  after: number,
): number {
  const free = view - before - after;
  // Where the middle of the view lies if the map's first or last line is at the free part's edge.
  const first = (view / 2 - before) / scale;
  const last = size - (view / 2 - after) / scale;
  if (size * scale <= free) return (first + last) / 2;
  const slack = Math.min(SLACK / scale, size / 8);
  return Math.min(Math.max(at, first - slack), last + slack);
}

export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

export function toScreen(look: Look, frame: Frame, [x, y]: Point): Point {
  return [
    (x - look.x) * look.scale + frame.width / 2,
    (y - look.y) * look.scale + frame.height / 2,
  ];
}

export function toMap(look: Look, frame: Frame, [x, y]: Point): Point {
  return [
    (x - frame.width / 2) / look.scale + look.x,
    (y - frame.height / 2) / look.scale + look.y,
  ];
}

/** Zoomed by a factor, the point under a pixel staying where it is. */
export function zoomed(look: Look, frame: Frame, factor: number, at: Point): Look {
  const scale = Math.min(Math.max(look.scale * factor, farthest(frame)), CLOSEST);
  const [x, y] = toMap(look, frame, at);
  return kept(
    {
      scale,
      x: x - (at[0] - frame.width / 2) / scale,
      y: y - (at[1] - frame.height / 2) / scale,
    },
    frame,
  );
}

/** Moved by pixels, as a hand moves a sheet. */
export function panned(look: Look, frame: Frame, dx: number, dy: number): Look {
  return kept({ ...look, x: look.x - dx / look.scale, y: look.y - dy / look.scale }, frame);
}

/** A position brought to the turn of the map that is nearest to another. */
export function nearTurn(x: number, to: number, width: number, wraps: boolean): number {
  return wraps ? x + Math.round((to - x) / width) * width : x;
}

/** The look at which a rectangle of the map is in the middle of the free part. */
export function fitted(
  bounds: readonly [number, number, number, number],
  frame: Frame,
  limits: { least: number; most: number },
): Look {
  const [left, top, right, bottom] = bounds;
  const [width, height] = freeSize(frame);
  const room = Math.min(width / Math.max(right - left, 1), height / Math.max(bottom - top, 1));
  const scale = Math.min(Math.max(0.8 * room, limits.least), limits.most);
  return centred([(left + right) / 2, (top + bottom) / 2], scale, frame);
}

/** The look with a point of the map in the middle of the free part. */
export function centred(at: Point, scale: number, frame: Frame): Look {
  const held = Math.min(Math.max(scale, farthest(frame)), CLOSEST);
  const [mx, my] = freeMiddle(frame);
  return kept(
    {
      scale: held,
      x: at[0] - (mx - frame.width / 2) / held,
      y: at[1] - (my - frame.height / 2) / held,
    },
    frame,
  );
}

/** Between two looks, the shorter way around the world, zooming evenly. */
export function between(from: Look, to: Look, part: number, frame: Frame): Look {
  const x = nearTurn(to.x, from.x, frame.map.width, frame.map.wraps);
  const scale = from.scale * (to.scale / from.scale) ** part;
  // Zooming moves positions unevenly; weigh them by the scale so that the way looks straight.
  const way =
    Math.abs(to.scale - from.scale) < 1e-9
      ? part
      : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
  return { x: from.x + (x - from.x) * way, y: from.y + (to.y - from.y) * way, scale };
}
