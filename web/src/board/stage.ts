/**
 * The board at work: it keeps the camera, the sheets and the layout, and paints what has changed.
 *
 * Gestures only move and scale what is painted already; it is painted anew when they rest, or when
 * they have gone beyond it.
 */
import { Backdrop } from "./backdrop";
import {
  NO_INSETS,
  centred,
  filling,
  fitted,
  freeMiddle,
  kept,
  nearTurn,
  panned,
  toMap,
  toScreen,
  zoomed,
  type Frame,
  type Insets,
  type Look,
} from "./camera";
import { boundsAround, isFree } from "./framing";
import type { Geometry } from "./geometry";
import { paintGround, type Scene } from "./ground";
import { hitAt, type Hit } from "./hits";
import type { Laid } from "./layout";
import { Layouts } from "./layouts";
import { Motion } from "./motion";
import { paintOverlay, type Hues, type Overlay, type Wash } from "./overlay";
import { pillBoxes } from "./pills";
import type { Place } from "./places";
import type { Box, Point } from "./room";
import { middleOf } from "./rooms";
import { Sheet } from "./sheet";
import type { Arrow, BoardState } from "./types";

const MARGIN = 0.2;
const REST = 110;
/** How much what is painted may be scaled under a moving hand. */
const COARSE = 1.6;
/** A sheet waits at least so long before it is painted again under a moving hand. */
const PATIENCE = 140;
/** Milliseconds that units slide, and more for each space on the way. */
const [SLIDE, STEP] = [650, 120];
const WASH = 700;
/** Milliseconds of a frame for a layout under way, and while there is none to be shown. */
const SLICE = { later: 9, first: 24 };
/** Closer than this nothing is zoomed to by itself, in pixels to a map unit. */
const NEAR_ENOUGH = 1.4;

export interface Given {
  scene: Scene;
  state: BoardState;
  hues: Hues;
  /** Of units. */
  domains: ReadonlyMap<string, string>;
  /** Whether nothing should move by itself. */
  still: () => boolean;
  /** The camera rests. */
  rested: () => void;
}

export interface Canvases {
  backdrop: HTMLElement;
  ground: HTMLCanvasElement;
  play: HTMLCanvasElement;
}

export class Stage {
  look: Look;
  #frame: Frame;
  readonly #backdrop: Backdrop;
  readonly #ground: Sheet;
  readonly #play: Sheet;
  readonly #layouts: Layouts;
  readonly #motion = new Motion();
  readonly #given: Given;
  #laid: Laid | null = null;
  #marked: Pick<Overlay, "hover" | "focus" | "ghost"> = { hover: null, focus: null, ghost: null };
  #dirty = { ground: true, play: true };
  #asked = 0;
  #moved = 0;
  #resting = true;
  #pills: { laid: Laid; targets: BoardState["targets"]; boxes: Map<string, Box> } | null = null;
  readonly #begun = new Map<string, number>();
  #washes: { space: string; from: Place; begun: number }[] = [];

  constructor(canvases: Canvases, given: Given) {
    const { geometry } = given.scene;
    this.#given = { ...given };
    this.#backdrop = new Backdrop(canvases.backdrop, geometry);
    this.#ground = new Sheet(canvases.ground, true, 2);
    this.#play = new Sheet(canvases.play, false, 2.5);
    this.#layouts = new Layouts(geometry);
    this.#frame = { map: geometry, width: 0, height: 0, insets: NO_INSETS };
    this.look = { x: geometry.width / 2, y: geometry.height / 2, scale: 0.3 };
  }

  end(): void {
    cancelAnimationFrame(this.#asked);
  }

  get frame(): Frame {
    return this.#frame;
  }

  get geometry(): Geometry {
    return this.#given.scene.geometry;
  }

  get #turn(): number {
    return this.geometry.wraps ? this.geometry.width : 0;
  }

  // --- what is shown

  resize(width: number, height: number, insets: Insets): void {
    const before = this.#frame;
    const same = before.width === width && before.height === height;
    this.#frame = { ...before, width, height, insets };
    if (!same) {
      const margin = Math.round(MARGIN * Math.max(Math.min(width, height), 300));
      this.#ground.resize({ width, height }, margin);
      this.#play.resize({ width, height }, margin);
      this.#dirty = { ground: true, play: true };
    }
    if (!before.width) this.home(false);
    else this.#move(kept(same ? this.look : this.#filled(before), this.#frame));
  }

