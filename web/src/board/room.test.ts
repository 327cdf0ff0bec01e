import { describe, expect, it } from "vitest";
import { Room, type Ring } from "./room";

const square: Ring = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];
const hole: Ring = [
  [40, 40],
  [60, 40],
  [60, 60],
  [40, 60],
];

describe("a room", () => {
  it("has a box nearest to a point", () => {
    expect(new Room([square], 1).find(20, 10, [50, 50])).toEqual({
      x: 40,
      y: 45,
      width: 20,
      height: 10,
    });
    expect(new Room([square], 1).find(20, 10, [0, 0])).toMatchObject({ x: 0, y: 1 });
  });

  it("keeps boxes away from its edge, out of its holes and within reach", () => {
    const room = new Room([square, hole], 1, 2);
    const box = room.find(10, 10, [50, 50])!;
    const beyond = box.x + 10 <= 38 || box.x >= 62 || box.y + 10 <= 38 || box.y >= 62;
    expect(beyond).toBe(true);
    expect(room.find(10, 10, [50, 50], 5)).toBeNull();
    expect(room.find(97, 10, [50, 50])).toBeNull();
  });

  it("gives no ground twice, and a copy is another room", () => {
    const room = new Room([square], 1);
    const copy = room.copy();
    room.take({ x: 0, y: 0, width: 100, height: 60 });
    expect(room.find(50, 30, [50, 10])!.y).toBeGreaterThanOrEqual(60);
    expect(room.find(50, 50, [50, 10])).toBeNull();
    expect(copy.find(50, 50, [50, 25])).not.toBeNull();
    expect(room.holds([50, 30])).toBe(false);
    expect(copy.holds([50, 30])).toBe(true);
  });

  it("lets nothing stand on a line", () => {
    const room = new Room([square], 1);
    room.takeLine([50, 0], [50, 100], 1);
    expect(room.find(60, 10, [50, 50])).toBeNull();
    expect(room.find(48, 10, [50, 50])).not.toBeNull();
  });
});
