/** The map and what is known of its spaces: shapes, hits, steps, words, arrows. */
import { beforeAll, describe, expect, it } from "vitest";
import { along, curveOf, unrolled } from "./arrows";
import { boundsAround } from "./framing";
import { contains } from "./geometry";
import { hitAt } from "./hits";
import { layOut, type Laid } from "./layout";
import { describe as words, namesOf } from "./naming";
import { middleOf } from "./rooms";
import { stepFrom } from "./steps";
import { pillBoxes } from "./pills";
import { roomsAt, sample, type Sample } from "./testing/samples";
import type { Target } from "./types";

let board: Sample;
let laid: Laid;
beforeAll(() => {
  board = sample("1941");
  laid = layOut(roomsAt(board.geometry, 0.5, "kinds"), board.places.values());
});

const middle = (id: string) => middleOf(board.geometry.outlines.get(id)!);

describe("shapes", () => {
  it("hold their middles on every level", () => {
    for (const name of ["full", "medium", "small"] as const) {
      const { spaces } = board.geometry.level(name);
      for (const id of board.geometry.order) {
        expect(contains(spaces.get(id)!, middle(id)), `${id} ${name}`).toBe(true);
      }
    }
  });

  it("know who meets across the edge of the world", () => {
    expect(board.geometry.around.get("sz-41")?.has("sz-19")).toBe(true);
    expect(board.geometry.around.has("germany")).toBe(false);
  });

  it("are framed together across that edge", () => {
    const look = { x: 4000, y: 1000, scale: 0.5 };
    const [left, , right] = boundsAround(["sz-41", "sz-19"], board.geometry, look)!;
    expect(right - left).toBeLessThan(2000);
  });
});

describe("hits", () => {
  const hit = (x: number, y: number, reach = 2) => hitAt([x, y], board.geometry, laid, 2, reach);

  it("find the space, on any turn of the map", () => {
    const [x, y] = middle("brazil");
    const width = board.geometry.width;
    expect(hit(x + 30, y - 60)?.space).toBe("brazil");
    expect(hit(x + 30 - 2 * width, y - 60)?.space).toBe("brazil");
  });

  it("find the stack of a chip", () => {
    const chip = laid.placed
      .get("siberia")!
      .pieces.find((piece) => piece.type === "chip" && piece.stack);
    const { x, y, width, height } = chip!.box;
    const found = hit(x + width / 2, y + height / 2);
    expect(found?.space).toBe("siberia");
    expect(found?.stack).toBe(board.places.get("siberia")!.forces[0]!.stacks[0]!.key);
  });

  it("give small islands a larger reach for fingers", () => {
    const [x, y, radius] = board.geometry.outlines.get("wake-island")!.anchors[0]!;
    const beside: [number, number] = [x - radius - 20, y];
    expect(hit(...beside)?.space).not.toBe("wake-island");
    expect(hit(...beside, 14)?.space).toBe("wake-island");
  });

  it("take what stands out at sea for its territory", () => {
    const [id, placed] = [...laid.placed].find(([, each]) => each.plate)!;
    const { x, y } = placed.plate!;
    expect(hit(x + 1, y + 1)?.space).toBe(id);
  });
});

describe("steps", () => {
  const step = (from: string, key: string) =>
    stepFrom(from, key, board.geometry, board.geometry.order);

  it("lead to the neighbour in a direction", () => {
    expect(step("germany", "ArrowRight")).toBe("eastern-europe");
    expect(step("eastern-europe", "ArrowLeft")).toBe("germany");
  });

  it("lead around the world", () => {
    expect(step("western-united-states", "ArrowRight")).toBe("eastern-united-states");
  });

  it("come to every space in reading order", () => {
    const seen = new Set<string>();
    let at = board.geometry.order[0]!;
    for (const _ of board.geometry.order) {
      seen.add(at);
      at = step(at, "PageDown")!;
    }
    expect(seen.size).toBe(board.geometry.order.length);
    expect(at).toBe(board.geometry.order[0]);
    expect(step(step(at, "PageUp")!, "PageDown")).toBe(at);
  });

  it("leave other keys alone", () => {
    expect(step("germany", "a")).toBeNull();
  });
});

describe("words", () => {
  it("say all that the map shows of a space", () => {
    const names = namesOf(board.edition);
    const target: Target = { effect: "attack", label: "87%" };
    expect(words(board.places.get("ukraine")!, names, target)).toBe(
      "Ukraine, Germany, value 1: 3 infantry, 2 tanks; attack possible, 87%",
    );
    expect(words(board.places.get("sz-5")!, names)).toBe(
      "Sea Zone 5: Germany 1 battleship, 1 submarine",
    );
    expect(words(board.places.get("germany")!, names, undefined, 2)).toContain("; 2 picked");
    expect(words(board.places.get("sahara")!, names)).toBe("Sahara, impassable");
  });
});

describe("arrows", () => {
  it("run on beyond the edge of the world", () => {
    const boxes = unrolled(["sz-41", "sz-19"], laid, board.geometry);
    expect(boxes[1]!.x - boxes[0]!.x).toBeGreaterThan(0);
    expect(boxes[1]!.x - boxes[0]!.x).toBeLessThan(board.geometry.width / 2);
  });

  it("begin and end at what stands in the spaces", () => {
    const boxes = unrolled(["germany", "eastern-europe", "ukraine"], laid, board.geometry);
    const curve = curveOf(boxes, laid.unit, 0)!;
    const [x, y] = along(curve, 0);
    expect([x, y]).toEqual(curve.start);
    expect(along(curve, 1)[0]).toBeCloseTo(curve.tip[0]);
    expect(along(curve, 1)[1]).toBeCloseTo(curve.tip[1]);
    expect(curveOf(boxes.slice(0, 1), laid.unit, 0)).toBeNull();
  });
});

describe("pills of targets", () => {
  it("have a place in every space", () => {
    const targets = new Map(
      board.geometry.order.map((id): [string, Target] => [id, { effect: "attack", label: "100%" }]),
    );
    expect([...pillBoxes(targets, laid, board.geometry).keys()]).toEqual(board.geometry.order);
  });
});
