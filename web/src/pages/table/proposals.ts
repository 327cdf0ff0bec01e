/** What may be proposed and what a proposal says. */
import type { EntryView, GameView, ProposalView } from "../../api/schema";
import { titleCase } from "../new/plan";

/** A moment that one may propose to go back to. */
export interface Moment {
  /** The game's version before the decision. */
  version: number;
  text: string;
}

/** The last decisions in force, newest first: each is a moment to go back to, before it was made. */
export function moments(log: readonly EntryView[], most = 40): Moment[] {
  return log
    .filter((entry) => entry.kind === "decision" && !entry.undone)
    .slice(-most)
    .reverse()
    .map((entry) => ({ version: entry.version - 1, text: `${entry.heading}: ${entry.text}` }));
}

/** Whoever plays these powers, each of them once. */
export function people(view: Pick<GameView, "seats">, powers: readonly string[]): string[] {
  const seats = view.seats.filter(({ power }) => powers.includes(power));
  return [
    ...new Map(seats.map((s) => [s.person?.id ?? s.power, s.person?.name ?? s.power])).values(),
  ];
}

export function describe(
  proposal: ProposalView,
  nameOf: (power: string) => string,
  log: readonly EntryView[],
): string {
  const who = nameOf(proposal.by);
  if (proposal.kind === "draw") return `${who} proposes a draw.`;
  if (proposal.kind === "concede") {
    return `${who} proposes that the ${titleCase(proposal.side ?? "")} concede.`;
  }
  const first = log.find(
    (entry) => entry.version > (proposal.to_version ?? 0) && entry.kind === "decision",
  );
  return first
    ? `${who} proposes to go back to before: ${first.heading}, ${first.text}`
    : `${who} proposes to go back.`;
}
