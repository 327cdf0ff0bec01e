/** How wide texts are, in units of their size: the map's one type family, semi-bold. */

export const FAMILY = '"Source Sans 3 Variable", system-ui, sans-serif';
export const WEIGHT = 600;
/** Of capitals and figures, in units of the size. */
export const CAP_HEIGHT = 0.66;

/** How far the characters from the space to the tilde move the pen, in thousandths. */
const ADVANCES = [
  200, 315, 482, 513, 513, 841, 639, 275, 324, 324, 438, 513, 275, 322, 275, 344, 513, 513, 513,
  513, 513, 513, 513, 513, 513, 513, 275, 275, 513, 513, 513, 444, 875, 558, 597, 576, 625, 538,
  510, 628, 663, 282, 494, 597, 502, 745, 657, 674, 582, 674, 592, 545, 546, 655, 536, 800, 541,
  501, 540, 324, 344, 324, 513, 500, 549, 516, 563, 462, 564, 507, 317, 520, 558, 262, 263, 522,
  271, 843, 560, 549, 564, 564, 373, 431, 361, 556, 495, 748, 481, 495, 443, 324, 255, 324, 513,
];
const OTHER = 600;

export function textWidth(text: string): number {
  let width = 0;
  for (let i = 0; i < text.length; i++) width += ADVANCES[text.charCodeAt(i) - 32] ?? OTHER;
  return width / 1000;
}

/** A text in so many lines of much the same width, or in fewer if it has too few words. */
export function broken(text: string, lines: number): string[] {
  const words = text.replaceAll("/", "/ ").split(/\s+/).filter(Boolean);
  if (lines <= 1 || words.length < 2) return [text];
  let best: { width: number; found: string[] } | null = null;
  for (let first = 1; first < words.length; first++) {
    const rest = broken(joined(words.slice(first)), Math.min(lines, words.length - first + 1) - 1);
    const found = [joined(words.slice(0, first)), ...rest];
    const width = Math.max(...found.map(textWidth));
    if (!best || width < best.width) best = { width, found };
  }
  return best!.found;
}

function joined(words: readonly string[]): string {
  return words.join(" ").replaceAll("/ ", "/");
}
