/**
 * Where everything stands: names, badges and chips inside their spaces, large if there is room.
 *
 * Each space tries a list of plans, the best first. What does not fit even so goes into the sea
 * beside the territory with a line that leads to it, or becomes a total, or a mere dot. The way of
 * `maps/drawing_layout.py`, so that the live board looks like the printed one.
 */
import { aside } from "./aside";
import { Clutter, apart, distance, type Segment } from "./clutter";
import { placed as movedTo, stacked, type Block, type Piece } from "./pieces";
import type { Place } from "./places";
import { partsOf, roundsFor, type Parts, type Plan, type Round, type Wish } from "./plans";
import { center, type Box, type Point, type Room } from "./room";
import { middleOf, type Outline, type Rooms } from "./rooms";

/**
 * How far a block with units in it may be out at sea at most, and how far from any territory
 * however small it is close by; how far a mere name may be. In pixels.
 */
const [REACH, CLOSE, NEAR] = [80, 36, 34];
/** Farther than so many times its size a block is not close to its territory. */
const TIMES = 1.5;
/** How far the blocks of one space may stand from each other, and if all else fails. */
const [SPLIT, TORN] = [8, 40];
/** Nothing that is put out to sea is smaller, in pixels. */
const LEAST = 14;

/** What stands in, or for, a space. */
export interface Placed {
  pieces: Piece[];
  /** Powers that have units here and no room for a chip. */
  dots: { x: number; y: number; power: string }[];
  leader: Segment | null;
  plate: Box | null;
  emblem: Box | null;
}

/** A map with everything in its place. */
export interface Laid {
  unit: number;
  placed: ReadonlyMap<string, Placed>;
  /** What is left of a space, for what comes and goes. */
  room(id: string): Room;
}

function nothing(): Placed {
  return { pieces: [], dots: [], leader: null, plate: null, emblem: null };
}

type Found = { block: Block; box: Box };

/** Places everything at once. */
export function layOut(rooms: Rooms, places: Iterable<Place>): Laid {
  const layout = new Layout(rooms);
  for (const _ of layout.begin(places));
  return layout.laid;
}

