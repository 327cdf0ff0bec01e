/** Casualties of a mixed defense are one question to several powers, and want one answer. */
import type { DecisionView } from "../api/schema";

const same = (a: DecisionView, b: DecisionView) =>
  a.kind === "casualties" && b.kind === a.kind && a.space === b.space;

/** The other powers that are asked the same: mine, and those of other players. */
export function askedWith(
  decision: DecisionView,
  pending: readonly DecisionView[],
  mine: readonly string[],
): { mine: string[]; others: string[] } {
  const powers = pending
    .filter((one) => one.power !== decision.power && same(one, decision))
    .map((one) => one.power);
  return {
    mine: powers.filter((power) => mine.includes(power)),
    others: powers.filter((power) => !mine.includes(power)),
  };
}

/** Questions to choose between: one for each that is answered by itself. */
export const apart = (questions: readonly DecisionView[]): DecisionView[] =>
  questions.filter((one, i) => !questions.slice(0, i).some((before) => same(before, one)));
