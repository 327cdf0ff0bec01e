/** The state of the game page: what is picked, shown, open and pointed at. */
import { untrack } from "svelte";
import { api } from "../api/client";
import type { DecisionView } from "../api/schema";
import type { Arrow, BoardState, Camera, Selection } from "../board/types";
import { onBattleBoard } from "../panels/registry";
import type { PanelHandle } from "../panels/types";
import type { LiveSession } from "./live.svelte";
import { toastError } from "../ui/toasts.svelte";
import { type SinceTurn, entriesSince, ordersMade, sinceMine } from "./log";
import { MOVING, Mover } from "./mover.svelte";
import { Odds } from "./odds.svelte";
import { Planner } from "./planner.svelte";
import { Playback } from "./playback.svelte";
import { arrowsOf } from "./steps";
import type { TrayTab } from "./Tray.svelte";

/** How long the pointer rests on a space before its card appears. */
const REST = 160;

export class Table {
  readonly mover: Mover;
  readonly odds: Odds;
  readonly playback = new Playback();
  readonly planner: Planner;

  /** The screen is narrow: panels are in a sheet. */
  phone = $state(false);
  camera: Camera | null = $state.raw(null);
  /** What the panel at hand wants to know of the board. */
  panel: PanelHandle | null = $state.raw(null);
  tab: TrayTab | null = $state(null);
  /** The end of the phase is being considered. */
  ending = $state(false);
  pinned: string | null = $state(null);
  hovered: string | null = $state(null);
  /** How far down the screen the last tap was. */
  tappedAt = $state(0);
  /** Counts how often something was shown on the map. */
  looks = $state(0);
  /** Counts how often something came up in the panel that was asked for. */
  reads = $state(0);
  /** Shown here, the pointer's place is taken for what is dropped. */
  pointer = { x: 0, y: 0 };
  /** The side that holds the screen, where several sit around it. */
  holder: string | null = $state(null);
  #chosen: DecisionView | null = $state.raw(null);
  #highlighted: readonly string[] = $state.raw([]);
  #newsSeen = $state(-1);
  #resting: ReturnType<typeof setTimeout> | undefined;

