/** How long the pictures of a battle stay. */
import type { SPEEDS } from "../../app/settings.svelte";
import type { Frame } from "./frames";

export type Speed = (typeof SPEEDS)[number];

const FACTOR: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.4, instant: 0 };
const STAY: Record<Frame["kind"], number> = {
  open: 900,
  roll: 900,
  loss: 700,
  note: 800,
  end: 1300,
};
const TUMBLE = 340;

/** Milliseconds that the dice tumble; none where nothing should move. */
export const tumbleFor = (speed: Speed, still: boolean) => (still ? 0 : TUMBLE * FACTOR[speed]);

/** Milliseconds that a picture stays: also without motion one wants to read it. */
export const pauseAfter = (kind: Frame["kind"], speed: Speed) => STAY[kind] * FACTOR[speed];
