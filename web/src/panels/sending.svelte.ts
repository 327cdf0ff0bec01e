/** Sends a panel's answer, and keeps what the server said against it. */
import { ApiError } from "../api/client";
import type { Problem } from "../api/schema";
import type { Answer, GameSession } from "../play/session.svelte";

export class Sending {
  busy = $state(false);
  problem = $state<Problem | null>(null);

  /** True if the answer was accepted. */
  async send(session: GameSession, power: string, ...answers: Answer[]): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await session.decide(power, answers);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.problem;
      return false;
    } finally {
      this.busy = false;
    }
  }

  clear() {
    this.problem = null;
  }
}