  mine: ReadonlySet<string> = $derived.by(() => new Set(this.session.me.powers));
  /** The question that is being answered. */
  decision: DecisionView | null = $derived.by(() => {
    const { questions } = this.session;
    const chosen = this.#chosen;
    return questions.find((one) => chosen && same(one, chosen)) ?? questions[0] ?? null;
  });
  /** The phase that I move in: the same while only the view of it is a new one. */
  #phase = $derived.by(() =>
    this.decision ? `${this.session.view.round} ${this.decision.power} ${this.decision.kind}` : "",
  );
  /** Whether the question is answered on the battle board. */
  large = $derived.by(() => this.decision !== null && onBattleBoard(this.decision.kind));
  /** Several sides sit around this screen, and it goes to another of them. */
  handOver: string | null = $derived.by(() => {
    const side = this.decision ? this.#sideOf(this.decision.power) : null;
    const sides = new Set([...this.mine].map((power) => this.#sideOf(power)));
    return side && sides.size > 1 && side !== this.holder ? this.decision!.power : null;
  });
  news: readonly SinceTurn[] = $derived.by(() => {
    const { mine, view, log } = this.session;
    if (!mine || !this.mine.has(view.turn) || this.#newsSeen === view.round) return [];
    // Once I have begun, they are no news any more.
    if (entriesSince(log, this.mine).some((entry) => entry.power === view.turn)) return [];
    return sinceMine(log, this.mine);
  });
  board: BoardState = $derived.by(() => ({
    view: this.playback.view ?? { ...this.session.view, spaces: this.mover.spaces },
    selection: this.#selection,
    targets: this.mover.targets,
    arrows: this.#arrows,
    highlights: new Set([
      ...this.#highlighted,
      ...this.mover.shores,
      ...(this.playback.scene?.spaces ?? []),
    ]),
  }));

  constructor(readonly session: LiveSession) {
    this.mover = new Mover(
      session,
      () => (this.decision && MOVING.has(this.decision.kind) ? this.decision : null),
      (space) => this.pin(space),
    );
    this.odds = new Odds(session);
    this.planner = new Planner(session);
    $effect(() =>
      session.listen((before, after, entries) =>
        this.playback.add(before, { after, entries }, this.mine),
      ),
    );
    $effect(() => {
      if (this.#phase) this.ending = false;
    });
    $effect(() => {
      const { scene } = this.playback;
      if (scene?.arrows.length) this.show(scene.spaces);
    });
  }

  choose = (decision: DecisionView): void => {
    this.#chosen = decision;
  };

  /** The player of the side that is asked has the screen now. */
  takeOver(): void {
    if (this.decision) this.holder = this.#sideOf(this.decision.power);
  }

  show = (spaces: readonly string[]): void => {
    if (!spaces.length) return;
    this.camera?.show(spaces);
    untrack(() => (this.looks += 1));
  };

  read = (): void => {
    untrack(() => (this.reads += 1));
  };

  highlight = (spaces: readonly string[]): void => {
    this.#highlighted = spaces;
  };

  pin(space: string | null): void {
    this.pinned = this.pinned === space ? null : space;
  }

  dismissNews(): void {
    this.#newsSeen = this.session.view.round;
  }

  /** Show on the board what others did since my last turn. */
  watchNews(): void {
    this.dismissNews();
    const { log, view } = this.session;
    const others = entriesSince(log, this.mine).filter((entry) => entry.power !== view.turn);
    this.playback
      .watch(others, (decisions) => api.at(view.id, decisions))
      .catch((error: unknown) => {
        this.playback.skip();
        toastError(error);
      });
  }

  tap(
    space: string,
    { stack, add, x, y }: { stack: string | null; add: boolean; x: number; y: number },
  ): void {
    this.tappedAt = y;
    if (this.decision) this.playback.skip();
    if (this.planner.on && !this.decision) this.planner.tap(space, stack);
    else if (this.mover.decision && !this.handOver) {
      this.pinned = null;
      this.mover.do({ type: "tap", space, stack, add, at: { x, y } });
    } else if (!this.panel?.ontap?.(space, stack)) this.pin(space);
  }

  /** A stack is being dragged: light up where it may go. */
  drag(from: string, stack: string | null): void {
    if (!this.mover.decision || this.handOver) return;
    this.playback.skip();
    this.mover.do({ type: "grab", from, stack });
  }

  drop(from: string, stack: string | null, to: string): void {
    if (!this.mover.decision || this.handOver) return;
    this.mover.do({ type: "drop", from, stack, to, at: this.pointer });
  }

  /** Show the card of a space once the pointer rests there; from card to card at once. */
  hover(space: string | null): void {
    clearTimeout(this.#resting);
    if (space === null || this.hovered !== null) this.hovered = space;
    else this.#resting = setTimeout(() => (this.hovered = space), REST);
  }

  clear = (): void => {
    this.pinned = null;
    if (this.mover.state.selection.size) this.mover.do({ type: "clear" });
    this.mover.objection = null;
    this.planner.held = null;
  };

  get #selection(): Selection {
    const { held } = this.planner;
    return held ? new Map([[held.space, new Map([[held.key, 1]])]]) : this.mover.state.selection;
  }

  get #arrows(): Arrow[] {
    const { playback, planner, mover } = this;
    if (playback.playing) return [...(playback.scene?.arrows ?? [])];
    const made = mover.decision ? ordersMade(this.session.log, mover.decision.power) : [];
    const done = made.flatMap((entry) => entry.events.flatMap(arrowsOf));
    return [
      ...done.map((arrow) => ({ ...arrow, style: "done" as const })),
      ...mover.arrows,
      ...(planner.on ? planner.arrows : []),
    ];
  }

  #sideOf(power: string): string | null {
    return this.session.edition.powers.find((one) => one.id === power)?.side ?? null;
  }
}

const same = (a: DecisionView, b: DecisionView) =>
  a.power === b.power && a.kind === b.kind && a.space === b.space;
