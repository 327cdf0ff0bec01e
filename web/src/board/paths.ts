/** Paths for the canvas, made once per shape. */
import type { Shape } from "./art";
import type { Area, Border } from "./geometry";
import type { Ring } from "./room";

const areas = new WeakMap<Area, Path2D>();
const lines = new WeakMap<Border, Path2D>();
const symbols = new WeakMap<readonly Shape[], { path: Path2D; rule: CanvasFillRule }[]>();

export function areaPath(area: Area): Path2D {
  let path = areas.get(area);
  if (!path) {
    path = new Path2D();
    for (const ring of area.rings) trace(path, ring, true);
    areas.set(area, path);
  }
  return path;
}

export function borderPath(border: Border): Path2D {
  let path = lines.get(border);
  if (!path) {
    path = new Path2D();
    trace(path, border.points, false);
    lines.set(border, path);
  }
  return path;
}

export function symbolPaths(shapes: readonly Shape[]): { path: Path2D; rule: CanvasFillRule }[] {
  let paths = symbols.get(shapes);
  if (!paths) {
    paths = shapes.map(({ d, rule }) => ({ path: new Path2D(d), rule }));
    symbols.set(shapes, paths);
  }
  return paths;
}

function trace(path: Path2D, points: Ring, closed: boolean): void {
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  if (closed) path.closePath();
}
