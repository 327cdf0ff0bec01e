/** From space to space by the arrow keys. */
import type { Geometry } from "./geometry";
import { middleOf } from "./rooms";

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far a key pans where there is no space to go to, in pixels. */
const NUDGE = 80;

export function panOf(key: string): [number, number] | null {
  const way = WAYS[key];
  return way ? [-NUDGE * way[0], -NUDGE * way[1]] : null;
}

/**
 * Where a key leads: with an arrow the neighbour that lies most in its direction, with Page Up and
 * Page Down the one before or after in reading order. null for other keys, and if none is there.
 */
export function stepFrom(
  space: string,
  key: string,
  geometry: Geometry,
  order: readonly string[],
): string | null {
  if (key === "PageDown" || key === "PageUp") {
    const next = order.indexOf(space) + (key === "PageDown" ? 1 : -1);
    return order[(next + order.length) % order.length] ?? null;
  }
  const way = WAYS[key];
  const from = geometry.outlines.get(space);
  if (!way || !from) return null;
  const [x, y] = middleOf(from);
  let best: { cost: number; id: string } | null = null;
  for (const id of from.neighbors) {
    const to = geometry.outlines.get(id);
    if (!to) continue;
    const [nx, ny] = middleOf(to);
    let dx = nx - x;
    if (geometry.wraps) dx -= Math.round(dx / geometry.width) * geometry.width;
    const dy = ny - y;
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead <= 0 || aside > 3 * ahead) continue;
    const cost = ahead + 1.5 * aside;
    if (!best || cost < best.cost) best = { cost, id };
  }
  return best?.id ?? null;
}
