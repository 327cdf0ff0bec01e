/** How what may be done in a space looks: a colour, a hatch and a sign for each kind of effect. */
import type { Effect } from "./types";

export type Hue = "bad" | "warn" | "good" | "accent";

export interface EffectLook {
  hue: Hue;
  /** A pattern of the art. */
  hatch: string;
  /** A sign in a square of 32. */
  sign: string;
  /** For screen readers. */
  words: string;
}

const SWORDS =
  "M5 3l13 13-3 3L3 7zM27 3l2 4-12 12-3-3zM7 19l6 6-3 1-2 3-3-3 3-2zM25 19l-6 6 3 1 2 3 3-3-3-2z";
const PLUS = "M13 4h6v9h9v6h-9v9h-6v-9H4v-6h9z";
const FLAG = "M6 2h4v28H6zM12 4h16l-5 6 5 6H12z";
const CHEVRONS = "M3 4h6l9 12-9 12H3l9-12zM15 4h6l9 12-9 12h-6l9-12z";
const INTO = "M13 2h6v12h6l-9 9-9-9h6zM3 22h4v4h18v-4h4v8H3z";
const OUT_OF = "M13 24h6V12h6l-9-9-9 9h6zM3 22h4v4h18v-4h4v8H3z";
const ARROW = "M3 13h14V5l12 11-12 11v-8H3z";
const BURST = "M16 1l4 9 10-3-5 9 5 9-10-3-4 9-4-9-10 3 5-9-5-9 10 3z";
const DOWN = "M13 2h6v14h7L16 28 6 16h7z";
const PAUSE = "M7 5h7v22H7zM18 5h7v22h-7z";

export const EFFECTS: Record<Effect, EffectLook> = {
  attack: { hue: "bad", hatch: "rising", sign: SWORDS, words: "attack possible" },
  assault: { hue: "bad", hatch: "rising", sign: SWORDS, words: "amphibious assault possible" },
  raid: { hue: "bad", hatch: "lattice", sign: BURST, words: "raid possible" },
  kamikaze: { hue: "bad", hatch: "lattice", sign: BURST, words: "kamikaze attack possible" },
  capture: { hue: "warn", hatch: "pillars", sign: FLAG, words: "can be captured" },
  blitz: { hue: "warn", hatch: "falling", sign: CHEVRONS, words: "blitz possible" },
  reinforce: { hue: "good", hatch: "dots", sign: PLUS, words: "can be reinforced" },
  land: { hue: "good", hatch: "dots", sign: DOWN, words: "landing possible" },
  stay: { hue: "good", hatch: "dots", sign: PAUSE, words: "can stay" },
  load: { hue: "accent", hatch: "grid", sign: INTO, words: "loading possible" },
  unload: { hue: "accent", hatch: "grid", sign: OUT_OF, words: "unloading possible" },
  sail: { hue: "accent", hatch: "waves", sign: ARROW, words: "can be reached" },
  launch: { hue: "accent", hatch: "waves", sign: OUT_OF, words: "launching possible" },
};
