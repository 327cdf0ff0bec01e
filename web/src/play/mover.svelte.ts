/** Runs the moving machine for the decision at hand: targets, odds, orders on their way. */
import { untrack } from "svelte";
import { ApiError, api } from "../api/client";
import type {
  DecisionView,
  MoveOffer,
  MovingOptions,
  OddsView,
  Problem,
  StackView,
  WhatIfResult,
} from "../api/schema";
import type { Arrow, Selection, Target } from "../board/types";
import { play } from "../app/sound";
import { percent, tone } from "../ui/percent";
import { toastError } from "../ui/toasts.svelte";
import { fitted } from "./fitting";
import { FIGHTS, type Plan, foresee, ordersOf, plansOf, shoresOf, total } from "./orders";
import { type Action, IDLE, type MovingState, type Outcome, type Place, step } from "./moving";
import type { Answer, GameSession } from "./session.svelte";

/** The decisions that are answered on the board itself; `Options.moving` comes with them. */
export const MOVING = new Set(["combat-move", "noncombat-move"]);
const ODDS_AFTER = 120;
/** Until a server that is not ready for odds is asked again. */
const ODDS_AGAIN = 3000;
const MOST_CASES = 40;

export interface Picked {
  space: string;
  /** Of the stack. */
  key: string;
  count: number;
  stack: StackView;
}

export interface Objection {
  problem: Problem;
  at: Place | null;
  space: string | null;
}

export class Mover {
  state: MovingState = $state.raw(IDLE);
  /** Why the last thing tried did not work. */
  objection: Objection | null = $state.raw(null);
  /** What was ordered and is not confirmed yet. */
  sent: Plan | null = $state.raw(null);
  /** The odds of just the units and the manner that are being asked about. */
  proposalOdds: OddsView | null = $state.raw(null);
  /** Why just these units cannot go together. */
  proposalRefused: string | null = $state.raw(null);
  #odds: ReadonlyMap<string, OddsView> = $state.raw(new Map());
  #last: { power: string; kind: string; moving: MovingOptions } | null = $state.raw(null);
  /** A tap on units that the options do not know yet: it counts once the new ones are here. */
  #early: Action | null = null;

  decision: DecisionView | null = $derived.by(() => this.chosen());
  /** The server's options; those of a moment ago until the new ones are here. */
  options: MovingOptions | null = $derived.by(() => {
    if (!this.decision) return null;
    const now = this.session.optionsFor(this.decision)?.moving;
    if (now) return now;
    const { power, kind } = this.decision;
    return this.#last?.power === power && this.#last.kind === kind ? this.#last.moving : null;
  });
  moves: readonly MoveOffer[] = $derived(this.options?.moves ?? []);
  /** The units in hand, with the stacks that they are of. */
  picked: readonly Picked[] = $derived.by(() =>
    [...this.state.selection].flatMap(([space, keys]) =>
      [...keys].flatMap(([key, count]) => {
        const stack = this.session.view.spaces[space]?.units.find((one) => one.key === key);
        return stack ? [{ space, key, count, stack }] : [];
      }),
    ),
  );
  plans: ReadonlyMap<string, Plan> = $derived.by(() =>
    plansOf(this.state.selection, this.moves, this.session.view.spaces),
  );
  targets: ReadonlyMap<string, Target> | null = $derived.by(() =>
    this.state.selection.size ? this.#targets() : null,
  );
  /** The land that picked ships with cargo could reach: where they sail to, or anywhere. */
  shores: readonly string[] = $derived.by(() => {
    const { proposal } = this.state;
    const plans = proposal ? [proposal.plan] : [...this.plans.values()];
    return shoresOf(plans, this.session.edition, this.session.view.spaces);
  });
  spaces = $derived.by(() =>
    this.sent ? foresee(this.session.view.spaces, this.sent) : this.session.view.spaces,
  );

