/** The lighter water along coasts: soft, so a coarse picture of it, painted once, does for all zooms. */
import type { Geometry } from "./geometry";
import { faded, type Palette } from "./palette";
import { borderPath } from "./paths";

/** Widths in map units and strengths, from far out to the shore. */
const BANDS = [
  [52, 0.1],
  [36, 0.16],
  [24, 0.2],
  [13, 0.26],
] as const;
const WIDTH = 1800;

const painted = new WeakMap<Geometry, { palette: Palette; picture: HTMLCanvasElement }>();

/** Sea and shallows of the whole map. */
export function shallows(geometry: Geometry, palette: Palette): HTMLCanvasElement {
  const known = painted.get(geometry);
  if (known?.palette === palette) return known.picture;
  const picture = paint(geometry, palette, known?.picture ?? document.createElement("canvas"));
  painted.set(geometry, { palette, picture });
  return picture;
}

function paint(
  geometry: Geometry,
  palette: Palette,
  picture: HTMLCanvasElement,
): HTMLCanvasElement {
  const scale = Math.min(1, WIDTH / geometry.width);
  picture.width = Math.round(geometry.width * scale);
  picture.height = Math.round(geometry.height * scale);
  const ctx = picture.getContext("2d", { alpha: false })!;
  ctx.fillStyle = palette.sea;
  ctx.fillRect(0, 0, picture.width, picture.height);
  const coast = new Path2D();
  const level = geometry.level("small");
  const ashore = new Map(level.fills.map((fill) => [fill.id, fill.ashore]));
  const land = (id: string) => ashore.get(id) ?? geometry.outlines.get(id)?.sea === false;
  for (const border of level.borders) {
    if (border.sides.length === 2 && border.sides.filter(land).length === 1) {
      coast.addPath(borderPath(border));
    }
  }
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  for (const turn of geometry.wraps ? [-1, 0, 1] : [0]) {
    ctx.setTransform(scale, 0, 0, scale, turn * picture.width, 0);
    for (const [width, strength] of BANDS) {
      ctx.strokeStyle = faded(palette.shallows, strength);
      ctx.lineWidth = width;
      ctx.stroke(coast);
    }
  }
  return picture;
}