export class Layout {
  readonly #rooms: Rooms;
  readonly #outlines: ReadonlyMap<string, Outline>;
  readonly #wish: Wish;
  readonly #placed: Map<string, Placed>;
  /** What is free of the spaces that were asked for so far. */
  readonly #free = new Map<string, Room>();
  readonly #made = new Map<string, Map<Plan, Parts>>();
  #clutter = new Clutter();
  #ocean: Room | null = null;

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
    this.#outlines = rooms.outlines;
    this.#wish = rooms.wish;
    this.#placed = new Map([...rooms.outlines.keys()].map((id) => [id, nothing()]));
  }

  get laid(): Laid {
    return {
      unit: this.#wish.unit,
      placed: new Map(this.#placed),
      room: (id) => this.#room(id),
    };
  }

  /**
   * Places everything, in steps that leave time for other work: first what has a place of its own,
   * then what must go elsewhere. Empty seas come last: their numbers stand where what was put out
   * to sea leaves room.
   */
  *begin(places: Iterable<Place>): Generator<void> {
    const wanted = [...places].filter((place) => this.#outlines.has(place.id));
    const empty = wanted.filter((place) => place.sea && !place.forces.length);
    const seas = wanted.filter((place) => place.sea && place.forces.length);
    const lands = wanted.filter((place) => !place.sea);
    const homeless: Place[] = [];
    for (const place of [...seas, ...lands]) {
      if (!this.#try(place, roundsFor(place, this.#wish).slice(0, 1))) homeless.push(place);
      yield;
    }
    for (const place of homeless) {
      if (!this.#try(place, roundsFor(place, this.#wish).slice(1))) this.#dots(place);
      yield;
    }
    for (const place of empty) {
      this.#try(place, roundsFor(place, this.#wish));
      yield;
    }
    for (const place of lands) if (place.owner) this.#emblem(place);
  }

  /** Places anew what has changed, and lets all else stand. */
  change(places: readonly Place[]): void {
    for (const { id } of places) {
      this.#placed.set(id, nothing());
      this.#made.delete(id);
    }
    this.#free.clear();
    this.#ocean = null;
    this.#clutter = new Clutter();
    for (const placed of this.#placed.values()) {
      this.#clutter.boxes.push(...placed.pieces.map((piece) => piece.box));
      if (placed.plate) this.#clutter.boxes.push(placed.plate);
      if (placed.leader) this.#clutter.lines.push(placed.leader);
    }
    for (const _ of this.begin(places));
  }

  /** What is free of a space, less what stands in it already. */
  #room(id: string): Room {
    const known = this.#free.get(id);
    if (known) return known;
    const gap = 2 * this.#wish.unit;
    const room = this.#rooms.space(id).copy();
    const sea = this.#outlines.get(id)?.sea ?? false;
    for (const [other, placed] of this.#placed) {
      if (other === id && !placed.plate) {
        for (const piece of placed.pieces) room.take(piece.box, gap);
      }
      if (other === id && placed.emblem) room.take(placed.emblem);
      if (sea && placed.plate) room.take(placed.plate, gap);
      if (other !== id && placed.leader) room.takeLine(...placed.leader, gap);
    }
    this.#free.set(id, room);
    return room;
  }

  /** What is still free of all water. */
  get #sea(): Room {
    if (this.#ocean) return this.#ocean;
    const gap = 2 * this.#wish.unit;
    const room = this.#rooms.water.copy();
    for (const [id, outline] of this.#outlines) {
      const placed = this.#placed.get(id)!;
      if (outline.sea) for (const piece of placed.pieces) room.take(piece.box, gap);
      if (placed.plate) room.take(placed.plate, gap);
      if (placed.leader) room.takeLine(...placed.leader, gap);
    }
    return (this.#ocean = room);
  }

  /** Places a space's things in one of several rounds of attempts. */
  #try(place: Place, rounds: readonly Round[]): boolean {
    return rounds.some((round) => {
      if (!round.aside) return this.#settle(place, round.plans);
      return !place.sea && this.#beside(place, round);
    });
  }

  /** What is to be placed, made once for all attempts. */
  #parts(place: Place, plan: Plan): Parts {
    const made = this.#made.get(place.id) ?? new Map<Plan, Parts>();
    this.#made.set(place.id, made);
    const parts =
      made.get(plan) ?? partsOf(place, plan, this.#wish, this.#outlines.get(place.id)!.short);
    made.set(plan, parts);
    return parts;
  }

  /**
   * Places a space's things by the first plan that works. They stand together if that costs them
   * one size; before it costs them two, apart but side by side, and far apart only where the value
   * would be lost.
   */
  #settle(place: Place, plans: readonly Plan[]): boolean {
    const tries: { split: boolean; plan: Plan }[] = plans
      .slice(0, 1)
      .map((plan) => ({ split: false, plan }));
    plans.forEach((plan, i) => {
      const smaller = plans[i + 1];
      if (smaller) tries.push({ split: false, plan: smaller });
      tries.push({ split: true, plan });
    });
    let torn: Found[] | null = null;
    for (const { split, plan } of tries) {
      if (torn && !plan.coin) break;
      const found = split ? this.#apart(place, plan) : this.#together(place, plan);
      if (found && spread(found) > SPLIT * this.#wish.unit) torn ??= found;
      else if (found) {
        this.#put(place.id, found);
        return true;
      }
    }
    if (torn) this.#put(place.id, torn);
    return torn !== null;
  }

  #put(id: string, found: readonly Found[]): void {
    for (const { block, box } of found) {
      this.#room(id).take(box, 2 * this.#wish.unit);
      this.#clutter.boxes.push(box);
      this.#placed.get(id)!.pieces.push(...movedTo(block, box.x, box.y));
    }
  }

  /** Name, badges and chips under one another, near the middle of the space. */
  #together(place: Place, plan: Plan): Found[] | null {
    const middle = middleOf(this.#outlines.get(place.id)!);
    const room = this.#room(place.id);
    const parts = this.#parts(place, plan);
    let best: (Found & { cost: number }) | null = null;
    for (const name of parts.names) {
      for (const row of parts.badges.slice(0, plan.short ? 4 : 2)) {
        for (const stack of parts.chips) {
          const block = stacked([name, row, stack], 2 * this.#wish.unit);
          if (!block.pieces.length) return [];
          const box = room.find(block.width, block.height, middle);
          if (!box) continue;
          const cost =
            distance(center(box), middle) +
            Math.abs(block.width - 2 * block.height) / 3 +
            Math.max(0, block.height - block.width);
          if (!best || cost < best.cost) best = { cost, block, box };
        }
      }
    }
    return best && [best];
  }

  /** Chips in one part of the space, name and badges in others, as near as they can be. */
  #apart(place: Place, plan: Plan): Found[] | null {
    const { unit } = this.#wish;
    const outline = this.#outlines.get(place.id)!;
    const middle = middleOf(outline);
    const { chips, badges, names: shown } = this.#parts(place, plan);
    const names = shown.filter((name) => name.pieces.length);
    const pairs = names.flatMap((name) =>
      badges.slice(0, 3).map((row) => stacked([name, row], 2 * unit)),
    );
    const both = pairs.length ? pairs : badges;
    const ways: { blocks: Block[]; near: Point }[][] = [
      [
        { blocks: chips, near: middle },
        { blocks: both, near: outline.label },
      ],
      [
        { blocks: both, near: middle },
        { blocks: chips, near: outline.label },
      ],
      [
        { blocks: chips, near: middle },
        { blocks: names, near: outline.label },
        { blocks: badges, near: outline.label },
      ],
      [
        { blocks: names, near: middle },
        { blocks: chips, near: outline.label },
        { blocks: badges, near: outline.label },
      ],
    ];
    let best: Found[] | null = null;
    for (const groups of ways) {
      const found = this.#inParts(this.#room(place.id).copy(), groups);
      if (!found || spread(found) > TORN * unit) continue;
      if (!best || spread(found) < spread(best)) best = found;
      if (spread(best) <= SPLIT * unit) break;
    }
    return best;
  }

  #inParts(room: Room, groups: readonly { blocks: Block[]; near: Point }[]): Found[] | null {
    const found: Found[] = [];
    for (const { blocks, near } of groups) {
      if (!blocks[0]?.pieces.length) continue;
      const one = this.#nearest(room, blocks, found[0] ? center(found[0].box) : near);
      if (!one) return null;
      found.push(one);
    }
    return found;
  }

  /** The one of several blocks that can stand nearest to a point; it takes its room. */
  #nearest(room: Room, choices: readonly Block[], near: Point): Found | null {
    let best: (Found & { far: number }) | null = null;
    for (const block of choices) {
      const box = room.find(block.width, block.height, near);
      const far = box ? distance(center(box), near) : Infinity;
      if (box && (!best || far < best.far)) best = { far, block, box };
    }
    if (best) room.take(best.box, 2 * this.#wish.unit);
    return best;
  }

  /** Puts what does not fit into a territory into the sea beside it; a mere name if an island. */
  #beside(place: Place, round: Round): boolean {
    const { unit } = this.#wish;
    const first = round.plans[0];
    if (!first) return false;
    const outline = this.#outlines.get(place.id)!;
    const middle = middleOf(outline);
    const seas = outline.neighbors.filter((id) => this.#outlines.get(id)?.sea);
    const size = Math.sqrt(this.#rooms.space(place.id).area);
    let reach =
      (round.far ? REACH : Math.min(REACH, Math.max(CLOSE, (TIMES * size) / unit))) * unit;
    if (!this.#parts(place, first).chips[0]!.pieces.length) {
      reach = Math.min(NEAR * unit, this.#wish.across / 2);
      if (seas.length < outline.neighbors.length) return false;
    }
    const least = LEAST * unit;
    if (!this.#sea.find(least, least, middle, reach + least)) return false;
    const clutter = this.#clutter.near(middle, reach);
    const rooms = seas.map((id) => this.#room(id));
    for (const plan of round.plans) {
      const parts = this.#parts(place, plan);
      const from = { id: place.id, rooms: this.#rooms, reach, clutter };
      const found = aside(from, parts, rooms) ?? aside(from, parts, [this.#sea]);
      if (found) {
        this.#setOut(place.id, found.block, found.box, found.line);
        return true;
      }
    }
    return false;
  }

  /** Puts a block out to sea. Nothing else may cover it, nor the line that leads to it. */
  #setOut(id: string, block: Block, box: Box, line: Segment): void {
    const gap = 2 * this.#wish.unit;
    for (const [other, room] of this.#free) {
      if (this.#outlines.get(other)!.sea) room.take(box, gap);
      if (other !== id) room.takeLine(...line, gap);
    }
    this.#sea.take(box, gap);
    this.#sea.takeLine(...line, gap);
    this.#clutter.boxes.push(box);
    this.#clutter.lines.push(line);
    const placed = this.#placed.get(id)!;
    placed.pieces.push(...movedTo(block, box.x + 1.5 * gap, box.y + gap));
    placed.plate = box;
    placed.leader = line;
  }

  /** A dot for each power that has units in a space too small for anything else. */
  #dots(place: Place): void {
    const [x, y] = middleOf(this.#outlines.get(place.id)!);
    const count = place.forces.length;
    place.forces.forEach(({ power }, i) => {
      const along = (i - (count - 1) / 2) * 7 * this.#wish.unit;
      this.#placed.get(place.id)!.dots.push({ x: x + along, y, power });
    });
  }

  /** The sign of the owner where there is room left for it. */
  #emblem(place: Place): void {
    const { unit } = this.#wish;
    const room = this.#room(place.id);
    for (const size of [36, 28, 22]) {
      const middle = middleOf(this.#outlines.get(place.id)!);
      const box = room.find(size * unit, size * unit, middle);
      if (box) {
        room.take(box);
        this.#placed.get(place.id)!.emblem = box;
        return;
      }
    }
  }
}

/** How far the blocks of a space stand from the first of them. */
function spread(found: readonly Found[]): number {
  const [first, ...rest] = found;
  return Math.max(0, ...rest.map(({ box }) => apart(box, first!.box)));
}
