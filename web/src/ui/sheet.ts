/** The three heights of a bottom sheet, and where a drag leaves it. */
export const HEIGHTS = ["peek", "half", "full"] as const;
export type SheetHeight = (typeof HEIGHTS)[number];

export type Sizes = Readonly<Record<SheetHeight, number>>;

/** Room above the sheet at its full height. */
const ABOVE = 56;

/**
 * The pixels of each height in a window of `outer` pixels. A sheet is never taller than what it
 * holds (`held`), so that the map keeps the rest.
 */
export function sizesOf(outer: number, held: number, peek: number): Sizes {
  const half = Math.min(Math.round(outer * 0.5), held);
  return {
    peek: Math.min(peek, half),
    half,
    full: Math.max(Math.min(outer - ABOVE, held), half),
  };
}

/** Where a tap on the handle takes it: up while that shows more, then down again. */
export function tapped(height: SheetHeight, sizes: Sizes): SheetHeight {
  const up = HEIGHTS.slice(HEIGHTS.indexOf(height) + 1);
  return up.find((one) => sizes[one] > sizes[height]) ?? "peek";
}

/** The next height up or down, the same one at the ends. */
export function step(height: SheetHeight, by: 1 | -1): SheetHeight {
  return HEIGHTS[HEIGHTS.indexOf(height) + by] ?? height;
}

/**
 * Where a sheet comes to rest that was let go at `visible` pixels, moving at `speed` pixels per
 * millisecond (upwards is positive). A flick goes one height on, a slow drag to the nearest.
 */
export function settle(visible: number, speed: number, sizes: Sizes): SheetHeight {
  const aimed = visible + speed * 160;
  let best: SheetHeight = "peek";
  for (const height of HEIGHTS) {
    if (Math.abs(sizes[height] - aimed) < Math.abs(sizes[best] - aimed)) best = height;
  }
  return best;
}
