/** What lines on the map must not run through: blocks that stand, and other lines. */
import { grown, type Box, type Point } from "./room";

export type Segment = readonly [Point, Point];

export class Clutter {
  constructor(
    readonly boxes: Box[] = [],
    readonly lines: Segment[] = [],
  ) {}

  /** What a line from a point can meet if it is no longer than this. */
  near(point: Point, reach: number): Clutter {
    const area = grown({ x: point[0], y: point[1], width: 0, height: 0 }, reach);
    return new Clutter(
      this.boxes.filter((box) => apart(area, box) <= 0),
      this.lines.filter((line) => apart(area, around(line)) <= 0),
    );
  }

  /** Whether a line runs over anything, or nearer to a block than the gap. */
  meets(line: Segment, gap: number): boolean {
    return (
      this.boxes.some((box) => touches(line, grown(box, gap))) ||
      this.lines.some((other) => crosses(line, other))
    );
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function nearestPoint(box: Box, to: Point): Point {
  return [
    Math.min(Math.max(to[0], box.x), box.x + box.width),
    Math.min(Math.max(to[1], box.y), box.y + box.height),
  ];
}

export function gapTo(box: Box, to: Point): number {
  return distance(nearestPoint(box, to), to);
}

/** How far two boxes are from each other; 0 if they meet. */
export function apart(a: Box, b: Box): number {
  const dx = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, 0);
  const dy = Math.max(a.y - b.y - b.height, b.y - a.y - a.height, 0);
  return Math.hypot(dx, dy);
}

function around([[ax, ay], [bx, by]]: Segment): Box {
  return {
    x: Math.min(ax, bx),
    y: Math.min(ay, by),
    width: Math.abs(ax - bx),
    height: Math.abs(ay - by),
  };
}

/** Whether a line goes through a box. */
export function touches([start, end]: Segment, box: Box): boolean {
  let [low, high] = [0, 1];
  const sides = [
    [box.x, box.x + box.width],
    [box.y, box.y + box.height],
  ] as const;
  for (const axis of [0, 1] as const) {
    const way = end[axis] - start[axis];
    const [first, last] = sides[axis];
    if (Math.abs(way) < 1e-9) {
      if (!(first < start[axis] && start[axis] < last)) return false;
      continue;
    }
    const ends = [(first - start[axis]) / way, (last - start[axis]) / way];
    low = Math.max(low, Math.min(...ends));
    high = Math.min(high, Math.max(...ends));
  }
  return low < high;
}

/** Whether two lines have a point in common that is no end of either. */
export function crosses([a, b]: Segment, [c, d]: Segment): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
