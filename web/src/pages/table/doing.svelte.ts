/** A change of the table under way: one at a time, and its failure said where it was tried. */
import type { GameAndMe } from "../../api/schema";
import type { GameSession } from "../../play/session.svelte";
import { toast, toastError } from "../../ui/toasts.svelte";

/** A session that takes over what the server answers. */
export type TableSession = GameSession & { take?(loaded: GameAndMe): void };

export class Doing {
  /** What is under way, by a name of the caller's; null if nothing is. */
  now: string | null = $state(null);

  constructor(private readonly session: () => TableSession) {}

  /** Changes the game. Gives whether it worked. */
  async change(name: string, run: () => Promise<GameAndMe>, done?: string): Promise<boolean> {
    return this.run(name, async () => this.session().take?.(await run()), done);
  }

  async run(name: string, run: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (this.now !== null) return false;
    this.now = name;
    try {
      await run();
      if (done) toast(done, { tone: "good" });
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      this.now = null;
    }
  }
}
