/** The lines of moves over the map: curves from what stands in the first space to the last. */
import type { Geometry } from "./geometry";
import type { Laid } from "./layout";
import { middleOf } from "./rooms";
import { center, grown, type Box, type Point } from "./room";

/** The rectangle around the units of a space: where arrows begin and end. */
export function spotOf(id: string, laid: Laid, geometry: Geometry): Box {
  const outline = geometry.outlines.get(id);
  const placed = laid.placed.get(id);
  const [x, y] = outline ? middleOf(outline) : [0, 0];
  const here = placed && !placed.plate ? placed.pieces : [];
  const chips = here.filter((piece) => piece.type === "chip");
  const boxes = (chips.length ? chips : here).map((piece) => piece.box);
  if (!boxes.length) return { x, y, width: 0, height: 0 };
  return hull(boxes);
}

export function hull(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The boxes of a move; one that goes around the world runs on beyond the edge. */
export function unrolled(path: readonly string[], laid: Laid, geometry: Geometry): Box[] {
  let turn = 0;
  return path.map((id, i) => {
    const box = spotOf(id, laid, geometry);
    const before = path[i - 1];
    if (before !== undefined && geometry.around.get(before)?.has(id)) {
      const from = spotOf(before, laid, geometry);
      turn += from.x > box.x ? 1 : -1;
    }
    return { ...box, x: box.x + turn * geometry.width };
  });
}

export interface Curve {
  start: Point;
  /** Each a bend and the point it leads to. */
  bends: { by: Point; to: Point }[];
  tip: Point;
  /** The direction at the end, in radians. */
  way: number;
}

/** A smooth line through the spaces of a move that leaves room for a head. */
export function curveOf(boxes: readonly Box[], unit: number, head: number): Curve | null {
  if (boxes.length < 2) return null;
  const points = boxes.map(center);
  const last = points.length - 1;
  points[0] = towards(grown(boxes[0]!, 3 * unit), points[1]!);
  points[last] = towards(grown(boxes[last]!, 3 * unit), points[last - 1]!);
  const tip = points[last]!;
  let middles: Point[] = points.slice(1, -1);
  if (!middles.length) {
    const [[ax, ay], [bx, by]] = points as [Point, Point];
    middles = [[(ax + bx) / 2 + (by - ay) / 8, (ay + by) / 2 - (bx - ax) / 8]];
  }
  const before = middles[middles.length - 1]!;
  const way = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const end: Point = [tip[0] - head * Math.cos(way), tip[1] - head * Math.sin(way)];
  const bends = middles.map((by, i) => {
    const next = middles[i + 1];
    const to: Point = next ? [(by[0] + next[0]) / 2, (by[1] + next[1]) / 2] : end;
    return { by, to };
  });
  return { start: points[0], bends, tip, way };
}

/** Where a line from the middle of a box to a point outside leaves the box. */
function towards(box: Box, to: Point): Point {
  const [x, y] = center(box);
  const [dx, dy] = [to[0] - x, to[1] - y];
  const part = Math.min(
    1,
    dx ? box.width / 2 / Math.abs(dx) : 1,
    dy ? box.height / 2 / Math.abs(dy) : 1,
  );
  return [x + dx * part, y + dy * part];
}

/** The point a part of the way along a curve. */
export function along(curve: Curve, part: number): Point {
  const place = Math.min(Math.max(part, 0), 1) * curve.bends.length;
  const i = Math.min(Math.floor(place), curve.bends.length - 1);
  const t = place - i;
  const from = i ? curve.bends[i - 1]!.to : curve.start;
  const { by, to } = curve.bends[i]!;
  const at = (axis: 0 | 1) =>
    (1 - t) * (1 - t) * from[axis] + 2 * t * (1 - t) * by[axis] + t * t * to[axis];
  return [at(0), at(1)];
}
