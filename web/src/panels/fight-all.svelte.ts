/** Fights battles beyond doubt one after the other, and stops when something matters. */
import type { CasualtyOptions, DecisionView, OddsView, Options } from "../api/schema";
import type { Answer, GameSession } from "../play/session.svelte";
import { ofType } from "./answers";

/** From this chance on a battle is beyond doubt. */
export const SURE = 0.95;

export const beyondDoubt = (odds: OddsView | null) => odds !== null && odds.wins >= SURE;

/** Whether casualties need no thought: all of one kind, or the proposed ones are the cheapest and
 * nothing of another price is touched. */
export function plain(options: CasualtyOptions): boolean {
  const prices = new Set(options.units.map((u) => u.cost));
  if (options.units.length <= 1 || prices.size <= 1) return true;
  const cheapest = Math.min(...prices);
  const cheap = options.units.filter((u) => u.cost === cheapest);
  return cheap.reduce((sum, u) => sum + u.count, 0) > options.hits;
}

/** What to answer without asking, or null if a person should. */
export function nextAnswer(
  decision: Pick<DecisionView, "kind" | "space">,
  options: Pick<Options, "answers" | "casualties">,
  odds: readonly OddsView[],
): Answer | null {
  const fights = (space: string | null | undefined) =>
    odds.find((o) => o.space === space && o.kind !== "raid") ?? null;
  if (decision.kind === "battle") {
    const sure = ofType(options.answers, "fight").find(
      ({ answer }) => !answer["what"] && beyondDoubt(fights(String(answer["space"]))),
    );
    return sure?.answer ?? null;
  }
  if (decision.kind === "retreat" && beyondDoubt(fights(decision.space))) {
    return ofType(options.answers, "press")[0]?.answer ?? null;
  }
  if (decision.kind === "submerge" && beyondDoubt(fights(decision.space))) {
    return ofType(options.answers, "submerge").find((o) => o.answer["count"] === 0)?.answer ?? null;
  }
  if (decision.kind === "casualties" && options.casualties && plain(options.casualties)) {
    return options.casualties.proposed;
  }
  return null;
}

/** One for each page: it outlives the panels, which come and go with the decisions. */
class FightAll {
  /** The game, and the power that fights. Around one screen others are asked in between. */
  private now = $state.raw<{ game: string; power: string } | null>(null);

  start(game: string, power: string) {
    this.now = { game, power };
  }
  stop() {
    this.now = null;
  }
  on(session: GameSession): boolean {
    return this.now?.game === session.view.id;
  }
  /** The power that battles are fought for in a game. */
  powerIn(session: GameSession): string | null {
    return this.on(session) ? (this.now?.power ?? null) : null;
  }
}

export const fightAll = new FightAll();
