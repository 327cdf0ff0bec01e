/** A game shown again: which moment, its board, and playing on by itself. */
import { api } from "../../api/client";
import type { EditionView, EntryView, GameAndMe, GameView, Me } from "../../api/schema";
import { edition as editionOf } from "../../app/library.svelte";
import { sceneOf } from "../../play/steps";
import { ahead, inForce, turnsOf, wanted, type Turn } from "./moments";

export const PACES = { slow: 2200, normal: 1100, fast: 400 } as const;
export type Pace = keyof typeof PACES;

/** Boards kept in memory. */
const MOST = 120;

export class Replay {
  /** The moment that is shown or being loaded: so many decisions. */
  at = $state(0);
  view: GameView = $state.raw() as GameView;
  playing = $state(false);
  pace: Pace = $state("normal");
  problem: string | null = $state(null);
  readonly entries: readonly EntryView[];
  readonly turns: readonly Turn[];
  private readonly boards = new Map<number, Promise<GameView>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly edition: EditionView,
    readonly me: Me,
    now: GameView,
    log: readonly EntryView[],
  ) {
    this.entries = inForce(log);
    this.turns = turnsOf(this.entries);
    this.at = this.last;
    this.view = now;
    this.boards.set(this.last, Promise.resolve(now));
  }

  static async open(id: string, moment: string | null): Promise<Replay> {
    const [loaded, log] = await Promise.all([api.game(id), wholeLog(id)]);
    const { game, me }: GameAndMe = loaded;
    const replay = new Replay(id, await editionOf(game.edition), me, game, log);
    await replay.go(wanted(moment, replay.last));
    return replay;
  }

  get last(): number {
    return this.entries.length;
  }

  /** The decision that led to this moment. */
  get entry(): EntryView | null {
    return this.entries[this.at - 1] ?? null;
  }

  /** What to point at on the map. */
  readonly scene = $derived(this.entry ? sceneOf(this.entry) : null);

  private load(at: number): Promise<GameView> {
    let board = this.boards.get(at);
    if (!board) {
      board = api.at(this.id, at);
      board.catch(() => this.boards.delete(at));
      this.boards.set(at, board);
      if (this.boards.size > MOST) {
        const oldest = [...this.boards.keys()].find((key) => Math.abs(key - this.at) > 10);
        if (oldest !== undefined) this.boards.delete(oldest);
      }
    }
    return board;
  }

  /** Shows a moment. If another one is asked for meanwhile, that one wins. */
  async go(at: number): Promise<void> {
    this.at = Math.min(Math.max(at, 0), this.last);
    const asked = this.at;
    try {
      const view = await this.load(asked);
      if (asked !== this.at) return;
      this.view = view;
      this.problem = null;
    } catch (error) {
      if (asked !== this.at) return;
      this.problem = error instanceof Error ? error.message : "This moment cannot be shown.";
      this.pause();
      return;
    }
    for (const next of ahead(asked, this.last, (one) => this.boards.has(one))) {
      this.load(next).catch(() => undefined);
    }
  }

  step(by: number): Promise<void> {
    this.pause();
    return this.go(this.at + by);
  }

  play(): void {
    if (this.at === this.last) void this.go(0);
    this.playing = true;
    this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      await this.go(this.at + 1);
      if (!this.playing) return;
      if (this.at >= this.last) this.pause();
      else this.tick();
    }, PACES[this.pace]);
  }
}

async function wholeLog(id: string): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  for (;;) {
    const part = await api.log(id, entries.at(-1)?.version ?? 0);
    entries.push(...part.entries);
    if (!part.more || part.entries.length === 0) return entries;
  }
}
