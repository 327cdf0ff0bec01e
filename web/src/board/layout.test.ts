import { beforeAll, describe, expect, it } from "vitest";
import { crosses, touches } from "./clutter";
import { contains } from "./geometry";
import { Layout, layOut, type Laid } from "./layout";
import type { Place } from "./places";
import { grown, type Box } from "./room";
import { roomsAt, sample, type Sample } from "./testing/samples";

const ZOOMS = [
  { scale: 0.2, units: "totals" },
  { scale: 0.5, units: "kinds" },
  { scale: 1.2, units: "kinds" },
] as const;

function boxesOf(laid: Laid): { id: string; box: Box }[] {
  return [...laid.placed].flatMap(([id, placed]) =>
    placed.pieces.map((piece) => ({ id, box: piece.box })),
  );
}

function overlapping(laid: Laid): string[] {
  const boxes = boxesOf(laid);
  const found: string[] = [];
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      const [a, b] = [grown(one.box, -0.01), grown(other.box, -0.01)];
      const apart =
        a.x >= b.x + b.width ||
        b.x >= a.x + a.width ||
        a.y >= b.y + b.height ||
        b.y >= a.y + a.height;
      if (!apart) found.push(`${one.id} and ${other.id}`);
    }
  });
  return found;
}

describe.each(["1941", "revised"] as const)("the start of %s", (name) => {
  let board: Sample;
  beforeAll(() => {
    board = sample(name);
  });

  describe.each(ZOOMS)("at $scale pixels to a unit", ({ scale, units }) => {
    let laid: Laid;
    beforeAll(() => {
      laid = layOut(roomsAt(board.geometry, scale, units), board.places.values());
    });

    it("lets nothing overlap", () => {
      expect(overlapping(laid)).toEqual([]);
    });

    it("shows the units of every power", () => {
      for (const place of board.places.values()) {
        const { pieces, dots } = laid.placed.get(place.id)!;
        const shown = new Set(dots.map((dot) => dot.power));
        for (const piece of pieces) if (piece.type === "chip") shown.add(piece.power);
        expect([...shown].sort(), place.id).toEqual(place.forces.map((f) => f.power).sort());
      }
    });

    it("keeps pieces in their space, or on a plate that a line leads to", () => {
      const { spaces } = board.geometry.level("medium");
      for (const [id, { pieces, plate, leader }] of laid.placed) {
        if (plate) {
          expect(contains(spaces.get(id)!, leader![0]), id).toBe(true);
          continue;
        }
        for (const { box } of pieces) {
          expect(contains(spaces.get(id)!, [box.x, box.y]), id).toBe(true);
          expect(contains(spaces.get(id)!, [box.x + box.width, box.y + box.height]), id).toBe(true);
        }
      }
    });

    it("leads no line across another, nor over a piece", () => {
      const lines = [...laid.placed].filter(([, placed]) => placed.leader);
      for (const [id, { leader, plate }] of lines) {
        for (const [other, placed] of lines) {
          if (other !== id) expect(crosses(leader!, placed.leader!), `${id} ${other}`).toBe(false);
        }
        for (const { id: other, box } of boxesOf(laid)) {
          if (other !== id || !plate) {
            expect(touches(leader!, grown(box, -0.5)), `${id} ${other}`).toBe(false);
          }
        }
      }
    });
  });

  it("shows every stack and every name when one is close", () => {
    const laid = layOut(roomsAt(board.geometry, 1.2, "kinds"), board.places.values());
    for (const place of board.places.values()) {
      const { pieces } = laid.placed.get(place.id)!;
      const stacks = pieces.flatMap((piece) =>
        piece.type === "chip" && piece.stack ? [piece.stack] : [],
      );
      expect(stacks, place.id).toEqual(place.forces.flatMap((force) => force.stacks));
      expect(
        pieces.some((piece) => piece.type === "label"),
        place.id,
      ).toBe(true);
    }
  });
});

describe("a change", () => {
  it("moves nothing but what has changed, and lets nothing overlap", () => {
    const { geometry, places } = sample("1941");
    const layout = new Layout(roomsAt(geometry, 0.5, "kinds"));
    for (const _ of layout.begin(places.values()));
    const before = layout.laid;
    const from = places.get("germany")!;
    const [germans] = from.forces;
    const more = germans!.stacks.map((stack, i) => ({ ...stack, key: `new ${i}`, count: 12 }));
    const crowd = { ...germans!, stacks: [...germans!.stacks, ...more], total: 99 };
    const changed: Place[] = [
      { ...from, forces: [] },
      { ...places.get("japan")!, forces: [crowd], battle: true },
      { ...places.get("sz-13")!, forces: [crowd] },
    ];
    layout.change(changed);
    const { laid } = layout;
    expect(overlapping(laid)).toEqual([]);
    const ids = new Set(changed.map((place) => place.id));
    for (const [id, placed] of before.placed) {
      if (!ids.has(id)) expect(laid.placed.get(id), id).toBe(placed);
    }
    expect(laid.placed.get("germany")!.pieces.some((piece) => piece.type === "chip")).toBe(false);
    expect(laid.placed.get("japan")!.pieces.some((piece) => piece.type === "chip")).toBe(true);
  });
});
