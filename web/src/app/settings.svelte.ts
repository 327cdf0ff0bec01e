/**
 * How this browser likes it. Kept in `localStorage`, and put on `<html>` as data attributes
 * (`data-theme`, `data-palette`, `data-motion`), so that style sheets can follow.
 */
export const THEMES = ["system", "dark", "light"] as const;
export const PALETTES = ["normal", "contrast"] as const;
export const MOTIONS = ["system", "off"] as const;
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
/** For the button that changes the speed. */
export const SPEED_NAMES = {
  slow: "Speed: slow",
  normal: "Speed: normal",
  fast: "Speed: fast",
  instant: "Speed: at once",
};

export interface Saved {
  theme: (typeof THEMES)[number];
  /** `contrast`: colours of powers that are told apart without red and green. */
  palette: (typeof PALETTES)[number];
  /** `off`: nothing moves, whatever the system says. */
  motion: (typeof MOTIONS)[number];
  sound: boolean;
  /** How fast dice and moves of others are shown. */
  speed: (typeof SPEEDS)[number];
  /** Guides already seen or skipped, so that they do not come again. */
  seen: string[];
}

export const DEFAULTS: Saved = {
  theme: "system",
  palette: "normal",
  motion: "system",
  sound: false,
  speed: "normal",
  seen: [],
};

const KEY = "sandtable.settings";

const oneOf = <T extends string>(values: readonly T[], value: unknown, other: T): T =>
  values.includes(value as T) ? (value as T) : other;

/** What was saved, with the default for whatever is missing or makes no sense. */
export function parse(text: string | null): Saved {
  let found: Partial<Record<keyof Saved, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value === "object" && value !== null) found = value;
  } catch {
    // Not ours, or cut off: begin anew.
  }
  return {
    theme: oneOf(THEMES, found.theme, DEFAULTS.theme),
    palette: oneOf(PALETTES, found.palette, DEFAULTS.palette),
    motion: oneOf(MOTIONS, found.motion, DEFAULTS.motion),
    sound: found.sound === true,
    speed: oneOf(SPEEDS, found.speed, DEFAULTS.speed),
    seen: Array.isArray(found.seen) ? found.seen.filter((id) => typeof id === "string") : [],
  };
}

function load(): Saved {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return { ...DEFAULTS }; // Storage is forbidden here.
  }
}

const asks = (query: string): boolean =>
  typeof matchMedia === "function" && matchMedia(query).matches;

const FACTORS = { slow: 2, normal: 1, fast: 0.4, instant: 0 } as const;

class Settings {
  private saved: Saved = $state(load());
  private systemLight = $state(asks("(prefers-color-scheme: light)"));
  private systemStill = $state(asks("(prefers-reduced-motion: reduce)"));

  constructor() {
    this.follow("(prefers-color-scheme: light)", (on) => (this.systemLight = on));
    this.follow("(prefers-reduced-motion: reduce)", (on) => (this.systemStill = on));
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      this.saved = parse(event.newValue);
      this.apply();
    });
    this.apply();
  }

  private follow(query: string, set: (on: boolean) => void): void {
    if (typeof matchMedia !== "function") return;
    matchMedia(query).addEventListener("change", (event) => {
      set(event.matches);
      this.apply();
    });
  }

  get theme() {
    return this.saved.theme;
  }
  get palette() {
    return this.saved.palette;
  }
  get motion() {
    return this.saved.motion;
  }
  get sound() {
    return this.saved.sound;
  }
  get speed() {
    return this.saved.speed;
  }

  /** The theme on the screen. */
  get shownTheme(): "dark" | "light" {
    if (this.saved.theme !== "system") return this.saved.theme;
    return this.systemLight ? "light" : "dark";
  }

  /** Whether nothing should move. */
  get still(): boolean {
    return this.saved.motion === "off" || this.systemStill || this.saved.speed === "instant";
  }

  /** Milliseconds that something should take which usually takes `normal`; 0 without motion. */
  duration(normal: number): number {
    return this.still ? 0 : normal * FACTORS[this.saved.speed];
  }

  set(change: Partial<Saved>): void {
    this.saved = { ...this.saved, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.saved));
    } catch {
      // It holds until the page is closed.
    }
    this.apply();
  }

  hasSeen(guide: string): boolean {
    return this.saved.seen.includes(guide);
  }

  markSeen(guide: string, seen = true): void {
    const others = this.saved.seen.filter((id) => id !== guide);
    this.set({ seen: seen ? [...others, guide] : others });
  }

  private apply(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.shownTheme;
    dataset.palette = this.saved.palette;
    dataset.motion = this.saved.motion === "off" || this.systemStill ? "off" : "on";
  }
}

export const settings = new Settings();
