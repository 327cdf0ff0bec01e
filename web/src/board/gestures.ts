/** Fingers, mouse, wheel and trackpad, told as a few plain intentions. */
import type { Point } from "./room";

export interface Hands {
  /** A press at a point: whether there is a stack to be swept up, and whether it can be dragged. */
  grab(at: Point, touch: boolean): { stack: boolean; drags: boolean };
  pan(dx: number, dy: number): void;
  /** The hand let go while moving, at so many pixels per millisecond. */
  fling(vx: number, vy: number): void;
  zoom(factor: number, at: Point): void;
  /** Fingers or buttons went down: whatever still moves stops. */
  still(): void;
  tap(at: Point, how: { touch: boolean; add: boolean; twice: boolean }): void;
  /** Stacks that the hand passes over are taken up, one after the other. */
  sweep(at: Point, begins: boolean): void;
  drag(at: Point): void;
  /** null: it was broken off. */
  drop(at: Point | null): void;
  hover(at: Point | null): void;
}

/** How far a finger may tremble, or a mouse slip, in pixels. */
const TREMBLE = { touch: 9, mouse: 4 };
const TWICE = 320;
const NEAR = 28;
/** A trackpad scrolls in small steps; a wheel turns in large ones. */
const STEP = 40;
const BURST = 250;
/** A finger held so long on a stack begins to sweep. */
const LONG = 420;

interface Finger {
  id: number;
  at: Point;
}

export class Gestures {
  readonly #element: HTMLElement;
  readonly #hands: Hands;
  readonly #fingers = new Map<number, Finger>();
  readonly #stop = new AbortController();
  #mode: "none" | "press" | "pan" | "drag" | "sweep" | "pinch" = "none";
  #from: Point = [0, 0];
  #held = { stack: false, drags: false };
  #waiting = 0;
  #touch = false;
  #trail: { at: Point; when: number }[] = [];
  #last: { at: Point; when: number } | null = null;
  #pad = { when: 0, is: false };

