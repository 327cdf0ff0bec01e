/** A canvas that shows part of the map with some more around it, so that panning only moves it. */
import type { Look } from "./camera";

export interface Size {
  width: number;
  height: number;
}

/** What a painter needs to know: a context in map units, and what of the map is to be seen. */
export interface Canvas {
  ctx: CanvasRenderingContext2D;
  look: Look;
  /** The size of a screen pixel in map units. */
  pixel: number;
  /** Device pixels to a screen pixel. */
  density: number;
  /** Left, top, right, bottom in map units; left may be below 0 and right beyond the map. */
  seen: [number, number, number, number];
}

export class Sheet {
  readonly element: HTMLCanvasElement;
  /** The look that was last painted. */
  painted: Look | null = null;
  /** When that was. */
  when = 0;
  #ctx: CanvasRenderingContext2D;
  #size: Size = { width: 0, height: 0 };
  #margin = 0;
  #density = 1;

  constructor(
    element: HTMLCanvasElement,
    readonly opaque: boolean,
    readonly sharpest: number,
  ) {
    this.element = element;
    this.#ctx = element.getContext("2d", { alpha: !opaque })!;
  }

  resize(size: Size, margin: number): void {
    const density = Math.min(window.devicePixelRatio || 1, this.sharpest);
    const width = Math.round((size.width + 2 * margin) * density);
    const height = Math.round((size.height + 2 * margin) * density);
    this.#size = size;
    this.#margin = margin;
    this.#density = density;
    if (this.element.width !== width || this.element.height !== height) {
      this.element.width = width;
      this.element.height = height;
      this.painted = null;
    }
    const { style } = this.element;
    style.width = `${size.width + 2 * margin}px`;
    style.height = `${size.height + 2 * margin}px`;
    style.left = `${-margin}px`;
    style.top = `${-margin}px`;
  }

  /** Paints anew for a look. */
  paint(look: Look, painter: (canvas: Canvas) => void): void {
    const ctx = this.#ctx;
    const { width, height } = this.#size;
    const [halfWidth, halfHeight] = [width / 2 + this.#margin, height / 2 + this.#margin];
    const zoom = look.scale * this.#density;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    if (!this.opaque) ctx.clearRect(0, 0, this.element.width, this.element.height);
    ctx.setTransform(
      zoom,
      0,
      0,
      zoom,
      halfWidth * this.#density - look.x * zoom,
      halfHeight * this.#density - look.y * zoom,
    );
    painter({
      ctx,
      look,
      pixel: 1 / look.scale,
      density: this.#density,
      seen: [
        look.x - halfWidth / look.scale,
        look.y - halfHeight / look.scale,
        look.x + halfWidth / look.scale,
        look.y + halfHeight / look.scale,
      ],
    });
    this.painted = look;
    this.element.style.transform = "";
    this.when = performance.now();
  }

  /** Moves and scales what is painted to another look. `turn` is the map's width if it wraps. */
  follow(look: Look, turn: number): void {
    if (!this.painted) return;
    const from = this.painted;
    let dx = from.x - look.x;
    if (turn) dx -= Math.round(dx / turn) * turn;
    const scale = look.scale / from.scale;
    const x = dx * look.scale;
    const y = (from.y - look.y) * look.scale;
    this.element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** Whether what is painted covers the view at a look. */
  covers(look: Look, turn: number): boolean {
    if (!this.painted) return false;
    const from = this.painted;
    let dx = from.x - look.x;
    if (turn) dx -= Math.round(dx / turn) * turn;
    const { width, height } = this.#size;
    const ratio = look.scale / from.scale;
    const slackX = (width / 2 + this.#margin) * ratio - width / 2;
    const slackY = (height / 2 + this.#margin) * ratio - height / 2;
    return (
      Math.abs(dx * look.scale) <= slackX && Math.abs((from.y - look.y) * look.scale) <= slackY
    );
  }
}

/** Which copies of the map are to be seen, as the turns they are shifted by. */
export function turnsSeen(seen: Canvas["seen"], width: number, wraps: boolean): number[] {
  if (!wraps) return [0];
  const found: number[] = [];
  for (let turn = Math.floor(seen[0] / width); turn * width < seen[2]; turn++) found.push(turn);
  return found;
}