  /** A map that filled the view fills it also when the view has grown. */
  #filled(before: Frame): Look {
    const { look } = this;
    const full = look.scale > filling(before) * 0.999;
    return full ? { ...look, scale: Math.max(look.scale, filling(this.#frame)) } : look;
  }

  /** New places or colours. Captured territories are washed over by their new colour. */
  show(scene: Scene, hues: Hues): void {
    const before = this.#given.scene;
    const repainted = scene.palette !== before.palette || scene.art !== before.art;
    const captured = [...scene.places.values()].filter(
      (place) => !place.sea && before.places.get(place.id)?.owner !== place.owner,
    );
    if (!repainted && !this.#given.still()) {
      for (const { id } of captured) {
        const from = before.places.get(id);
        if (from) this.#washes.push({ space: id, from, begun: performance.now() });
      }
    }
    this.#given.scene = scene;
    this.#given.hues = hues;
    this.repaint(repainted || captured.length > 0);
  }

  set state(state: BoardState) {
    this.#given.state = state;
    this.repaint();
  }

  /** Shows what is pointed at, focused or dragged. */
  mark(changes: Partial<typeof this.marked>): void {
    const marked = { ...this.#marked, ...changes };
    const { hover, focus, ghost } = this.#marked;
    if (marked.hover === hover && marked.focus === focus && marked.ghost === ghost) return;
    this.#marked = marked;
    this.repaint();
  }

  get marked(): Pick<Overlay, "hover" | "focus" | "ghost"> {
    return this.#marked;
  }

  /** Paints pieces again, as when the letters have come, and perhaps the ground. */
  repaint(ground = false): void {
    this.#dirty.play = true;
    if (ground) this.#dirty.ground = true;
    this.#ask();
  }

  // --- the camera

  pan(dx: number, dy: number): void {
    this.#motion.stop();
    this.#move(panned(this.look, this.#frame, dx, dy));
  }

  zoom(factor: number, at: Point): void {
    this.#motion.stop();
    this.#move(zoomed(this.look, this.#frame, factor, at));
  }

  fling(vx: number, vy: number): void {
    if (this.#given.still()) return;
    this.#motion.fling(vx, vy);
    this.#ask();
  }

  still(): void {
    this.#motion.stop();
  }

  home(motion = !this.#given.still()): void {
    const { map } = this.#frame;
    this.go(centred([map.width / 2, map.height / 2], filling(this.#frame), this.#frame), motion);
  }

  go(to: Look, motion = !this.#given.still()): void {
    this.#layouts.aim(this.#given.scene.places, to.scale);
    if (motion) this.#motion.glide(this.look, to);
    else {
      this.#motion.stop();
      this.#move(to);
    }
    this.#ask();
  }

  /** Zooms about the middle of the free part. */
  zoomBy(factor: number): void {
    const middle = this.toMap(freeMiddle(this.#frame));
    this.go(centred(middle, this.look.scale * factor, this.#frame));
  }

  /** Brings spaces into the free part of the view, closer if that is wanted. */
  bring(spaces: readonly string[], zoom: boolean): void {
    const bounds = boundsAround(spaces, this.geometry, this.look);
    if (!bounds || (!zoom && isFree(bounds, this.look, this.#frame))) return;
    const most = zoom ? Math.max(this.look.scale, NEAR_ENOUGH) : this.look.scale;
    this.go(fitted(bounds, this.#frame, { least: 0, most }));
  }

  #move(look: Look): void {
    this.look = look;
    this.#moved = performance.now();
    this.#resting = false;
    this.#ask();
  }

  // --- asking

  /** What is at a pixel of the view. */
  hit(at: Point, reach: number): Hit | null {
    const [x, y] = this.toMap(at);
    if (y < 0 || y > this.geometry.height) return null;
    return hitAt([x, y], this.geometry, this.#laid, 1 / this.look.scale, reach);
  }

  /** Where a space's middle is on the screen, in the turn of the map nearest to the middle. */
  screen(space: string): Point {
    const outline = this.geometry.outlines.get(space);
    if (!outline) return [0, 0];
    const [x, y] = middleOf(outline);
    const near = nearTurn(x, this.look.x, this.geometry.width, this.geometry.wraps);
    return toScreen(this.look, this.#frame, [near, y]);
  }

  toMap(at: Point): Point {
    return toMap(this.look, this.#frame, at);
  }

  // --- painting

  #ask(): void {
    if (!this.#asked) this.#asked = requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now: number): void {
    this.#asked = 0;
    if (!this.#frame.width || !this.#frame.height) return;
    const look = this.#motion.at(now, this.look, this.#frame);
    if (look) this.#move(look);
    const rests = !this.#motion.going && now - this.#moved > REST;
    const calm = rests || this.#motion.gliding || !this.#laid;
    const slice = this.#laid ? SLICE.later : SLICE.first;
    if (calm && this.#layouts.work(slice)) this.#dirty.play = true;
    if (rests && !this.#resting) this.#dirty.play = true;
    this.#paint(rests);
    if (rests && !this.#resting) {
      this.#resting = true;
      this.#given.rested();
    }
    const moves = this.#animated(now);
    const unfinished = this.#layouts.busy || this.#backdrop.stale || !this.#resting;
    if (moves || unfinished || this.#motion.going) this.#ask();
  }

  /** Whether something on the map moves by itself. */
  #animated(now: number): boolean {
    this.#washes = this.#washes.filter(({ begun }) => now - begun < WASH);
    const moving = this.#given.state.arrows.some(
      (arrow) => arrow.style === "moving" && this.#progress(arrow, now) < 1,
    );
    const going = moving || this.#washes.length > 0;
    if (going) this.#dirty.play = true;
    return going;
  }

  /** How far the units of a moving arrow have come: it begins when it is first seen. */
  #progress(arrow: Arrow, now: number): number {
    if (this.#given.still()) return 1;
    const key = keyOf(arrow);
    const begun = this.#begun.get(key) ?? now;
    this.#begun.set(key, begun);
    const part = Math.min(Math.max((now - begun) / (SLIDE + STEP * arrow.path.length), 0), 1);
    return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
  }

  #paint(rests: boolean): void {
    const { look } = this;
    this.#backdrop.follow(look, this.#frame);
    const anew = this.#wants(this.#ground, this.#dirty.ground, rests);
    if (anew) {
      this.#ground.paint(look, (canvas) => paintGround(canvas, this.#given.scene));
      if (this.#dirty.ground) this.#backdrop.stale = true;
      this.#dirty.ground = false;
    } else {
      this.#ground.follow(look, this.#turn);
      if (rests && this.#backdrop.stale) this.#backdrop.paint(this.#given.scene);
    }
    // Under a moving hand one sheet a frame is enough.
    const spared = anew && !rests && !this.#dirty.play && this.#play.painted !== null;
    if (!spared && this.#wants(this.#play, this.#dirty.play, rests)) {
      this.#laid = this.#layouts.now(this.#given.scene.places, look.scale, rests);
      const overlay = this.#laid && this.#overlay(this.#laid);
      this.#play.paint(look, (canvas) => overlay && paintOverlay(canvas, overlay));
      this.#dirty.play = false;
    } else {
      this.#play.follow(look, this.#turn);
    }
  }

  /** Whether a sheet is to be painted anew in this frame. */
  #wants(sheet: Sheet, dirty: boolean, rests: boolean): boolean {
    const { painted } = sheet;
    if (dirty || !painted) return true;
    const { look } = this;
    const covered = sheet.covers(look, this.#turn);
    if (rests) return painted.scale !== look.scale || !covered;
    const ratio = look.scale / painted.scale;
    const coarse = ratio > COARSE || ratio < 1 / COARSE;
    return (coarse || !covered) && performance.now() - sheet.when > PATIENCE;
  }

  #overlay(laid: Laid): Overlay {
    const now = performance.now();
    const { scene, state, hues, domains } = this.#given;
    const keys = new Set(state.arrows.map(keyOf));
    for (const key of this.#begun.keys()) if (!keys.has(key)) this.#begun.delete(key);
    if (this.#pills?.laid !== laid || this.#pills.targets !== state.targets) {
      const boxes = pillBoxes(state.targets, laid, this.geometry);
      this.#pills = { laid, targets: state.targets, boxes };
    }
    const washes: Wash[] = this.#washes.map(({ space, from, begun }) => ({
      space,
      from,
      part: Math.min((now - begun) / WASH, 1),
    }));
    return {
      ...this.#marked,
      scene,
      laid,
      state,
      hues,
      domains,
      pills: this.#pills.boxes,
      progress: (arrow) => this.#progress(arrow, now),
      washes,
    };
  }
}

function keyOf({ path, power, unit, count }: Arrow): string {
  return `${path.join(">")} ${power} ${unit} ${count}`;
}
