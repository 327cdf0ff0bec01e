/** The shapes of a map, read from its TopoJSON (docs/maps/format.md). */
import type { Outline } from "./rooms";
import type { Point, Ring } from "./room";

interface TopoGeometry {
  type: "Polygon" | "MultiPolygon";
  id: string;
  arcs: number[][] | number[][][];
  properties: Record<string, unknown>;
}

interface Collection {
  geometries: TopoGeometry[];
}

export type LevelName = "full" | "medium" | "small";

/** A map file as the server sends it. */
export interface MapFile {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, Collection>;
  sandtable: {
    board: string;
    width: number;
    height: number;
    wraps: boolean;
    order: string[];
    gates: { passage: string; edge: string[]; at: Point }[];
    undrawn: { edge: string[]; kind: "link" | "wrap"; why: string; at: [Point, Point] }[];
  };
}

interface SpaceProperties {
  kind: "land" | "sea";
  anchors: [number, number, number][];
  label: { at: Point; width: number; height: number };
  short?: string;
  city?: Point;
}

/** A line where two shapes meet, or a shape and the frame. */
export interface Border {
  sides: string[];
  points: Ring;
}

export interface Area {
  id: string;
  rings: Ring[];
  /** Left, top, right, bottom. */
  bounds: [number, number, number, number];
}

export interface Fill extends Area {
  kind: string;
  ashore: boolean;
}

export interface Level {
  spaces: ReadonlyMap<string, Area>;
  fills: Fill[];
  borders: Border[];
}

/** How much of a screen pixel the lines of a level may be wrong by decides which one is drawn. */
export function levelFor(scale: number): LevelName {
  const unit = 1 / scale;
  if (unit < 1.6) return "full";
  return unit < 4.5 ? "medium" : "small";
}

export class Geometry {
  readonly width: number;
  readonly height: number;
  readonly wraps: boolean;
  readonly order: readonly string[];
  readonly gates: MapFile["sandtable"]["gates"];
  readonly links: MapFile["sandtable"]["undrawn"];
  /** Spaces that meet across the edge of the world, in both orders. */
  readonly around: ReadonlyMap<string, ReadonlySet<string>>;
  readonly outlines: ReadonlyMap<string, Outline>;
  readonly #file: MapFile;
  readonly #levels = new Map<LevelName, Level>();
  readonly #arcs: Point[][];

  constructor(file: MapFile, neighbors: ReadonlyMap<string, readonly string[]>) {
    const about = file.sandtable;
    this.#file = file;
    this.width = about.width;
    this.height = about.height;
    this.wraps = about.wraps;
    this.order = about.order;
    this.gates = about.gates;
    this.links = about.undrawn.filter((each) => each.kind === "link");
    this.around = pairsOf(about.undrawn.filter((each) => each.kind === "wrap"));
    this.#arcs = decoded(file);
    const { spaces } = this.level("medium");
    this.outlines = new Map(
      file.objects["spaces"]!.geometries.map((each) => {
        const about = each.properties as unknown as SpaceProperties;
        return [
          each.id,
          {
            id: each.id,
            sea: about.kind === "sea",
            rings: spaces.get(each.id)!.rings,
            anchors: about.anchors,
            label: about.label.at,
            short: about.short ?? "",
            neighbors: neighbors.get(each.id) ?? [],
          },
        ];
      }),
    );
  }

  level(name: LevelName): Level {
    const level = this.#levels.get(name) ?? this.#read(name === "full" ? "" : `-${name}`);
    this.#levels.set(name, level);
    return level;
  }

  /** The spaces with the shapes of a level. */
  outlinesAt(name: LevelName): ReadonlyMap<string, Outline> {
    const { spaces } = this.level(name);
    return new Map(
      [...this.outlines].map(([id, outline]) => [id, { ...outline, rings: spaces.get(id)!.rings }]),
    );
  }

  /** The lines between water and anything else, the frame included. */
  shoreAt(name: LevelName): Ring[] {
    const sea = (id: string) => this.outlines.get(id)?.sea === true;
    return this.level(name)
      .borders.filter((border) => border.sides.filter(sea).length === 1)
      .map((border) => border.points);
  }

  #read(suffix: string): Level {
    const sides = new Map<number, string[]>();
    const area = (each: TopoGeometry): Area => {
      const polygons = (each.type === "Polygon" ? [each.arcs] : each.arcs) as number[][][];
      const rings = polygons.flat().map((ring) => this.#ring(ring));
      for (const arc of polygons.flat(2)) {
        const index = arc < 0 ? ~arc : arc;
        const known = sides.get(index) ?? [];
        sides.set(index, known);
        if (!known.includes(each.id)) known.push(each.id);
      }
      return { id: each.id, rings, bounds: boundsOf(rings) };
    };
    const spaces = this.#file.objects[`spaces${suffix}`]!.geometries.map(area);
    const fills = this.#file.objects[`fills${suffix}`]!.geometries.map((each) => ({
      ...area(each),
      kind: String(each.properties["kind"]),
      ashore: each.properties["ashore"] === true,
    }));
    return {
      spaces: new Map(spaces.map((each) => [each.id, each])),
      fills,
      borders: [...sides].map(([arc, names]) => ({ sides: names, points: this.#arcs[arc]! })),
    };
  }

  #ring(arcs: readonly number[]): Point[] {
    const points: Point[] = [];
    for (const arc of arcs) {
      const line = arc < 0 ? [...this.#arcs[~arc]!].reverse() : this.#arcs[arc]!;
      points.push(...(points.length ? line.slice(1) : line));
    }
    points.pop();
    return points;
  }
}

function pairsOf(edges: readonly { edge: string[] }[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { edge } of edges) {
    for (const [one, other] of [edge, [...edge].reverse()] as [string, string][]) {
      found.set(one, (found.get(one) ?? new Set()).add(other));
    }
  }
  return found;
}

function decoded(file: MapFile): Point[][] {
  const { scale, translate } = file.transform;
  return file.arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

function boundsOf(rings: readonly Ring[]): [number, number, number, number] {
  const found: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const [x, y] of ring) {
      found[0] = Math.min(found[0], x);
      found[1] = Math.min(found[1], y);
      found[2] = Math.max(found[2], x);
      found[3] = Math.max(found[3], y);
    }
  }
  return found;
}

/** Whether a point lies in an area. */
export function contains(area: Area, [x, y]: Point): boolean {
  const [left, top, right, bottom] = area.bounds;
  if (x < left || x > right || y < top || y > bottom) return false;
  let inside = false;
  for (const ring of area.rings) {
    let [px, py] = ring[ring.length - 1]!;
    for (const [cx, cy] of ring) {
      if (cy > y !== py > y && x < ((px - cx) * (y - cy)) / (py - cy) + cx) inside = !inside;
      px = cx;
      py = cy;
    }
  }
  return inside;
}
