/** Where the pills of targets stand: in what is left of the space, or above its pieces. */
import { hull } from "./arrows";
import type { Geometry } from "./geometry";
import type { Laid } from "./layout";
import { textWidth } from "./lettering";
import { center, type Box } from "./room";
import { middleOf } from "./rooms";
import type { BoardState, Target } from "./types";

/** Height of a pill in pixels; size of its words in units of that. */
export const PILL = 23;
export const PILL_WORDS = 0.64;
/** How far from a space's pieces a pill may stand, in pixels. */
const REACH = 60;

function sizeOf(target: Target): [number, number] {
  const words = target.label ? textWidth(target.label) * PILL_WORDS * PILL + 0.3 * PILL : 0;
  return [PILL + words, PILL];
}

export function pillBoxes(
  targets: BoardState["targets"],
  laid: Laid,
  geometry: Geometry,
): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const [id, target] of targets ?? []) {
    const outline = geometry.outlines.get(id);
    const placed = laid.placed.get(id);
    if (!outline || !placed) continue;
    const [width, height] = sizeOf(target).map((size) => size * laid.unit) as [number, number];
    const own = placed.pieces.map((piece) => piece.box);
    const around = own.length && !placed.plate ? hull(own) : null;
    const middle = around ? center(around) : middleOf(outline);
    const found = laid.room(id).find(width, height, middle, REACH * laid.unit);
    const y = around ? around.y - 0.35 * height : middle[1];
    boxes.set(id, found ?? { x: middle[0] - width / 2, y: y - height / 2, width, height });
  }
  return boxes;
}
