/** Symbols and patterns of the package's art: fetched once, inlined for `use`, kept as paths. */

export interface Shape {
  d: string;
  rule: CanvasFillRule;
}

export interface Tile {
  width: number;
  height: number;
  shapes: Shape[];
}

export interface Art {
  /** By id: `unit-tank`, `emblem-japan`, `battle`. Drawn in a square of 32. */
  symbols: ReadonlyMap<string, Shape[]>;
  patterns: ReadonlyMap<string, Tile>;
}

export const SYMBOL = 32;
const HOLDER = "sandtable-symbols";

let loading: Promise<Art> | undefined;

/** All art, loaded once for the page. */
export function loadArt(): Promise<Art> {
  loading ??= fetchArt().catch((problem: unknown) => {
    loading = undefined;
    throw problem;
  });
  return loading;
}

async function fetchArt(): Promise<Art> {
  const [units, patterns] = await Promise.all(
    ["units", "patterns"].map(async (name) => {
      const response = await fetch(`/api/art/${name}.svg`, { credentials: "same-origin" });
      if (!response.ok) throw new Error(`The symbols could not be loaded (${response.status}).`);
      return response.text();
    }),
  );
  const sprite = parse(units!);
  inline(sprite);
  return { symbols: symbolsOf(sprite), patterns: patternsOf(parse(patterns!)) };
}

export function parse(text: string): Document {
  return new DOMParser().parseFromString(text, "image/svg+xml");
}

export function symbolsOf(sprite: Document): Map<string, Shape[]> {
  return new Map(
    [...sprite.querySelectorAll("symbol")].map((symbol) => [symbol.id, shapesIn(symbol)]),
  );
}

export function patternsOf(sheet: Document): Map<string, Tile> {
  return new Map(
    [...sheet.querySelectorAll("pattern")].map((pattern) => [
      pattern.id,
      {
        width: Number(pattern.getAttribute("width")),
        height: Number(pattern.getAttribute("height")),
        shapes: shapesIn(pattern),
      },
    ]),
  );
}

function shapesIn(element: Element): Shape[] {
  return [...element.querySelectorAll("path")].map((path) => ({
    d: path.getAttribute("d") ?? "",
    rule: path.getAttribute("fill-rule") === "evenodd" ? "evenodd" : "nonzero",
  }));
}

/** Puts the symbols into the page, where `<use href="#unit-tank">` finds them in every browser. */
function inline(sprite: Document): void {
  if (document.getElementById(HOLDER)) return;
  const holder = document.importNode(sprite.documentElement, true);
  holder.id = HOLDER;
  holder.setAttribute("width", "0");
  holder.setAttribute("height", "0");
  holder.setAttribute("aria-hidden", "true");
  holder.setAttribute("class", "visually-hidden");
  document.body.prepend(holder);
}

/** The symbol of a unit, or the general one of its domain. */
export function unitSymbol(art: Pick<Art, "symbols">, unit: string, domain = ""): string {
  for (const name of [`unit-${unit}`, `generic-${domain}`]) if (art.symbols.has(name)) return name;
  return "generic-unit";
}
