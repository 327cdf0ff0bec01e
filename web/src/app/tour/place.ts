/** Where the coach stands: beside what it speaks of, and inside the window. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Place {
  left: number;
  top: number;
}

const GAP = 14;
const EDGE = 12;
const CARD = 324;

export function placeBeside(
  anchor: Box | null,
  coach: Box,
  window: { width: number; height: number },
): Place {
  const clampX = (x: number) => Math.min(Math.max(x, EDGE), window.width - coach.width - EDGE);
  const clampY = (y: number) => Math.min(Math.max(y, EDGE), window.height - coach.height - EDGE);
  // On a phone it stands under the bar at the top: the sheet is below, the map between.
  if (window.width < 704) return { left: clampX(EDGE), top: clampY(64) };
  // The card of a space stands in the left lower corner, above the tray.
  if (!anchor) return { left: clampX(CARD), top: clampY(window.height - coach.height - 76) };
  const roomLeft = anchor.left - GAP - EDGE;
  if (roomLeft >= coach.width) {
    return { left: anchor.left - GAP - coach.width, top: clampY(anchor.top + 8) };
  }
  return { left: clampX(anchor.left), top: clampY(anchor.top + anchor.height + GAP) };
}
