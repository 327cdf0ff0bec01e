/** The whole map in a coarse picture under everything: what a quick hand sees before the rest. */
import { modulo, type Frame, type Look } from "./camera";
import type { Geometry } from "./geometry";
import { paintWhole, type Scene } from "./ground";

const WIDTH = 1400;

export class Backdrop {
  /** Whether the ground has changed since it was painted. */
  stale = true;
  readonly #element: HTMLElement;
  readonly #geometry: Geometry;
  readonly #scale: number;
  readonly #copies: HTMLCanvasElement[];

  constructor(element: HTMLElement, geometry: Geometry) {
    this.#element = element;
    this.#geometry = geometry;
    this.#scale = Math.min(1, WIDTH / geometry.width);
    this.#copies = (geometry.wraps ? [-1, 0, 1] : [0]).map((turn) => {
      const copy = document.createElement("canvas");
      copy.width = Math.round(geometry.width * this.#scale);
      copy.height = Math.round(geometry.height * this.#scale);
      copy.style.left = `${turn * copy.width}px`;
      return copy;
    });
    element.replaceChildren(...this.#copies);
  }

  paint(scene: Scene): void {
    this.stale = false;
    const [first, ...others] = this.#copies;
    const ctx = first!.getContext("2d", { alpha: false })!;
    paintWhole(ctx, this.#scale, scene);
    for (const copy of others) copy.getContext("2d", { alpha: false })!.drawImage(first!, 0, 0);
  }

  follow(look: Look, frame: Frame): void {
    const { width, wraps } = this.#geometry;
    const x = wraps ? modulo(look.x, width) : look.x;
    const left = frame.width / 2 - x * look.scale;
    const top = frame.height / 2 - look.y * look.scale;
    const zoom = look.scale / this.#scale;
    this.#element.style.transform = `translate(${left}px, ${top}px) scale(${zoom})`;
  }
}
