/** A game on the screen: the last known state of it, and the way to answer. */
import type {
  AllOptions,
  DecisionView,
  Decided,
  EditionView,
  EntryView,
  GameView,
  Me,
  Options,
} from "../api/schema";

export type Answer = Record<string, unknown>;
export type Connection = "connecting" | "live" | "lost";

/** What panels and the board may use of a game. `LiveSession` is one that is played. */
export interface GameSession {
  readonly edition: EditionView;
  readonly view: GameView;
  readonly me: Me;
  /** Options of the decisions that I may answer; null while they are fetched. */
  readonly options: AllOptions | null;
  readonly log: readonly EntryView[];
  readonly connection: Connection;
  /** An answer is on its way. */
  readonly busy: boolean;
  /** The open decision that is mine, the first if there are several. */
  readonly mine: DecisionView | null;
  optionsFor(decision: DecisionView): Options | null;
  /** Answers for a power, all or none. Throws ApiError, and then nothing has changed. */
  decide(power: string, answers: Answer[]): Promise<Decided>;
  undo(power: string, toVersion?: number): Promise<Decided>;
}
