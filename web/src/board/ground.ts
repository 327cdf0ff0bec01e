/** Paints the ground: sea, land tinted by its controller, borders, ice, gates and links. */
import type { Art, Tile } from "./art";
import { levelFor, type Area, type Border, type Geometry, type Level } from "./geometry";
import type { Palette } from "./palette";
import { areaPath, borderPath, symbolPaths } from "./paths";
import type { Place } from "./places";
import { shallows } from "./shallows";
import { turnsSeen, type Canvas } from "./sheet";

export interface Scene {
  geometry: Geometry;
  places: ReadonlyMap<string, Place>;
  palette: Palette;
  art: Art;
}

const GATE = 15;
const LARGEST_GATE = 48;

/** One copy of the whole map, for a look from afar. */
export function paintWhole(ctx: CanvasRenderingContext2D, scale: number, scene: Scene): void {
  const { geometry } = scene;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  const look = { x: geometry.width / 2, y: geometry.height / 2, scale };
  const seen: Canvas["seen"] = [0, 0, geometry.width, geometry.height];
  const canvas = { ctx, look, pixel: 1 / scale, density: 1, seen };
  ctx.save();
  paintTurn(canvas, scene, geometry.level(levelFor(scale)));
  ctx.restore();
}

export function paintGround(canvas: Canvas, scene: Scene): void {
  const { ctx, seen } = canvas;
  const { geometry, palette } = scene;
  ctx.fillStyle = palette.page;
  ctx.fillRect(seen[0] - 1, seen[1] - 1, seen[2] - seen[0] + 2, seen[3] - seen[1] + 2);
  const level = geometry.level(levelFor(canvas.look.scale));
  for (const turn of turnsSeen(seen, geometry.width, geometry.wraps)) {
    ctx.save();
    ctx.translate(turn * geometry.width, 0);
    const left = seen[0] - turn * geometry.width;
    const right = seen[2] - turn * geometry.width;
    paintTurn({ ...canvas, seen: [left, seen[1], right, seen[3]] }, scene, level);
    ctx.restore();
  }
}

function paintTurn(canvas: Canvas, scene: Scene, level: Level): void {
  const { ctx, seen, pixel } = canvas;
  const { geometry, palette, places } = scene;
  ctx.beginPath();
  // A hair wider than the map, so that no seam shows between two copies.
  const hair = geometry.wraps ? pixel : 0;
  ctx.rect(-hair, 0, geometry.width + 2 * hair, geometry.height);
  ctx.clip();
  ctx.drawImage(shallows(geometry, palette), 0, 0, geometry.width, geometry.height);
  const lines = sorted(
    geometry,
    scene,
    level.borders.filter((border) => meets(border, seen)),
  );
  for (const fill of level.fills) {
    if (!touches(fill, seen)) continue;
    ctx.fillStyle =
      fill.kind === "ice" ? palette.ice : fill.kind === "outside" ? palette.outside : palette.sea;
    ctx.fill(areaPath(fill), "evenodd");
  }
  const brush = new Brush(canvas, scene);
  for (const area of level.spaces.values()) {
    const place = places.get(area.id);
    if (place && !place.sea && touches(area, seen)) brush.land(area, place);
  }
  strokeAll(ctx, lines, palette, pixel);
  paintLinks(canvas, scene);
  paintGates(canvas, scene);
}

/** The tint of a territory, and the ink of what is written on it. */
export function groundColors(place: Place, palette: Palette): { tint: string; ink: string } {
  if (place.sea) return { tint: palette.sea, ink: palette.sea_ink };
  if (place.impassable) return { tint: palette.impassable, ink: palette.impassable_ink };
  if (!place.owner) return { tint: palette.nobody, ink: palette.ink };
  const look = palette.power(place.owner);
  return { tint: look.tint, ink: look.tintInk };
}

/** Fills land with tints and patterns. */
export class Brush {
  readonly #patterns = new Map<string, CanvasPattern | null>();

  constructor(
    readonly canvas: Canvas,
    readonly scene: Scene,
  ) {}

  land(area: Area, place: Place): void {
    const { ctx } = this.canvas;
    const { palette } = this.scene;
    const path = areaPath(area);
    ctx.fillStyle = groundColors(place, palette).tint;
    ctx.fill(path, "evenodd");
    const look = place.owner && !place.impassable ? palette.power(place.owner) : null;
    if (!look && !place.impassable) return;
    const texture = look
      ? this.#pattern(look.pattern, look.strong)
      : this.#pattern("lattice", palette.hatch);
    if (!texture) return;
    ctx.globalAlpha = look ? palette.pattern_opacity : 0.6;
    ctx.fillStyle = texture;
    ctx.fill(path, "evenodd");
    ctx.globalAlpha = 1;
  }

  #pattern(name: string, color: string): CanvasPattern | null {
    const key = `${name} ${color}`;
    if (!this.#patterns.has(key)) {
      const tile = this.scene.art.patterns.get(name);
      this.#patterns.set(key, tile ? patternOf(this.canvas, tile, color) : null);
    }
    return this.#patterns.get(key) ?? null;
  }
}

const tiles = new Map<string, HTMLCanvasElement>();

