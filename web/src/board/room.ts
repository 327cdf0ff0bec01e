/**
 * The free room of a shape: where a box fits, and what is left when it stands there.
 *
 * A shape is cut into level strips. Of each strip those intervals are kept whose whole height lies
 * inside the shape, so that a box made of them is inside as well. As `maps/room.py` does it.
 */

export type Point = readonly [number, number];
export type Span = readonly [number, number];
export type Ring = readonly Point[];

/** A rectangle by its left upper corner and its size. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const center = (box: Box): Point => [box.x + box.width / 2, box.y + box.height / 2];

export function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** Rooms of at most so many strips are measured before they are searched. */
const SMALL_ROOM = 120;

export class Room {
  top = 0;
  step: number;
  free: Span[][] = [];
  widest = 0;
  area = 0;
  /** How wide a box of so many strips may be, as far as that was asked. */
  #widths = new Map<number, number>();

  /** `margin` keeps boxes away from the edge; open lines that make rings together are not `closed`. */
  constructor(rings: Iterable<Ring>, step: number, margin = 0, closed = true) {
    this.step = step;
    const kept = [...rings].filter((ring) => ring.length > 1);
    if (!kept.length) return;
    let [top, bottom] = [Infinity, -Infinity];
    for (const ring of kept) {
      for (const [, y] of ring) {
        if (y < top) top = y;
        if (y > bottom) bottom = y;
      }
    }
    this.top = top;
    const count = Math.ceil((bottom - top) / step);
    const crossings: number[][] = Array.from({ length: count }, () => []);
    const blocked: Span[][] = Array.from({ length: count }, () => []);
    for (const ring of kept) {
      let previous = closed ? ring[ring.length - 1]! : ring[0]!;
      for (const point of ring) {
        if (point[0] !== previous[0] || point[1] !== previous[1]) {
          this.#edge(previous, point, margin, crossings, blocked);
        }
        previous = point;
      }
    }
    this.free = crossings.map((ends, i) =>
      without(paired(ends.sort((a, b) => a - b)), merged(blocked[i]!)),
    );
    for (const spans of this.free) {
      for (const [a, b] of spans) {
        this.widest = Math.max(this.widest, b - a);
        this.area += step * (b - a);
      }
    }
  }

