/** Boards with their starting positions, for tests. */
import { readFileSync } from "node:fs";
import type { EditionView, GameView } from "../../api/schema";
import { Geometry, type MapFile } from "../geometry";
import { placesOf, type Place } from "../places";
import { Rooms } from "../rooms";

export interface Sample {
  edition: EditionView;
  spaces: GameView["spaces"];
  geometry: Geometry;
  places: Map<string, Place>;
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));

export function sample(name: "1941" | "revised"): Sample {
  const { edition, spaces } = read(`./${name}.json`) as Pick<Sample, "edition" | "spaces">;
  const file = read(`../../../../src/sandtable/editions/${name}/map.json`) as MapFile;
  const borders = new Map(edition.spaces.map((space) => [space.id, space.borders]));
  return {
    edition,
    spaces,
    geometry: new Geometry(file, borders),
    places: placesOf(edition, { spaces, battle: null, battles: [], turn: "germany" }),
  };
}

export function roomsAt(geometry: Geometry, scale: number, units: "kinds" | "totals"): Rooms {
  const { width, height, outlines } = geometry;
  return new Rooms(outlines, geometry.shoreAt("medium"), {
    unit: 1 / scale,
    view: { x: 0, y: 0, width, height },
    across: Math.sqrt((width * height) / outlines.size),
    units,
  });
}