  constructor(
    readonly session: GameSession,
    /** The decision that is being answered, if it is one of moving. */
    private readonly chosen: () => DecisionView | null,
    private readonly look: (space: string, at: Place) => void,
  ) {
    $effect(() => this.#remember());
    $effect(() => this.#reckon());
    $effect(() => this.#reckonProposal());
  }

  do(action: Action): void {
    this.objection = null;
    const scene = {
      moves: this.moves,
      spaces: this.session.view.spaces,
      edition: this.session.edition,
    };
    const { selection } = this.state;
    const { state, outcome } = step(this.state, action, scene);
    this.#early = null;
    if (outcome?.type === "look" && action.type === "tap" && this.#behind) {
      this.#early = action;
      return;
    }
    this.state = state;
    void this.#carryOut(outcome, selection);
  }

  /** Odds of the fight at a target of the picked units. */
  oddsAt(space: string): OddsView | null {
    return this.#odds.get(space) ?? null;
  }

  /** Arrows of what is being planned. */
  get arrows(): Arrow[] {
    const power = this.decision?.power ?? "";
    if (this.state.way && this.state.way.length > 1) {
      return [{ path: this.state.way, power, unit: "", count: 0, style: "planned" }];
    }
    const plan = this.sent ?? this.state.proposal?.plan;
    if (!plan) return [];
    return plan.lots
      .filter((lot) => lot.count > 0)
      .map((lot) => ({
        path: lot.offers[0]!.path,
        power,
        unit: lot.unit,
        count: lot.count,
        style: this.sent ? ("moving" as const) : ("planned" as const),
      }));
  }

  async decide(answers: Answer[], at: Place | null = null, space: string | null = null) {
    const power = this.decision?.power;
    if (!power) return false;
    try {
      await this.session.decide(power, answers);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.objection = { problem: error.problem, at, space };
      return false;
    }
  }

  async undo(toVersion?: number): Promise<void> {
    const power = this.session.view.undo_power;
    if (!power || !this.session.view.can_undo || this.session.busy) return;
    this.state = IDLE;
    this.objection = null;
    try {
      await this.session.undo(power, toVersion);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!this.decision) toastError(error);
      else this.objection = { problem: error.problem, at: null, space: null };
    }
  }

  async #carryOut(outcome: Outcome, picked: Selection): Promise<void> {
    if (outcome?.type === "look") this.look(outcome.space, outcome.at);
    else if (outcome?.type === "explain") await this.#explain(outcome);
    else if (outcome?.type === "send") {
      this.sent = outcome.plan;
      try {
        const done = await this.decide(outcome.orders, outcome.at, outcome.plan?.to ?? null);
        if (done) play("move");
        // What was refused stays in hand, to try something else with it.
        else if (this.state === IDLE) this.state = { ...IDLE, selection: picked };
      } finally {
        this.sent = null;
      }
    }
  }

  async #explain({ orders, to, at }: Extract<Outcome, { type: "explain" }>): Promise<void> {
    const power = this.decision?.power;
    if (!power) return;
    const picked = this.state.selection;
    try {
      const { results } = await api.whatIf(this.session.view.id, {
        power,
        cases: [{ answers: orders, space: null }],
      });
      if (this.state.selection !== picked) return;
      const [result] = results;
      const message = result?.refusal?.message ?? result?.invalid ?? "They cannot go there now.";
      this.objection = { problem: problem(message, result?.refusal ?? null), at, space: to };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.objection = { problem: error.problem, at, space: to };
    }
  }