  /** Enters one edge of the shape into the strips that it passes, or passes near. */
  #edge(a: Point, b: Point, margin: number, crossings: number[][], blocked: Span[][]): void {
    const [[x1, y1], [x2, y2]] = a[1] <= b[1] ? [a, b] : [b, a];
    const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
    const first = Math.max(0, Math.floor((y1 - margin - this.top) / this.step));
    const last = Math.min(crossings.length - 1, Math.floor((y2 + margin - this.top) / this.step));
    for (let i = first; i <= last; i++) {
      const upper = this.top + i * this.step;
      let [left, right] = [x1, x2];
      if (slope) {
        left = x1 + (clamp(upper - margin, y1, y2) - y1) * slope;
        right = x1 + (clamp(upper + this.step + margin, y1, y2) - y1) * slope;
      }
      blocked[i]!.push([Math.min(left, right) - margin, Math.max(left, right) + margin]);
      const middle = upper + this.step / 2;
      if (y1 <= middle && middle < y2) crossings[i]!.push(x1 + (middle - y1) * slope);
    }
  }

  /** The place nearest to a point where a box fits, its middle within `reach` of the point. */
  find(width: number, height: number, near: Point, reach = Infinity): Box | null {
    if (width > this.widest || width * height > this.area) return null;
    const count = Math.max(1, Math.ceil(height / this.step - 1e-9));
    if (this.free.length <= SMALL_ROOM && width > this.#widestOver(count)) return null;
    const slack = count * this.step - height;
    let [first, last] = [0, this.free.length];
    let [left, right] = [-Infinity, Infinity];
    if (reach < Infinity) {
      first = Math.max(first, Math.floor((near[1] - reach - height - this.top) / this.step));
      last = Math.min(last, Math.ceil((near[1] + reach + height - this.top) / this.step));
      left = near[0] - reach - width;
      right = near[0] + reach + width;
    }
    const wide: Span[][] = [];
    for (let i = first; i < last; i++) {
      wide.push(this.free[i]!.filter(([a, b]) => b - a >= width && a < right && b > left));
    }
    const starts = windows(wide, count);
    const far = (i: number) => Math.abs(this.top + (first + i + count / 2) * this.step - near[1]);
    starts.sort((a, b) => far(a) - far(b));
    let best: { cost: number; x: number; y: number } | null = null;
    for (const i of starts) {
      const top = this.top + (first + i) * this.step;
      const y = Math.min(Math.max(near[1] - height / 2, top), top + slack);
      const dy = y + height / 2 - near[1];
      if (Math.abs(dy) > reach || (best && dy * dy >= best.cost)) break;
      for (const [start, end] of shared(wide, i, count, width)) {
        const x = Math.min(Math.max(near[0] - width / 2, start), end - width);
        const dx = x + width / 2 - near[0];
        const cost = dx * dx + dy * dy;
        if (cost <= reach * reach && (!best || cost < best.cost)) best = { cost, x, y };
      }
    }
    return best && { x: best.x, y: best.y, width, height };
  }

  /** The width of the widest box of so many strips, wherever it fits. */
  #widestOver(count: number): number {
    const known = this.#widths.get(count);
    if (known !== undefined) return known;
    let best = 0;
    for (const i of windows(this.free, count)) {
      for (const [left, right] of shared(this.free, i, count, best)) {
        best = Math.max(best, right - left);
      }
    }
    this.#widths.set(count, best);
    return best;
  }

  holds([x, y]: Point): boolean {
    const spans = this.free[Math.floor((y - this.top) / this.step)];
    return spans !== undefined && spans.some(([left, right]) => left <= x && x <= right);
  }

  /** Lets nothing else stand where this box does, nor too near to it. */
  take(box: Box, gap = 0): void {
    const first = Math.max(0, Math.floor((box.y - gap - this.top) / this.step + 1e-9));
    const last = Math.ceil((box.y + box.height + gap - this.top) / this.step - 1e-9);
    this.#widths = new Map();
    const cut: Span[] = [[box.x - gap, box.x + box.width + gap]];
    for (let i = first; i < Math.min(last, this.free.length); i++) {
      this.free[i] = without(this.free[i]!, cut);
    }
  }

  /** Lets nothing stand on a line, nor too near to it. */
  takeLine(a: Point, b: Point, gap: number): void {
    const [[x1, y1], [x2, y2]] = a[1] <= b[1] ? [a, b] : [b, a];
    const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
    this.#widths = new Map();
    const first = Math.max(0, Math.floor((y1 - gap - this.top) / this.step));
    const last = Math.ceil((y2 + gap - this.top) / this.step);
    for (let i = first; i < Math.min(last, this.free.length); i++) {
      const upper = this.top + i * this.step;
      let [left, right] = [x1, x2];
      if (slope) {
        left = x1 + (clamp(upper - gap, y1, y2) - y1) * slope;
        right = x1 + (clamp(upper + this.step + gap, y1, y2) - y1) * slope;
      }
      this.free[i] = without(this.free[i]!, [
        [Math.min(left, right) - gap, Math.max(left, right) + gap],
      ]);
    }
  }

  /** Another one, to try things in; strips are replaced, never changed. */
  copy(): Room {
    const found = new Room([], this.step);
    found.top = this.top;
    found.free = [...this.free];
    found.widest = this.widest;
    found.area = this.area;
    found.#widths = this.#widths;
    return found;
  }
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

function paired(ends: readonly number[]): Span[] {
  const found: Span[] = [];
  for (let i = 0; i + 1 < ends.length; i += 2) found.push([ends[i]!, ends[i + 1]!]);
  return found;
}

/** The same ground as intervals that are apart, in order. */
function merged(spans: Span[]): Span[] {
  const found: [number, number][] = [];
  for (const [left, right] of spans.sort((a, b) => a[0] - b[0])) {
    const last = found[found.length - 1];
    if (last && left <= last[1]) last[1] = Math.max(last[1], right);
    else found.push([left, right]);
  }
  return found;
}

/** What is left of some intervals. Both lists are in order. */
export function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const [from, right] of spans) {
    let left = from;
    for (const [start, end] of taken) {
      if (end <= left) continue;
      if (start >= right) break;
      if (start > left) found.push([left, start]);
      left = Math.max(left, end);
      if (left >= right) break;
    }
    if (left < right) found.push([left, right]);
  }
  return found;
}

/** Where so many strips in a row begin of which none is full. */
function windows(strips: readonly Span[][], count: number): number[] {
  const found: number[] = [];
  let run = 0;
  strips.forEach((spans, i) => {
    run = spans.length ? run + 1 : 0;
    if (run >= count) found.push(i - count + 1);
  });
  return found;
}

/** Intervals at least so wide that are free in all of some strips. */
function shared(strips: readonly Span[][], from: number, count: number, width: number): Span[] {
  let found = strips[from]!;
  for (let i = from + 1; i < from + count && found.length; i++) {
    found = common(found, strips[i]!, width);
  }
  return found;
}

/** What two lists of intervals share, if it is at least so wide. */
function common(some: Span[], others: Span[], width: number): Span[] {
  const found: Span[] = [];
  let [i, j] = [0, 0];
  while (i < some.length && j < others.length) {
    const a = some[i]!;
    const b = others[j]!;
    const left = Math.max(a[0], b[0]);
    const right = Math.min(a[1], b[1]);
    if (right - left >= width) found.push([left, right]);
    if (a[1] < b[1]) i++;
    else j++;
  }
  return found;
}
