/** The odds of the battles to come and under way, fetched again whenever the game goes on. */
import { api } from "../api/client";
import type { OddsView } from "../api/schema";
import type { GameSession } from "./session.svelte";

const PAUSE = 100;
const AGAIN = 600;

export class Odds {
  #battles: readonly OddsView[] = $state.raw([]);

  /** Fetches for as long as the component that makes this lives. */
  constructor(session: GameSession) {
    $effect(() => {
      const { id, version, battles, battle } = session.view;
      if (!battles.length && !battle) {
        this.#battles = [];
        return;
      }
      let over = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const ask = async () => {
        try {
          const odds = await api.odds(id);
          if (over || odds.version < version) return;
          this.#battles = odds.battles;
          if (odds.waiting) timer = setTimeout(ask, AGAIN);
        } catch {
          // A help only; the next change of the game asks again.
        }
      };
      timer = setTimeout(ask, PAUSE);
      return () => {
        over = true;
        clearTimeout(timer);
      };
    });
  }

  /** The odds of a battle in a space; of a raid there only if that is asked for. */
  of(space: string, kinds: readonly string[] = ["battle", "landing"]): OddsView | null {
    return this.#battles.find((one) => one.space === space && kinds.includes(one.kind)) ?? null;
  }
}
