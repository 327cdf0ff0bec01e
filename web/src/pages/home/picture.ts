/** The coarse shapes of a map's lands, for pictures of a board. docs/maps/format.md. */
import { mapOf } from "../../play/maps";

export interface Picture {
  box: string;
  lands: { id: string; d: string }[];
}

type Arc = [number, number][];

interface Shape {
  type: string;
  id: string;
  arcs: number[][] | number[][][];
  /** Only on the finest level. */
  properties?: { kind?: string };
}

export interface MapText {
  bbox: [number, number, number, number];
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: Arc[];
  objects: Record<string, { geometries: Shape[] }>;
}

const FINEST = "spaces";
const COARSE = "spaces-small";
/** Poles are cut off: nothing happens there. */
const NORTH = 0.06;
const SOUTH = 0.2;

export function pictureFrom(map: MapText): Picture {
  const [sx, sy] = map.transform.scale;
  const [tx, ty] = map.transform.translate;
  const known = new Map<number, Arc>();

  /** An arc in the map's units; arcs hold steps from point to point. */
  function arc(index: number): Arc {
    let points = known.get(index);
    if (!points) {
      let x = 0;
      let y = 0;
      points = (map.arcs[index] ?? []).map(([dx, dy]): [number, number] => {
        x += dx;
        y += dy;
        return [Math.round(x * sx + tx), Math.round(y * sy + ty)];
      });
      known.set(index, points);
    }
    return points;
  }

  function ring(indices: readonly number[]): string {
    const points = indices.flatMap((index, number) => {
      // A negative index is an arc run backwards.
      const part = index < 0 ? arc(~index).toReversed() : arc(index);
      return number > 0 ? part.slice(1) : part;
    });
    return points.length > 2 ? `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z` : "";
  }

  const [left, top, right, bottom] = map.bbox;
  const height = bottom - top;
  const inland = new Set(
    map.objects[FINEST]?.geometries
      .filter((shape) => shape.properties?.kind === "land")
      .map((shape) => shape.id),
  );
  const lands = (map.objects[COARSE]?.geometries ?? [])
    .filter((shape) => inland.has(shape.id))
    .map((shape) => {
      const polygons = (shape.type === "Polygon" ? [shape.arcs] : shape.arcs) as number[][][];
      return { id: shape.id, d: polygons.flat().map(ring).join("") };
    });
  const shown = [left, top + height * NORTH, right - left, height * (1 - NORTH - SOUTH)];
  return { box: shown.map(Math.round).join(" "), lands };
}

const pictures = new Map<string, Promise<Picture>>();

/** The picture of a map, made once. */
export function pictureOf(url: string): Promise<Picture> {
  let picture = pictures.get(url);
  if (!picture) {
    picture = mapOf(url).then((map) => pictureFrom(map as unknown as MapText));
    picture.catch(() => pictures.delete(url));
    pictures.set(url, picture);
  }
  return picture;
}