/** A pattern that is as large on the screen at every zoom and stays with the map when it is panned. */
export function patternOf(canvas: Canvas, tile: Tile, color: string): CanvasPattern | null {
  const { density } = canvas;
  const key = `${tile.shapes[0]?.d ?? ""} ${color} ${density}`;
  let image = tiles.get(key);
  if (!image) {
    image = document.createElement("canvas");
    image.width = Math.round(tile.width * density);
    image.height = Math.round(tile.height * density);
    const ctx = image.getContext("2d")!;
    ctx.scale(image.width / tile.width, image.height / tile.height);
    ctx.fillStyle = color;
    for (const { path, rule } of symbolPaths(tile.shapes)) ctx.fill(path, rule);
    if (tiles.size > 60) tiles.clear();
    tiles.set(key, image);
  }
  const pattern = canvas.ctx.createPattern(image, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(canvas.pixel / density));
  return pattern;
}

interface Lines {
  coast: Path2D;
  sea: Path2D;
  land: Path2D;
  front: Path2D;
}

/** The borders by what they part: land from water, zones, territories of one side or of two. */
function sorted(geometry: Geometry, scene: Scene, borders: readonly Border[]): Lines {
  const found: Lines = {
    coast: new Path2D(),
    sea: new Path2D(),
    land: new Path2D(),
    front: new Path2D(),
  };
  const fills = new Map(geometry.level("small").fills.map((fill) => [fill.id, fill.ashore]));
  const ashore = (id: string) => {
    const outline = geometry.outlines.get(id);
    return outline ? !outline.sea : (fills.get(id) ?? false);
  };
  for (const border of borders) {
    const sides = acrossSeam(geometry, border);
    if (sides.length < 2) continue;
    const lands = sides.filter(ashore).length;
    const owners = new Set(sides.map((id) => scene.places.get(id)?.owner ?? ""));
    const kind = lands === 0 ? "sea" : lands === 1 ? "coast" : owners.size > 1 ? "front" : "land";
    found[kind].addPath(borderPath(border));
  }
  return found;
}

/** What a border parts; a line at the left edge of the world has the spaces of the right one. */
function acrossSeam(geometry: Geometry, border: Border): string[] {
  const [only] = border.sides;
  if (border.sides.length !== 1 || !only || !geometry.wraps) return border.sides;
  if (border.points.some(([x]) => x > 0.5)) return border.sides;
  const [other] = geometry.around.get(only) ?? [];
  return other ? [only, other] : border.sides;
}

function strokeAll(
  ctx: CanvasRenderingContext2D,
  lines: Lines,
  palette: Palette,
  pixel: number,
): void {
  const stroke = (path: Path2D, color: string, width: number) => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width * pixel;
    ctx.stroke(path);
  };
  ctx.lineJoin = "bevel";
  ctx.lineCap = "butt";
  ctx.setLineDash([5 * pixel, 4 * pixel]);
  stroke(lines.sea, palette.sea_line, 0.9);
  ctx.setLineDash([]);
  stroke(lines.land, palette.border, 0.7);
  stroke(lines.front, palette.border, 1.5);
  stroke(lines.coast, palette.coast, 1.2);
}

function paintLinks({ ctx, pixel }: Canvas, { geometry, palette }: Scene): void {
  ctx.strokeStyle = palette.sea_ink;
  ctx.lineWidth = 1.8 * pixel;
  ctx.lineCap = "round";
  ctx.setLineDash([0.1 * pixel, 3.5 * pixel]);
  ctx.beginPath();
  for (const { at } of geometry.links) {
    ctx.moveTo(...(at[0] as [number, number]));
    ctx.lineTo(...(at[1] as [number, number]));
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Marks of canals and straits. */
function paintGates({ ctx, pixel }: Canvas, { geometry, palette, art }: Scene): void {
  const size = Math.min(GATE * pixel, LARGEST_GATE);
  for (const { passage, at } of geometry.gates) {
    ctx.beginPath();
    ctx.arc(at[0], at[1], size * 0.62, 0, 2 * Math.PI);
    ctx.fillStyle = palette.sea;
    ctx.fill();
    ctx.strokeStyle = palette.coast;
    ctx.lineWidth = pixel;
    ctx.stroke();
    const name = passage.includes("strait") ? "strait" : "canal";
    ctx.save();
    ctx.translate(at[0] - size / 2, at[1] - size / 2);
    ctx.scale(size / 32, size / 32);
    ctx.fillStyle = palette.ink;
    for (const { path, rule } of symbolPaths(art.symbols.get(name) ?? [])) ctx.fill(path, rule);
    ctx.restore();
  }
}

function touches(area: Area, seen: Canvas["seen"]): boolean {
  const [left, top, right, bottom] = area.bounds;
  return left <= seen[2] && right >= seen[0] && top <= seen[3] && bottom >= seen[1];
}

const bounds = new WeakMap<Border, [number, number, number, number]>();

/** Whether a border is in view. */
function meets(border: Border, seen: Canvas["seen"]): boolean {
  let box = bounds.get(border);
  if (!box) {
    const xs = border.points.map(([x]) => x);
    const ys = border.points.map(([, y]) => y);
    box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    bounds.set(border, box);
  }
  return box[0] <= seen[2] && box[2] >= seen[0] && box[1] <= seen[3] && box[3] >= seen[1];
}
