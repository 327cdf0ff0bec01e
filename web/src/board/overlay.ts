/** Paints all that changes in play over the ground: targets, arrows, pieces, what is picked. */
import { along, curveOf, unrolled } from "./arrows";
import { EFFECTS, type Hue } from "./effects";
import { levelFor, type Area } from "./geometry";
import { groundColors, patternOf, type Scene } from "./ground";
import type { Laid, Placed } from "./layout";
import { Pen } from "./marks";
import { faded } from "./palette";
import { areaPath } from "./paths";
import { numberWidth, type Chip } from "./pieces";
import { PILL_WORDS } from "./pills";
import type { Place } from "./places";
import { center, grown, type Box, type Point } from "./room";
import { turnsSeen, type Canvas } from "./sheet";
import type { Arrow, BoardState, Target } from "./types";

/** Colours of the page for what is good, bad and so on. */
export type Hues = Record<Hue, string>;

export interface Wash {
  space: string;
  from: Place;
  /** How much of it has happened, 0 to 1. */
  part: number;
}

export interface Overlay {
  scene: Scene;
  laid: Laid;
  state: BoardState;
  hues: Hues;
  domains: ReadonlyMap<string, string>;
  hover: string | null;
  focus: string | null;
  /** Where the pills of targets stand. */
  pills: ReadonlyMap<string, Box>;
  /** How far units of moving arrows have come, 0 to 1. */
  progress(arrow: Arrow): number;
  washes: readonly Wash[];
  ghost: { at: Point; power: string; unit: string; count: number } | null;
}

const DIM = 0.5;

export function paintOverlay(canvas: Canvas, overlay: Overlay): void {
  const { geometry } = overlay.scene;
  const { ctx, seen } = canvas;
  const level = geometry.level(levelFor(canvas.look.scale));
  const turns = turnsSeen(seen, geometry.width, geometry.wraps);
  const each = (paint: (part: Canvas) => void) => {
    for (const turn of turns) {
      ctx.save();
      ctx.translate(turn * geometry.width, 0);
      const shift = turn * geometry.width;
      paint({ ...canvas, seen: [seen[0] - shift, seen[1], seen[2] - shift, seen[3]] });
      ctx.restore();
    }
  };
  const areas = (ids: Iterable<string>) =>
    [...ids].map((id) => level.spaces.get(id)).filter((area) => area !== undefined);

  each(() => paintWashes(canvas, overlay, areas));
  if (overlay.state.targets) dim(canvas, overlay, areas, each);
  each((part) => paintOutlines(part, overlay, areas));
  const pen = new Pen(
    ctx,
    overlay.laid.unit,
    overlay.scene.palette,
    overlay.scene.art,
    overlay.domains,
  );
  each((part) => paintPieces(part, overlay, pen));
  each(() => paintArrows(overlay, pen));
  each(() => paintPills(overlay, pen));
  if (overlay.ghost) paintGhost(overlay.ghost, pen, canvas.pixel);
}

type Areas = (ids: Iterable<string>) => Area[];

/** A captured territory: the old colour gives way from the middle outwards. */
function paintWashes({ ctx }: Canvas, { washes, scene }: Overlay, areas: Areas): void {
  for (const { space, from, part } of washes) {
    const [area] = areas([space]);
    const outline = scene.geometry.outlines.get(space);
    if (!area || !outline) continue;
    const [left, top, right, bottom] = area.bounds;
    const [x, y] = outline.anchors[0] ?? outline.label;
    const far = Math.hypot(Math.max(x - left, right - x), Math.max(y - top, bottom - y));
    ctx.save();
    ctx.clip(areaPath(area), "evenodd");
    ctx.beginPath();
    ctx.rect(left, top, right - left, bottom - top);
    ctx.arc(x, y, far * part, 0, 2 * Math.PI, true);
    ctx.fillStyle = groundColors(from, scene.palette).tint;
    ctx.fill("evenodd");
    ctx.restore();
  }
}

/** Everything that is no target, nor picked, steps back. */
function dim(
  canvas: Canvas,
  overlay: Overlay,
  areas: Areas,
  each: (paint: (part: Canvas) => void) => void,
): void {
  const { ctx, seen } = canvas;
  const { state, scene, hues } = overlay;
  ctx.fillStyle = faded(scene.palette.page, DIM);
  ctx.fillRect(seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1]);
  each((part) => {
    ctx.globalCompositeOperation = "destination-out";
    ctx.fillStyle = "#000";
    for (const area of areas([...state.targets!.keys(), ...state.selection.keys()])) {
      ctx.fill(areaPath(area), "evenodd");
    }
    ctx.globalCompositeOperation = "source-over";
    for (const [id, target] of state.targets!) {
      const [area] = areas([id]);
      if (area) light(part, area, target, hues, scene);
    }
  });
}

