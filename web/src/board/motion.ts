/** Movements of the camera that go on by themselves: gliding to a place, and being flung. */
import { between, kept, panned, type Frame, type Look } from "./camera";

const GLIDE = 380;
const FRICTION = 0.0042;
/** In pixels per millisecond: slower is no fling, and no longer one. */
const SLOW = { begin: 0.08, end: 0.02 };

export class Motion {
  #glide: { from: Look; to: Look; begun: number } | null = null;
  #fling: { vx: number; vy: number; when: number } | null = null;

  get going(): boolean {
    return this.#glide !== null || this.#fling !== null;
  }

  get gliding(): boolean {
    return this.#glide !== null;
  }

  stop(): void {
    this.#glide = null;
    this.#fling = null;
  }

  glide(from: Look, to: Look): void {
    this.#fling = null;
    this.#glide = { from, to, begun: performance.now() };
  }

  fling(vx: number, vy: number): void {
    if (Math.hypot(vx, vy) < SLOW.begin) return;
    this.#glide = null;
    this.#fling = { vx, vy, when: performance.now() };
  }

  /** Where the camera is at a moment; null if it does not move by itself. */
  at(now: number, look: Look, frame: Frame): Look | null {
    if (this.#glide) {
      const { from, to, begun } = this.#glide;
      const part = Math.min(Math.max((now - begun) / GLIDE, 0), 1);
      if (part >= 1) this.#glide = null;
      // What covers the view may have changed on the way.
      return part >= 1 ? kept(to, frame) : between(from, to, 1 - (1 - part) ** 3, frame);
    }
    if (this.#fling) {
      const { vx, vy, when } = this.#fling;
      const time = Math.min(Math.max(now - when, 0), 50);
      const slower = Math.exp(-FRICTION * time);
      const goes = Math.hypot(vx, vy) * slower > SLOW.end;
      this.#fling = goes ? { vx: vx * slower, vy: vy * slower, when: now } : null;
      return panned(look, frame, vx * time, vy * time);
    }
    return null;
  }
}
