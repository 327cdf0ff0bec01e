/** What stands on the map: chips, badges and names, and blocks put together from them. */
import type { StackView } from "../api/schema";
import { textWidth } from "./lettering";
import type { Box } from "./room";

/** From line to line, in units of the size of the letters. */
export const LEADING = 1.12;
/** The size of a chip's count, in units of the chip's height. */
export const COUNT = 0.7;
export const PAD = 0.16;
/** What a sign at the corner of a chip takes from it, in units of the chip's height. */
export const SIGN = 0.26;
/** The width of a unit aboard, in units of the chip's height. */
export const CARGO = 0.56;
const MOST_CARGO = 3;

/** A name in one line or more. */
export interface Label {
  type: "label";
  box: Box;
  lines: string[];
  size: number;
}

/** Units of a power: one stack, or all of them if `stack` is null. A number of 0 is not shown. */
export interface Chip {
  type: "chip";
  box: Box;
  power: string;
  stack: StackView | null;
  number: number;
  /** The number alone. */
  plain: boolean;
  /** No units: the emblem in front of a power's chips. */
  sign: boolean;
}

export type Mark = "value" | "capital" | "victory-city" | "battle" | "facility";

/** A mark with perhaps a text in it: a factory, a coin, a city. */
export interface Badge {
  type: "badge";
  box: Box;
  mark: Mark;
  /** The number of a coin, the kind of a facility. */
  text: string;
}

export type Piece = Label | Chip | Badge;

/** Pieces arranged in a rectangle, its left upper corner at the origin. */
export interface Block {
  width: number;
  height: number;
  pieces: readonly Piece[];
}

export const NOTHING: Block = { width: 0, height: 0, pieces: [] };

/** The pieces of a block with its corner moved there. */
export function placed(block: Block, x: number, y: number): Piece[] {
  return block.pieces.map((piece) => ({
    ...piece,
    box: { ...piece.box, x: piece.box.x + x, y: piece.box.y + y },
  }));
}

function one(piece: Piece): Block {
  return { width: piece.box.width, height: piece.box.height, pieces: [piece] };
}

const sized = (width: number, height: number): Box => ({ x: 0, y: 0, width, height });

/** Lines of a name, centred. */
export function label(lines: string[], size: number): Block {
  const width = Math.max(...lines.map(textWidth)) * size + 0.2 * size;
  return one({ type: "label", box: sized(width, lines.length * LEADING * size), lines, size });
}

/** The units aboard each of equal ships, as they are drawn: so many symbols at most. */
export function aboard(stack: StackView): { power: string; unit: string }[] {
  const all = stack.cargo.flatMap((cargo) =>
    Array.from({ length: cargo.count }, () => ({ power: cargo.power, unit: cargo.unit })),
  );
  return all.slice(0, MOST_CARGO);
}

/** Whether something at the corner says what has become of the units. */
export function hasSign(stack: StackView): boolean {
  return stack.damaged || stack.moved || stack.submerged;
}

export function chip(stack: StackView, height: number): Block {
  const shown = stack.count > 1 ? stack.count : 0;
  let width = height * (1 + PAD) + aboard(stack).length * CARGO * height;
  if (shown) width += numberWidth(shown) * height;
  if (shown && hasSign(stack)) width += SIGN * height;
  return one({
    type: "chip",
    box: sized(width, height),
    power: stack.power,
    stack,
    number: shown,
    plain: false,
    sign: false,
  });
}

/** The width of a chip's number with what keeps it from the edge, in units of the height. */
export function numberWidth(number: number): number {
  return textWidth(String(number)) * COUNT + PAD;
}

/** A chip for all units of a power. */
export function total(power: string, number: number, height: number): Block {
  const width = height * (1 + PAD) + numberWidth(number) * height;
  const box = sized(width, height);
  return one({ type: "chip", box, power, stack: null, number, plain: false, sign: false });
}

/** A chip with nothing but the number of a power's units, for where there is no more room. */
export function tally(power: string, number: number, height: number): Block {
  const width = Math.max(height, textWidth(String(number)) * COUNT * height + 2 * PAD * height);
  const box = sized(width, height);
  return one({ type: "chip", box, power, stack: null, number, plain: true, sign: false });
}

/** The sign of a power in front of its chips. */
export function emblem(power: string, height: number): Block {
  const box = sized(height, height);
  return one({ type: "chip", box, power, stack: null, number: 0, plain: false, sign: true });
}

export function badge(mark: Mark, height: number, text = ""): Block {
  return one({ type: "badge", box: sized(height, height), mark, text });
}

/** Which blocks stand in which row, if each row takes as many as it can. */
export function rowsOf(widths: readonly number[], widest: number, gap: number): number[][] {
  const rows: number[][] = [[]];
  let used = 0;
  widths.forEach((width, i) => {
    let row = rows[rows.length - 1]!;
    if (row.length && used + gap + width > widest + 1e-6) {
      row = [];
      rows.push(row);
      used = 0;
    }
    used += width + (row.length ? gap : 0);
    row.push(i);
  });
  return rows;
}

/** Blocks from left to right, their middles level. */
export function beside(blocks: readonly Block[], gap: number): Block {
  const height = Math.max(0, ...blocks.map((block) => block.height));
  const pieces: Piece[] = [];
  let x = 0;
  for (const block of blocks) {
    pieces.push(...placed(block, x, (height - block.height) / 2));
    x += block.width + gap;
  }
  return { width: Math.max(x - gap, 0), height, pieces };
}

/** Blocks from top to bottom, centred. */
export function stacked(blocks: readonly Block[], gap: number): Block {
  const kept = blocks.filter((block) => block.pieces.length);
  const width = Math.max(0, ...kept.map((block) => block.width));
  const pieces: Piece[] = [];
  let y = 0;
  for (const block of kept) {
    pieces.push(...placed(block, (width - block.width) / 2, y));
    y += block.height + gap;
  }
  return { width, height: Math.max(y - gap, 0), pieces };
}

/** The same blocks in one row, in two rows and so on, each as narrow as it can be. */
export function arrangements(blocks: readonly Block[], gap: number, most = 5): Block[] {
  if (!blocks.length) return [NOTHING];
  const widths = blocks.map((block) => block.width);
  const largest = Math.max(...widths);
  const whole = widths.reduce((sum, width) => sum + width, 0) + gap * (blocks.length - 1);
  const found: Block[] = [];
  let last = 0;
  for (let rows = 1; rows <= Math.min(most, blocks.length); rows++) {
    let [low, high] = [Math.max(largest, whole / rows - largest), whole];
    for (let i = 0; i < 8; i++) {
      const middle = (low + high) / 2;
      if (rowsOf(widths, middle, gap).length > rows) low = middle;
      else high = middle;
    }
    const parts = rowsOf(widths, high, gap);
    if (parts.length > last) {
      last = parts.length;
      found.push(
        stacked(
          parts.map((row) =>
            beside(
              row.map((i) => blocks[i]!),
              gap,
            ),
          ),
          gap,
        ),
      );
    }
  }
  return found;
}