  /** Whether the options are those of a moment ago. */
  get #behind(): boolean {
    return this.decision !== null && !this.session.optionsFor(this.decision)?.moving;
  }

  #remember(): void {
    if (!this.decision) {
      this.#last = null;
      this.state = IDLE;
      this.objection = null;
      return;
    }
    const moving = this.session.optionsFor(this.decision)?.moving;
    if (!moving) return;
    this.#last = { power: this.decision.power, kind: this.decision.kind, moving };
    const early = this.#early;
    if (early) untrack(() => this.do(early));
  }

  /** Ask for the odds at every fight the picked units could go to, once the picking rests. */
  #reckon(): () => void {
    const { plans, decision } = this;
    const fights = [...plans.values()].filter((plan) => FIGHTS.has(plan.effect));
    this.#odds = new Map();
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      if (!decision || !fights.length) return;
      const chosen = fights.slice(0, MOST_CASES);
      const cases = chosen.map((plan) => ({
        answers: ordersOf(plan, this.session.edition, plan.choices[0]?.id),
        space: plan.to,
      }));
      api
        .whatIf(this.session.view.id, { power: decision.power, cases }, abort.signal)
        .then(({ results, waiting }) => {
          if (abort.signal.aborted) return;
          if (waiting) timer = setTimeout(ask, ODDS_AGAIN);
          const found = new Map<string, OddsView>();
          results.forEach((result, index) => {
            if (result.odds) found.set(chosen[index]!.to, result.odds);
          });
          this.#odds = found;
        })
        .catch(() => {
          // Odds are a help, not a need: without them the targets stay as they are.
        });
    };
    timer = setTimeout(ask, ODDS_AFTER);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }

  /** Other numbers of units, or another manner, have other odds, and may not be possible together:
      then as many as can are proposed instead, unless the player has said how many. */
  #reckonProposal(): (() => void) | void {
    const { decision, session } = this;
    const proposal = this.state.proposal;
    this.proposalOdds = null;
    this.proposalRefused = null;
    if (!decision || !proposal) return;
    const { plan, choice, touched } = proposal;
    if (!FIGHTS.has(plan.effect) && total(plan) < 2) return;
    const abort = new AbortController();
    const ask = async (plans: readonly Plan[]) => {
      const cases = plans.map((one) => ({
        answers: ordersOf(one, session.edition, choice),
        space: FIGHTS.has(plan.effect) ? plan.to : null,
      }));
      const body = { power: decision.power, cases };
      return (await api.whatIf(session.view.id, body, abort.signal)).results;
    };
    const reckon = async () => {
      if (!total(plan)) return;
      const [result] = await ask([plan]);
      if (abort.signal.aborted) return;
      const refused = why(result);
      if (refused && !touched) {
        const less = await fitted(plan, session.edition, async (plans) =>
          (await ask(plans)).map((one) => !why(one)),
        );
        if (less && !abort.signal.aborted) return this.do({ type: "fit", plan: less });
      }
      if (abort.signal.aborted) return;
      this.proposalOdds = result?.odds ?? null;
      this.proposalRefused = refused;
    };
    const wait = FIGHTS.has(plan.effect) ? ODDS_AFTER : 0;
    const timer = setTimeout(() => {
      // Odds are a help, not a need: without them the proposal stays as it is.
      reckon().catch(() => undefined);
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }

  #targets(): Map<string, Target> {
    const targets = new Map<string, Target>();
    for (const [space, plan] of this.plans) {
      const odds = this.#odds.get(space);
      targets.set(space, odds ? labelled(plan, odds) : { effect: plan.effect });
    }
    return targets;
  }
}

function labelled(plan: Plan, odds: OddsView): Target {
  if (odds.kind === "raid" && odds.damage !== null) {
    return { effect: plan.effect, label: `${odds.damage.toFixed(1)} IPCs`, tone: "plain" };
  }
  const chance = odds.takes > 0 ? odds.takes : odds.wins;
  return { effect: plan.effect, label: percent(chance), tone: tone(chance) };
}

const why = (result: WhatIfResult | undefined): string | null =>
  result?.refusal?.message ?? result?.invalid ?? null;

export function problem(message: string, refusal: Problem["refusal"]): Problem {
  return { code: "refused", message, refusal, version: null, retry_after: null };
}