function light(canvas: Canvas, area: Area, target: Target, hues: Hues, scene: Scene): void {
  const { ctx, pixel } = canvas;
  const look = EFFECTS[target.effect];
  const color = hues[look.hue];
  const path = areaPath(area);
  ctx.fillStyle = faded(color, 0.16);
  ctx.fill(path, "evenodd");
  const tile = scene.art.patterns.get(look.hatch);
  const pattern = tile && patternOf(canvas, tile, color);
  if (pattern) {
    ctx.globalAlpha = 0.3;
    ctx.fillStyle = pattern;
    ctx.fill(path, "evenodd");
    ctx.globalAlpha = 1;
  }
  ctx.lineJoin = "round";
  ctx.strokeStyle = scene.palette.halo;
  ctx.lineWidth = 4 * pixel;
  ctx.stroke(path);
  ctx.strokeStyle = color;
  ctx.lineWidth = 2.2 * pixel;
  ctx.stroke(path);
}

function paintOutlines({ ctx, pixel }: Canvas, overlay: Overlay, areas: Areas): void {
  const { state, scene } = overlay;
  const outline = (ids: Iterable<string>, color: string, width: number, fill: number) => {
    ctx.lineJoin = "round";
    for (const area of areas(ids)) {
      const path = areaPath(area);
      if (fill) {
        ctx.fillStyle = faded(color, fill);
        ctx.fill(path, "evenodd");
      }
      ctx.strokeStyle = color;
      ctx.lineWidth = width * pixel;
      ctx.stroke(path);
    }
  };
  const battles = [...scene.places.values()].filter((place) => place.battle);
  outline(
    battles.map((place) => place.id).filter((id) => !state.targets?.has(id)),
    scene.palette.battle,
    2,
    0.12,
  );
  outline(state.highlights, scene.palette.highlight, 2.6, 0.16);
  outline(state.selection.keys(), scene.palette.highlight, 2.2, 0.1);
  if (overlay.hover) outline([overlay.hover], scene.palette.ink, 1.6, 0.06);
  if (overlay.focus) outline([overlay.focus], scene.palette.highlight, 3, 0.08);
}

function paintPieces({ ctx, seen }: Canvas, overlay: Overlay, pen: Pen): void {
  const { scene, laid, state } = overlay;
  const { palette } = scene;
  const shown: [Place, Placed][] = [];
  for (const [id, placed] of laid.placed) {
    const place = scene.places.get(id);
    if (place && inView(placed, seen)) shown.push([place, placed]);
  }
  const strength = (place: Place) =>
    !state.targets || state.targets.has(place.id) || state.selection.has(place.id) ? 1 : 0.45;
  for (const [place, placed] of shown) {
    if (!placed.emblem || !place.owner) continue;
    const look = palette.power(place.owner);
    ctx.globalAlpha = 0.25 * strength(place);
    pen.symbol(look.emblem, placed.emblem, look.strong);
  }
  for (const [place, placed] of shown) {
    ctx.globalAlpha = strength(place);
    if (placed.leader) paintLeader(pen, placed);
  }
  for (const [place, placed] of shown) {
    ctx.globalAlpha = strength(place);
    const { tint, ink } = placed.plate
      ? { tint: palette.sea, ink: palette.sea_ink }
      : groundColors(place, palette);
    for (const dot of placed.dots) pen.dot(dot.x, dot.y, dot.power);
    const picked = state.selection.get(place.id);
    for (const piece of placed.pieces) {
      if (piece.type === "label") pen.label(piece, ink, tint);
      else if (piece.type === "badge") pen.badge(piece, ink);
      else pen.chip(piece);
    }
    if (picked) paintPicked(pen, place, placed, picked);
  }
  ctx.globalAlpha = 1;
}

/** Rings around what is picked of a space, and then the numbers, so that no ring hides one. */
function paintPicked(
  pen: Pen,
  place: Place,
  placed: Placed,
  picked: ReadonlyMap<string, number>,
): void {
  const found: { chip: Chip; count: number; of: number }[] = [];
  for (const piece of placed.pieces) {
    if (piece.type !== "chip" || piece.sign) continue;
    const { stack } = piece;
    const force = place.forces.find(({ power }) => power === piece.power);
    const stacks = stack ? [stack] : (force?.stacks ?? []);
    const count = stacks.reduce((sum, { key }) => sum + (picked.get(key) ?? 0), 0);
    if (count) found.push({ chip: piece, count, of: stack?.count ?? piece.number });
  }
  for (const { chip } of found) pen.ring(chip);
  for (const { chip, count, of } of found) if (of > 1) pen.picked(chip, count, of);
}

/** A plate in the sea with what did not fit ashore, and a line that leads to its place. */
function paintLeader(pen: Pen, placed: Placed): void {
  const { ctx, palette, unit } = pen;
  const [[ax, ay], [bx, by]] = placed.leader!;
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx, by);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 0.9 * unit;
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(ax, ay, 2 * unit, 0, 2 * Math.PI);
  ctx.fillStyle = palette.ink;
  ctx.fill();
  if (!placed.plate || !placed.pieces.some((piece) => piece.type === "chip")) return;
  pen.plate(placed.plate, 4 * unit);
  ctx.fillStyle = faded(palette.sea, 0.9);
  ctx.fill();
  ctx.strokeStyle = palette.sea_line;
  ctx.stroke();
}

