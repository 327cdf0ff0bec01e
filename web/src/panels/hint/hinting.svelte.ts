/** A hint that was asked for: what the computer would do now. It is gone when the game goes on. */
import { getContext, setContext } from "svelte";
import { ApiError, api } from "../../api/client";
import type { DecisionView, Hint, Problem } from "../../api/schema";
import type { GameSession } from "../../play/session.svelte";

/** How the table makes room for a hint, and the map shows what it speaks of. */
export interface Looking {
  show(spaces: readonly string[]): void;
  highlight(spaces: readonly string[]): void;
  read(): void;
}

const LOOKING = Symbol("looking");

export const setLooking = (looking: Looking) => setContext(LOOKING, looking);
export const getLooking = () => getContext<Looking | undefined>(LOOKING);

export class Hinting {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);
  #hint = $state.raw<Hint | null>(null);
  readonly #session: () => GameSession;
  readonly #decision: () => DecisionView | null;

  constructor(session: () => GameSession, decision: () => DecisionView | null) {
    this.#session = session;
    this.#decision = decision;
  }

  /** The hint, as long as it is for what is asked now. */
  get shown(): Hint | null {
    const [hint, asked] = [this.#hint, this.#decision()];
    if (!hint || !asked || hint.version !== this.#session().view.version) return null;
    return hint.power === asked.power && hint.decision === asked.kind ? hint : null;
  }

  /** Ask the usual adviser, or another computer player. */
  async ask(level?: string): Promise<void> {
    const asked = this.#decision();
    if (this.busy || !asked) return;
    this.busy = true;
    this.problem = null;
    try {
      this.#hint = await api.hint(this.#session().view.id, {
        power: asked.power,
        level: level ?? null,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.problem;
    } finally {
      this.busy = false;
    }
  }

  close(): void {
    this.#hint = null;
    this.problem = null;
  }
}