  constructor(element: HTMLElement, hands: Hands) {
    this.#element = element;
    this.#hands = hands;
    const on = <K extends keyof HTMLElementEventMap>(
      kind: K,
      heard: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ) => element.addEventListener(kind, heard, { signal: this.#stop.signal, passive });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event, false));
    on("pointercancel", (event) => this.#up(event, true));
    on("pointerleave", () => this.#hands.hover(null));
    on("wheel", (event) => this.#wheel(event), false);
    on("contextmenu", (event) => event.preventDefault(), false);
    // Safari tells of pinches on a trackpad in a way of its own; the page must not zoom.
    element.addEventListener("gesturestart", (event) => event.preventDefault(), {
      signal: this.#stop.signal,
    });
  }

  end(): void {
    clearTimeout(this.#waiting);
    this.#stop.abort();
  }

  /** Breaks a drag off. */
  cancel(): void {
    if (this.#mode === "drag") this.#hands.drop(null);
    this.#mode = "none";
  }

  #point(event: PointerEvent | WheelEvent): Point {
    const box = this.#element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button > 1) return;
    const at = this.#point(event);
    this.#fingers.set(event.pointerId, { id: event.pointerId, at });
    this.#hands.still();
    clearTimeout(this.#waiting);
    if (this.#fingers.size === 1) {
      this.#mode = "press";
      this.#from = at;
      this.#touch = event.pointerType === "touch";
      this.#trail = [{ at, when: event.timeStamp }];
      this.#held = this.#hands.grab(at, this.#touch);
      if (event.button !== 0) this.#held = { stack: false, drags: false };
      if (this.#touch && this.#held.stack) {
        this.#waiting = window.setTimeout(() => this.#sweeps(at), LONG);
      }
    } else if (this.#fingers.size === 2) {
      if (this.#mode === "drag") this.#hands.drop(null);
      this.#mode = "pinch";
    }
  }

  #move(event: PointerEvent): void {
    const at = this.#point(event);
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== "touch") this.#hands.hover(at);
      return;
    }
    const before = finger.at;
    if (this.#mode === "pinch") {
      this.#pinch(finger, at);
      return;
    }
    finger.at = at;
    if (this.#mode === "press") {
      const slack = this.#touch ? TREMBLE.touch : TREMBLE.mouse;
      if (Math.hypot(at[0] - this.#from[0], at[1] - this.#from[1]) < slack) return;
      clearTimeout(this.#waiting);
      this.#element.setPointerCapture(event.pointerId);
      this.#hands.hover(null);
      if (event.shiftKey && !this.#touch) this.#sweeps(this.#from);
      else this.#mode = this.#held.drags ? "drag" : "pan";
    }
    if (this.#mode === "sweep") this.#hands.sweep(at, false);
    if (this.#mode === "drag") this.#hands.drag(at);
    if (this.#mode === "pan") {
      this.#trail.push({ at, when: event.timeStamp });
      if (this.#trail.length > 6) this.#trail.shift();
      this.#hands.pan(at[0] - before[0], at[1] - before[1]);
    }
  }

  #sweeps(from: Point): void {
    if (this.#mode !== "press") return;
    this.#mode = "sweep";
    this.#hands.sweep(from, true);
  }

  #pinch(finger: Finger, at: Point): void {
    const other = [...this.#fingers.values()].find((each) => each.id !== finger.id);
    if (!other) return;
    const span = (one: Point) => Math.hypot(one[0] - other.at[0], one[1] - other.at[1]);
    const factor = span(at) / Math.max(span(finger.at), 1);
    const middle: Point = [(at[0] + other.at[0]) / 2, (at[1] + other.at[1]) / 2];
    this.#hands.pan((at[0] - finger.at[0]) / 2, (at[1] - finger.at[1]) / 2);
    finger.at = at;
    this.#hands.zoom(factor, middle);
  }

  #up(event: PointerEvent, broken: boolean): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    clearTimeout(this.#waiting);
    const at = this.#point(event);
    const mode = this.#mode;
    if (this.#fingers.size) {
      // One finger of a pinch is left: it pans on.
      this.#mode = mode === "pinch" ? "pan" : mode;
      this.#trail = [];
      return;
    }
    this.#mode = "none";
    if (mode === "drag") this.#hands.drop(broken ? null : at);
    else if (mode === "press" && !broken) this.#tapped(event, at);
    else if (mode === "pan") this.#flung(event.timeStamp);
  }

  #tapped(event: PointerEvent, at: Point): void {
    const last = this.#last;
    const twice =
      last !== null &&
      event.timeStamp - last.when < TWICE &&
      Math.hypot(at[0] - last.at[0], at[1] - last.at[1]) < NEAR;
    this.#last = twice ? null : { at, when: event.timeStamp };
    const add = event.shiftKey || event.ctrlKey || event.metaKey;
    this.#hands.tap(at, { touch: this.#touch, add, twice });
  }

  #flung(now: number): void {
    const recent = this.#trail.filter(({ when }) => now - when < 90);
    const [first, last] = [recent[0], recent[recent.length - 1]];
    if (!first || !last || last.when <= first.when) return;
    const time = last.when - first.when;
    this.#hands.fling((last.at[0] - first.at[0]) / time, (last.at[1] - first.at[1]) / time);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.#point(event);
    this.#hands.still();
    const lines = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 400 : 1;
    const [dx, dy] = [event.deltaX * lines, event.deltaY * lines];
    if (event.ctrlKey) {
      this.#hands.zoom(Math.exp(-dy * 0.01), at);
      return;
    }
    if (event.timeStamp - this.#pad.when > BURST) {
      this.#pad.is = event.deltaMode === 0 && (dx !== 0 || Math.abs(dy) < STEP);
    }
    this.#pad.when = event.timeStamp;
    if (event.shiftKey) this.#hands.pan(-(dx || dy), 0);
    else if (this.#pad.is) this.#hands.pan(-dx, -dy);
    else this.#hands.zoom(Math.exp(-Math.max(-240, Math.min(240, dy)) * 0.0016), at);
  }
}
