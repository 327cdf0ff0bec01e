/** What the board shows and what it tells of. The board knows no rules: the play layer does. */
import type { GameView, MoveOffer } from "../api/schema";

export type Effect = MoveOffer["effect"];

/** A space that something may be done with now. */
export interface Target {
  effect: Effect;
  /** A short text beside it, such as the odds of an attack: `87%`. */
  label?: string;
  /** How good that is for the player, for the colour of the label. */
  tone?: "good" | "even" | "bad" | "plain";
}

/** Picked units: by space, by `StackView.key`, how many. */
export type Selection = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** An arrow on the map: an order given, planned, or just carried out. */
export interface Arrow {
  path: readonly string[];
  power: string;
  unit: string;
  count: number;
  style: "done" | "planned" | "moving";
}

export interface BoardState {
  view: Pick<GameView, "spaces" | "battle" | "battles" | "turn">;
  selection: Selection;
  targets: ReadonlyMap<string, Target> | null;
  arrows: readonly Arrow[];
  /** Spaces that something else on the screen speaks of. */
  highlights: ReadonlySet<string>;
}

export interface BoardEvents {
  /**
   * A space was tapped, clicked or chosen by keyboard; `stack` if a chip in it was. Stacks that are
   * swept over (with Shift, or a finger held) are told one by one, to be added.
   */
  ontap?: (
    space: string,
    detail: { stack: string | null; add: boolean; x: number; y: number },
  ) => void;
  /** A stack is dragged and dropped on a space. */
  ondrag?: (from: string, stack: string | null) => void;
  ondrop?: (from: string, stack: string | null, to: string, at: { x: number; y: number }) => void;
  onhover?: (space: string | null, x: number, y: number) => void;
  /** The empty table was tapped, or Escape pressed. */
  onclear?: () => void;
}

/** What others ask of the board's camera. */
export interface Camera {
  /** Bring spaces into the free part of the view, with some motion unless that is unwanted. */
  show(spaces: readonly string[], options?: { zoom?: boolean }): void;
  zoomBy(factor: number): void;
  home(): void;
}
