/** Shows what happened, one thing after the other. The game itself is never held up by it. */
import { settings } from "../app/settings.svelte";
import type { EntryView, GameView } from "../api/schema";
import { worthShowing } from "../panels/battle/frames";
import { type Scene, pace, sceneOf } from "./steps";

interface Item {
  after: GameView;
  entries: readonly EntryView[];
}

const SCENE = 900;

export class Playback {
  /** What the board shows meanwhile; null: the game as it is. */
  view: GameView | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  /** Dice are shown on the battle board; it calls `battleDone`. */
  battle: EntryView | null = $state.raw(null);
  power: string | null = $state(null);
  waiting = $state(0);
  #queue: Item[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #afterBattle: (() => void) | null = null;
  /** The entries that are being fetched to be watched again. */
  #watching: object | null = null;

  get playing(): boolean {
    return this.scene !== null || this.battle !== null;
  }

  /** Something happened. Of what I did myself only dice are shown, and nothing that I could not
      have watched. */
  add(before: GameView, item: Item, mine: ReadonlySet<string>): void {
    const decisions = item.entries.filter((entry) => entry.kind === "decision" && !entry.undone);
    const own = decisions.some((entry) => entry.power !== null && mine.has(entry.power));
    if (settings.speed === "instant" || document.visibilityState === "hidden") {
      this.skip();
      return;
    }
    if (own) {
      this.skip();
      if (!worthShowing(decisions)) return;
    } else if (!decisions.length && !this.playing) return;
    if (!this.#queue.length && !this.playing) this.view = before;
    this.#queue.push({ ...item, entries: decisions });
    this.waiting = this.#queue.length;
    if (!this.playing) this.#next();
  }

  /** Show entries of the past again; `load` gives the game after so many decisions. */
  async watch(
    entries: readonly EntryView[],
    load: (decisions: number) => Promise<GameView>,
  ): Promise<void> {
    this.skip();
    const decisions = entries.filter((entry) => entry.kind === "decision" && !entry.undone);
    const [first] = decisions;
    if (!first) return;
    const token = (this.#watching = {});
    const begin = await load(first.decisions - 1);
    if (this.#watching !== token) return;
    this.view = begin;
    for (const entry of decisions) {
      const after = await load(entry.decisions);
      if (this.#watching !== token) return;
      this.#queue.push({ after, entries: [entry] });
      this.waiting = this.#queue.length;
      if (!this.playing) this.#next();
    }
    this.#watching = null;
    if (!this.playing) this.skip();
  }

  /** Show the game as it is now. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#watching = null;
    this.#queue = [];
    this.#afterBattle = null;
    this.waiting = 0;
    this.scene = null;
    this.battle = null;
    this.view = null;
    this.power = null;
  }

  /** The battle board has shown its entry. */
  battleDone(): void {
    const next = this.#afterBattle;
    this.#afterBattle = null;
    this.battle = null;
    next?.();
  }

  #next(): void {
    const item = this.#queue.shift();
    this.waiting = this.#queue.length;
    if (item) this.#play(item, 0);
    else if (this.#watching) this.scene = null;
    else this.skip();
  }

  #play(item: Item, index: number): void {
    const entry = item.entries[index];
    if (!entry) {
      this.view = item.after;
      this.#next();
      return;
    }
    this.power = entry.power;
    if (worthShowing([entry])) {
      this.scene = null;
      this.battle = entry;
      this.#afterBattle = () => this.#play(item, index + 1);
      return;
    }
    const scene = sceneOf(entry);
    this.scene = scene;
    if (index === item.entries.length - 1 && !scene.arrows.length) this.view = item.after;
    const time = settings.duration(SCENE) * pace(scene.weight, this.waiting);
    this.#timer = setTimeout(() => this.#play(item, index + 1), time);
  }
}
