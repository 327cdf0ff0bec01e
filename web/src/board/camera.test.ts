import { describe, expect, it } from "vitest";
import {
  CLOSEST,
  NO_INSETS,
  between,
  centred,
  farthest,
  filling,
  fitted,
  freeMiddle,
  kept,
  nearTurn,
  panned,
  toMap,
  toScreen,
  zoomed,
  type Frame,
} from "./camera";

const round: Frame = {
  map: { width: 4096, height: 2000, wraps: true },
  width: 1200,
  height: 800,
  insets: NO_INSETS,
};
const flat: Frame = { ...round, map: { ...round.map, wraps: false } };
const look = { x: 1000, y: 1000, scale: 0.6 };

describe("the camera", () => {
  it("finds its way from the screen to the map and back", () => {
    const at = toMap(look, round, [300, 200]);
    const [x, y] = toScreen(look, round, at);
    expect(x).toBeCloseTo(300);
    expect(y).toBeCloseTo(200);
  });

  it("keeps the point under the pointer while zooming", () => {
    const before = toMap(look, round, [300, 500]);
    const after = toMap(zoomed(look, round, 1.7, [300, 500]), round, [300, 500]);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("shows the whole map at the least, and a small space at the most", () => {
    const far = zoomed(look, flat, 0.001, [600, 400]).scale;
    expect(far).toBeCloseTo(farthest(flat));
    expect(4096 * far).toBeLessThanOrEqual(1200 + 1e-9);
    expect(2000 * far).toBeLessThanOrEqual(800 + 1e-9);
    expect(zoomed(look, flat, 1000, [600, 400]).scale).toBe(CLOSEST);
  });

  it("fills the view at home", () => {
    expect(filling(round) * 2000).toBeCloseTo(800);
    expect(filling(flat) * 4096).toBeGreaterThanOrEqual(1200);
  });

  it("goes round a world that wraps, and stops at the edges of one that does not", () => {
    expect(panned(look, round, 1000, 0).x).toBeCloseTo(1000 - 1000 / 0.6 + 4096);
    expect(panned(look, flat, 100_000, 0).x).toBeGreaterThan(0);
    expect(toScreen(panned(look, flat, 100_000, 0), flat, [0, 0])[0]).toBeLessThan(60);
    expect(panned(look, flat, -100_000, 0).x).toBeLessThan(4096);
  });

  it("centres a map that is smaller than the view", () => {
    const tall = { ...round, height: 3000 };
    expect(kept({ x: 0, y: 0, scale: 0.3 }, tall).y).toBe(1000);
  });

  it("puts what is shown into the middle of the free part", () => {
    const frame = { ...round, insets: { top: 60, right: 400, bottom: 0, left: 0 } };
    const at = centred([2000, 1000], 1, frame);
    const [x, y] = toScreen(at, frame, [2000, 1000]);
    expect([x, y]).toEqual(freeMiddle(frame));
    const close = fitted([1900, 950, 2100, 1050], frame, { least: 0, most: 2 });
    expect(close.scale).toBe(2);
    expect(toScreen(close, frame, [1900, 1000])[0]).toBeGreaterThanOrEqual(0);
    expect(toScreen(close, frame, [2100, 1000])[0]).toBeLessThanOrEqual(800);
  });

  it("takes the shorter way around the world", () => {
    expect(nearTurn(100, 4000, 4096, true)).toBe(4196);
    expect(nearTurn(100, 4000, 4096, false)).toBe(100);
    const half = between({ x: 4000, y: 900, scale: 1 }, { x: 100, y: 900, scale: 1 }, 0.5, round);
    expect(half.x).toBeCloseTo(4098);
    const end = between(look, { x: 1400, y: 800, scale: 1.5 }, 1, round);
    expect(end.x).toBeCloseTo(1400);
    expect(end.scale).toBeCloseTo(1.5);
  });
});
