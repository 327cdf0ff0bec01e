/** What lies under a finger or pointer: a stack, or a space, with mercy for small ones. */
import { gapTo } from "./clutter";
import { contains, type Geometry } from "./geometry";
import type { Laid } from "./layout";
import type { Chip } from "./pieces";
import type { Point } from "./room";

export interface Hit {
  space: string;
  /** `StackView.key`, if a chip of one stack was hit. */
  stack: string | null;
  chip: Chip | null;
}

/** Spaces smaller than this, in pixels, are hit from as far as `reach`. */
const SMALL = 18;

/**
 * What is at a point of the map. `pixel` is the size of a screen pixel in map units, `reach` how
 * many pixels a chip or a small space may be missed by.
 */
export function hitAt(
  point: Point,
  geometry: Geometry,
  laid: Laid | null,
  pixel: number,
  reach: number,
): Hit | null {
  const at = geometry.wraps ? around(point, geometry.width) : point;
  return chipAt(at, laid, reach * pixel) ?? spaceAt(at, geometry, laid, pixel, reach);
}

function around([x, y]: Point, width: number): Point {
  return [((x % width) + width) % width, y];
}

/** The nearest chip; those that the point is in are nearest. */
function chipAt(at: Point, laid: Laid | null, reach: number): Hit | null {
  let best: { far: number; hit: Hit } | null = null;
  for (const [space, placed] of laid?.placed ?? []) {
    for (const piece of placed.pieces) {
      if (piece.type !== "chip" || piece.sign) continue;
      const far = gapTo(piece.box, at);
      if (far <= Math.min(reach, piece.box.height / 2) && (!best || far < best.far)) {
        best = { far, hit: { space, stack: piece.stack?.key ?? null, chip: piece } };
      }
    }
  }
  return best?.hit ?? null;
}

function spaceAt(
  at: Point,
  geometry: Geometry,
  laid: Laid | null,
  pixel: number,
  reach: number,
): Hit | null {
  // What stands out at sea for a territory belongs to it.
  for (const [space, placed] of laid?.placed ?? []) {
    if (placed.plate && gapTo(placed.plate, at) <= 2 * pixel)
      return { space, stack: null, chip: null };
  }
  let nearest: { far: number; space: string } | null = null;
  for (const outline of geometry.outlines.values()) {
    const first = outline.anchors[0];
    if (!first || outline.sea || first[2] > SMALL * pixel) continue;
    for (const [x, y, radius] of outline.anchors) {
      const far = Math.hypot(at[0] - x, at[1] - y) - radius;
      if (far <= reach * pixel && (!nearest || far < nearest.far)) {
        nearest = { far, space: outline.id };
      }
    }
  }
  const { spaces } = geometry.level("medium");
  const found = [...spaces.values()].find((area) => contains(area, at))?.id;
  const ashore = found !== undefined && geometry.outlines.get(found)?.sea === false;
  const space = nearest && (!ashore || nearest.far <= 0) ? nearest.space : found;
  return space === undefined ? null : { space, stack: null, chip: null };
}
