/** Colours of the map and of the powers, from the server's palette, as the page's theme wants them. */

export type Theme = "dark" | "light";

export interface PowerLook {
  /** For units. */
  strong: string;
  ink: string;
  /** For land. */
  tint: string;
  tintInk: string;
  pattern: string;
  /** A symbol's id. */
  emblem: string;
}

/** The colours of a theme as `palette.toml` names them. */
export interface Ground {
  page: string;
  sea: string;
  sea_ink: string;
  sea_line: string;
  shallows: string;
  ice: string;
  ice_ink: string;
  outside: string;
  outside_ink: string;
  impassable: string;
  impassable_ink: string;
  hatch: string;
  nobody: string;
  coast: string;
  border: string;
  ink: string;
  halo: string;
  highlight: string;
  battle: string;
  pattern_opacity: number;
}

interface RawLook {
  pattern: string;
  light: { strong: string; tint: string };
  dark: { strong: string; tint: string };
}

/** `palette.toml` as JSON: what `/api/palette` answers. */
export interface RawPalette {
  light: Ground;
  dark: Ground;
  powers: Record<string, RawLook>;
  neutral: Record<string, RawLook>;
  spare: RawLook[];
}

export interface Palette extends Ground {
  theme: Theme;
  contrast: boolean;
  power(id: string): PowerLook;
}

const INKS = ["#ffffff", "#0a0d10"] as const;

/** With contrast: how far tints go towards the strong colours, and how plain patterns are. */
const STRONGER = 0.12;
const BOLD = 0.38;

let loading: Promise<RawPalette> | undefined;

export function loadPalette(): Promise<RawPalette> {
  loading ??= fetch("/api/palette", { credentials: "same-origin" })
    .then((response) => {
      if (!response.ok) throw new Error(`The colours could not be loaded (${response.status}).`);
      return response.json() as Promise<RawPalette>;
    })
    .catch((problem: unknown) => {
      loading = undefined;
      throw problem;
    });
  return loading;
}

/** The colours of a theme. With `contrast`, tints lie farther apart and patterns are stronger. */
export function paletteOf(raw: RawPalette, theme: Theme, contrast = false): Palette {
  const known = new Map<string, PowerLook>();
  const look = (given: RawLook, emblem: string): PowerLook => {
    const { strong } = given[theme];
    const tint = contrast ? mix(given[theme].tint, strong, STRONGER) : given[theme].tint;
    return {
      strong,
      ink: inkOn(strong),
      tint,
      tintInk: inkOn(tint),
      pattern: given.pattern,
      emblem,
    };
  };
  return {
    ...raw[theme],
    pattern_opacity: contrast ? BOLD : raw[theme].pattern_opacity,
    theme,
    contrast,
    power(id: string): PowerLook {
      const found = known.get(id) ?? look(...rawLook(raw, id));
      known.set(id, found);
      return found;
    },
  };
}

function rawLook(raw: RawPalette, id: string): [RawLook, string] {
  const own = raw.powers[id];
  if (own) return [own, `emblem-${id}`];
  const neutral = id === "neutral" ? raw.neutral["strict"] : undefined;
  if (neutral) return [neutral, "emblem-neutral"];
  const number = crc32(id) % raw.spare.length;
  return [raw.spare[number]!, `emblem-spare-${number + 1}`];
}

/** The emblem of a power, before the palette is there too. */
export function emblemOf(id: string, symbols: ReadonlyMap<string, unknown>, spares = 6): string {
  if (symbols.has(`emblem-${id}`)) return `emblem-${id}`;
  return `emblem-spare-${(crc32(id) % spares) + 1}`;
}

/** The same number for a name on every machine, as `maps/palette.py` reckons it. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Colours of the powers as custom properties: `--power-japan-strong`, `-ink`, `-tint`, `-tint-ink`. */
export function applyPalette(palette: Palette, powers: readonly string[]): void {
  const { style } = document.documentElement;
  for (const id of powers) {
    const look = palette.power(id);
    style.setProperty(`--power-${id}-strong`, look.strong);
    style.setProperty(`--power-${id}-ink`, look.ink);
    style.setProperty(`--power-${id}-tint`, look.tint);
    style.setProperty(`--power-${id}-tint-ink`, look.tintInk);
  }
  style.setProperty("--sea", palette.sea);
  style.setProperty("--sea-ink", palette.sea_ink);
  style.setProperty("--battle", palette.battle);
  style.setProperty("--highlight", palette.highlight);
}

export function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "light" ? "light" : "dark";
}

export function currentContrast(): boolean {
  return document.documentElement.dataset["palette"] === "contrast";
}

/** Calls back whenever the page's theme or palette is switched; returns how to stop that. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-palette"],
  });
  return () => observer.disconnect();
}

// --- colours

type Rgb = [number, number, number];

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** A colour part of the way to another. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [rgb(from), rgb(to)];
  const parts = a.map((value, i) => Math.round(value + (b[i]! - value) * part));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export function faded(color: string, alpha: number): string {
  return `rgb(${rgb(color).join(" ")} / ${alpha})`;
}

function luminance(color: string): number {
  const [r, g, b] = rgb(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours as WCAG reckons it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The clearest ink on a colour. */
export function inkOn(color: string): string {
  return contrast(INKS[0], color) >= contrast(INKS[1], color) ? INKS[0] : INKS[1];
}
