/** Plans for a later turn: arrows that only this browser knows, drawn while one waits. */
import type { Arrow } from "../board/types";
import { shortest } from "./moving";
import type { GameSession } from "./session.svelte";

interface Planned {
  from: string;
  to: string;
  power: string;
  unit: string;
  count: number;
}

export class Planner {
  on = $state(false);
  plans: readonly Planned[] = $state.raw([]);
  /** The stack in hand. */
  held: { space: string; key: string } | null = $state.raw(null);
  readonly #key: string;

  constructor(private readonly session: GameSession) {
    this.#key = `sandtable.plans.${session.view.id}`;
    try {
      this.plans = JSON.parse(localStorage.getItem(this.#key) ?? "[]") as Planned[];
    } catch {
      // Nothing kept, or not to be read: begin with no plans.
    }
  }

  /** A tap while planning: first a stack of mine, then where it should go. */
  tap(space: string, stack: string | null): void {
    const units = this.session.view.spaces[space]?.units ?? [];
    const own = units.filter((one) => this.session.me.powers.includes(one.power));
    if (!this.held || (stack && own.some((one) => one.key === stack))) {
      const chosen = own.find((one) => one.key === stack) ?? own[0];
      this.held = chosen ? { space, key: chosen.key } : null;
      return;
    }
    const { space: from, key } = this.held;
    const unit = this.session.view.spaces[from]?.units.find((one) => one.key === key);
    this.held = null;
    if (!unit || from === space) return;
    this.#set([
      ...this.plans,
      { from, to: space, power: unit.power, unit: unit.unit, count: unit.count },
    ]);
  }

  drop(index: number): void {
    this.#set(this.plans.filter((_, at) => at !== index));
  }

  clear(): void {
    this.#set([]);
    this.held = null;
  }

  get arrows(): Arrow[] {
    return this.plans.map(({ from, to, power, unit, count }) => ({
      path: [from, ...(shortest(this.session.edition, from, to) ?? [to])],
      power,
      unit,
      count,
      style: "planned",
    }));
  }

  #set(plans: readonly Planned[]): void {
    this.plans = plans;
    try {
      localStorage.setItem(this.#key, JSON.stringify(plans));
    } catch {
      // They hold until the page is closed.
    }
  }
}
