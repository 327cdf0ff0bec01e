/** Rectangles around spaces, and whether they are to be seen. */
import { nearTurn, toScreen, type Frame, type Look } from "./camera";
import type { Geometry } from "./geometry";
import { middleOf } from "./rooms";

export type Bounds = [number, number, number, number];

/** The rectangle around some spaces, in the turn of the map nearest to where one looks. */
export function boundsAround(
  spaces: readonly string[],
  geometry: Geometry,
  look: Look,
): Bounds | null {
  const { width, wraps } = geometry;
  const level = geometry.level("small");
  let found: Bounds | null = null;
  let near: number | null = null;
  for (const id of spaces) {
    const area = level.spaces.get(id);
    const outline = geometry.outlines.get(id);
    if (!area || !outline) continue;
    const [x] = middleOf(outline);
    near ??= nearTurn(x, look.x, width, wraps);
    const shift = nearTurn(x, near, width, wraps) - x;
    const [left, top, right, bottom] = area.bounds;
    found = [
      Math.min(found?.[0] ?? Infinity, left + shift),
      Math.min(found?.[1] ?? Infinity, top),
      Math.max(found?.[2] ?? -Infinity, right + shift),
      Math.max(found?.[3] ?? -Infinity, bottom),
    ];
  }
  return found;
}

const EDGE = 8;

/** Whether a rectangle of the map is in the free part of the view, or fills it. */
export function isFree([left, top, right, bottom]: Bounds, look: Look, frame: Frame): boolean {
  const { width, height, insets } = frame;
  const [x1, y1] = toScreen(look, frame, [left, top]);
  const [x2, y2] = toScreen(look, frame, [right, bottom]);
  const inside = (low: number, high: number, from: number, to: number) =>
    (low >= from + EDGE && high <= to - EDGE) || (low <= from && high >= to);
  return (
    inside(x1, x2, insets.left, width - insets.right) &&
    inside(y1, y2, insets.top, height - insets.bottom)
  );
}
