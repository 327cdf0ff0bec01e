import { expect, test } from "vitest";
import { pictureFrom, type MapText } from "./picture";

// Two squares side by side; the second runs the shared arc backwards.
const map: MapText = {
  bbox: [0, 0, 20, 10],
  transform: { scale: [0.5, 0.5], translate: [0, 0] },
  arcs: [
    [
      [20, 0],
      [0, 20],
    ],
    [
      [20, 20],
      [-20, 0],
      [0, -20],
      [20, 0],
    ],
    [
      [20, 0],
      [20, 0],
      [0, 20],
      [-20, 0],
    ],
  ],
  objects: {
    spaces: {
      geometries: [
        { type: "Polygon", id: "west", arcs: [], properties: { kind: "land" } },
        { type: "Polygon", id: "east", arcs: [], properties: { kind: "land" } },
        { type: "Polygon", id: "sz-1", arcs: [], properties: { kind: "sea" } },
      ],
    },
    "spaces-small": {
      geometries: [
        { type: "Polygon", id: "west", arcs: [[0, 1]] },
        { type: "MultiPolygon", id: "east", arcs: [[[2, ~0]]] },
        { type: "Polygon", id: "sz-1", arcs: [[1]] },
      ],
    },
  },
};

test("lands become paths, seas and poles are left out", () => {
  expect(pictureFrom(map)).toEqual({
    box: "0 1 20 7",
    lands: [
      { id: "west", d: "M10 0L10 10L0 10L0 0L10 0Z" },
      { id: "east", d: "M10 0L20 0L20 10L10 10L10 0Z" },
    ],
  });
});