function paintArrows({ state, laid, scene, progress }: Overlay, pen: Pen): void {
  const { ctx, unit, palette } = pen;
  for (const arrow of state.arrows) {
    const boxes = unrolled(arrow.path, laid, scene.geometry);
    const curve = curveOf(boxes, unit, 9 * unit);
    if (!curve) continue;
    const { strong } = palette.power(arrow.power);
    const faint = arrow.style === "done";
    const path = new Path2D();
    path.moveTo(...(curve.start as [number, number]));
    for (const { by, to } of curve.bends) path.quadraticCurveTo(by[0], by[1], to[0], to[1]);
    const head = new Path2D();
    head.moveTo(...(curve.tip as [number, number]));
    for (const turn of [0.45, -0.45]) {
      head.lineTo(
        curve.tip[0] - 12 * unit * Math.cos(curve.way + turn),
        curve.tip[1] - 12 * unit * Math.sin(curve.way + turn),
      );
    }
    head.closePath();
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    ctx.globalAlpha = faint ? 0.75 : 1;
    ctx.strokeStyle = palette.halo;
    ctx.lineWidth = 6 * unit;
    ctx.stroke(path);
    ctx.lineWidth = 2.4 * unit;
    ctx.stroke(head);
    ctx.setLineDash(arrow.style === "planned" ? [7 * unit, 5 * unit] : []);
    ctx.strokeStyle = strong;
    ctx.lineWidth = 3.2 * unit;
    ctx.stroke(path);
    ctx.setLineDash([]);
    ctx.fillStyle = strong;
    ctx.fill(head);
    ctx.globalAlpha = 1;
    if (arrow.style === "moving") {
      paintUnit(along(curve, progress(arrow)), arrow, pen, 28 * unit);
    }
  }
}

/** Units on their way, or under a finger; without a kind, the emblem of their power. */
function paintUnit(
  [x, y]: Point,
  { power, unit, count }: { power: string; unit: string; count: number },
  pen: Pen,
  height: number,
): void {
  const wide = 1.16 + (count > 1 || !unit ? numberWidth(count) : 0);
  const box = { x: x - (wide * height) / 2, y: y - height / 2, width: wide * height, height };
  const stack = unit ? { ...BLANK, power, unit, count } : null;
  const { ctx, palette } = pen;
  pen.plate(grown(box, 1.5 * pen.unit), (unit ? 0.28 : 0.5) * height);
  ctx.fillStyle = palette.halo;
  ctx.fill();
  const number = count > 1 || !unit ? count : 0;
  pen.chip({ type: "chip", box, power, stack, number, plain: false, sign: false });
}

const BLANK = {
  key: "",
  damaged: false,
  cargo: [],
  left: null,
  moved: false,
  spent: false,
  submerged: false,
  target: null,
};

function paintGhost(ghost: NonNullable<Overlay["ghost"]>, pen: Pen, pixel: number): void {
  pen.ctx.globalAlpha = 0.92;
  paintUnit(ghost.at, ghost, pen, 34 * pixel);
  pen.ctx.globalAlpha = 1;
}

const TONES: Record<NonNullable<Target["tone"]>, Hue | null> = {
  good: "good",
  even: "warn",
  bad: "bad",
  plain: null,
};

function paintPills({ state, pills, hues }: Overlay, pen: Pen): void {
  const { ctx, palette, unit } = pen;
  for (const [id, target] of state.targets ?? []) {
    const box = pills.get(id);
    if (!box) continue;
    const look = EFFECTS[target.effect];
    const { height } = box;
    pen.plate(box, height / 2);
    ctx.fillStyle = palette.halo;
    ctx.fill();
    ctx.strokeStyle = hues[look.hue];
    ctx.lineWidth = 1.6 * unit;
    ctx.stroke();
    ctx.save();
    const size = 0.6 * height;
    ctx.translate(box.x + 0.2 * height, box.y + 0.2 * height);
    ctx.scale(size / 32, size / 32);
    ctx.fillStyle = hues[look.hue];
    ctx.fill(new Path2D(look.sign));
    ctx.restore();
    if (!target.label) continue;
    const tone = target.tone ? TONES[target.tone] : null;
    const [, y] = center(box);
    const x = box.x + (box.width + 0.72 * height) / 2;
    pen.text(target.label, x, y, PILL_WORDS * height, tone ? hues[tone] : palette.ink);
  }
}

function inView(placed: Placed, seen: Canvas["seen"]): boolean {
  const boxes = placed.pieces.map((piece) => piece.box);
  if (placed.emblem) boxes.push(placed.emblem);
  if (placed.dots.length) {
    boxes.push(...placed.dots.map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
  }
  if (placed.leader) {
    boxes.push(...placed.leader.map(([x, y]) => ({ x, y, width: 0, height: 0 })));
  }
  return boxes.some(
    (box) =>
      box.x <= seen[2] &&
      box.x + box.width >= seen[0] &&
      box.y <= seen[3] &&
      box.y + box.height >= seen[1],
  );
}
