/**
 * Layouts of a board at the zooms that were looked at. A new zoom is laid out in slices, so that
 * no frame waits for it; a change in a few spaces is put in at once.
 */
import type { Geometry } from "./geometry";
import { Layout, type Laid } from "./layout";
import { signature, type Place } from "./places";
import { Rooms } from "./rooms";

/** Zooms for which pieces are laid out: so many to each doubling. Between them they are scaled. */
const STEPS = 4;
/** Map units to a pixel up to which every kind of unit is shown. */
const CLOSE = 2.6;
/** Map units to a pixel from which the plainest shapes will do. */
const FAR = 2;
const CACHED = 6;
/** More changed spaces than this are worth a new beginning. */
const MANY = 30;

export type Places = ReadonlyMap<string, Place>;

interface Known {
  layout: Layout;
  laid: Laid;
  places: Places;
}

export class Layouts {
  readonly #geometry: Geometry;
  readonly #known = new Map<number, Known>();
  readonly #rooms = new Map<number, Rooms>();
  #job: { step: number; places: Places; layout: Layout; steps: Generator<void> } | null = null;
  #shown: number | null = null;

  constructor(geometry: Geometry) {
    this.#geometry = geometry;
  }

  /** Whether a layout is under way. */
  get busy(): boolean {
    return this.#job !== null;
  }

  /** The layout to be shown now. It is brought up to date; another zoom is begun if it is wanted. */
  now(places: Places, scale: number, wanted: boolean): Laid | null {
    if (wanted || this.#shown === null) this.aim(places, scale);
    const shown = this.#shown === null ? undefined : this.#known.get(this.#shown);
    if (!shown) return null;
    if (shown.places !== places) this.#update(shown, places);
    return shown.laid;
  }

  /** Works on for so many milliseconds; true if a new layout is ready. */
  work(budget: number): boolean {
    const job = this.#job;
    if (!job) return false;
    const until = performance.now() + budget;
    while (performance.now() < until) {
      if (!job.steps.next().done) continue;
      this.#job = null;
      this.#keep(job.step, { layout: job.layout, laid: job.layout.laid, places: job.places });
      return true;
    }
    return false;
  }

  /** Shows the layout for a zoom next, and begins it if there is none. */
  aim(places: Places, scale: number): void {
    const step = Math.round(Math.log2(scale) * STEPS);
    if (this.#known.has(step)) {
      this.#shown = step;
      this.#job = null;
      return;
    }
    if (this.#job?.step === step && this.#job.places === places) return;
    const layout = new Layout(this.#roomsAt(step));
    this.#job = { step, places, layout, steps: layout.begin(places.values()) };
  }

  #keep(step: number, known: Known): void {
    for (const old of this.#known.keys()) {
      if (this.#known.size < CACHED) break;
      this.#known.delete(old);
      this.#rooms.delete(old);
    }
    this.#known.set(step, known);
    this.#shown = step;
  }

  #update(known: Known, places: Places): void {
    const changed = [...places.values()].filter((place) => {
      const before = known.places.get(place.id);
      return !before || signature(before) !== signature(place);
    });
    if (changed.length > MANY && this.#shown !== null) {
      known.layout = new Layout(this.#roomsAt(this.#shown));
      for (const _ of known.layout.begin(places.values()));
    } else if (changed.length) known.layout.change(changed);
    if (changed.length) known.laid = known.layout.laid;
    known.places = places;
  }

  #roomsAt(step: number): Rooms {
    let rooms = this.#rooms.get(step);
    if (!rooms) {
      const { width, height, outlines } = this.#geometry;
      const unit = 2 ** (-step / STEPS);
      const level = unit > FAR ? "small" : "medium";
      rooms = new Rooms(this.#geometry.outlinesAt(level), this.#geometry.shoreAt(level), {
        unit,
        view: { x: 0, y: 0, width, height },
        across: Math.sqrt((width * height) / outlines.size),
        units: unit <= CLOSE ? "kinds" : "totals",
      });
      this.#rooms.set(step, rooms);
    }
    return rooms;
  }
}
