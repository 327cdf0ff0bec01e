/** Games in a list: which first, and what is said of each. */
import type { EditionSummary, GameSummary } from "../../api/schema";
import { relative } from "../../app/when";
import { titleCase } from "../new/plan";

const RANK = { playing: 1, waiting: 2, finished: 3, closed: 4 } as const;

const rank = (game: GameSummary): number => (game.my_turn ? 0 : RANK[game.status]);

/** My turn first, the most pressing before others; then the newest. */
export function ordered(games: readonly GameSummary[]): GameSummary[] {
  return games.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.my_turn && b.my_turn ? (a.due ?? "9").localeCompare(b.due ?? "9") : 0) ||
      b.changed.localeCompare(a.changed),
  );
}

const nameOf = (edition: EditionSummary | undefined, power: string): string =>
  edition?.powers.find(({ id }) => id === power)?.name ?? titleCase(power);

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** A name for a game that its players gave none. */
export const titleOf = (game: GameSummary, edition: EditionSummary | undefined): string =>
  game.title || (edition?.name ?? game.edition);

/** Where the game stands: `Round 2, Germany, combat move`. */
export function standing(game: GameSummary, edition: EditionSummary | undefined): string {
  if (game.status === "finished") {
    if (game.result === "draw") return `A draw in round ${game.round}`;
    return `The ${titleCase(game.result ?? "")} won in round ${game.round}`;
  }
  if (game.status === "closed") return `Closed in round ${game.round}`;
  const phase = game.phase.replaceAll("-", " ");
  return `Round ${game.round}, ${nameOf(edition, game.turn)}, ${phase}`;
}

/** What it waits for: me, others, players who are still missing; null when it is over. */
export function waiting(
  game: GameSummary,
  edition: EditionSummary | undefined,
  now?: Date,
): string | null {
  if (game.status === "finished" || game.status === "closed") return null;
  if (game.status === "waiting") {
    const open = game.seats.filter(({ kind }) => kind === "open");
    return `Waiting for players: ${listed(open.map(({ power }) => nameOf(edition, power)))}`;
  }
  const due = game.due ? `, due ${relative(game.due, now)}` : "";
  if (game.my_turn) {
    const mine = game.waiting_for.filter((power) => game.my_powers.includes(power));
    return `Your turn: ${listed(mine.map((power) => nameOf(edition, power)))}${due}`;
  }
  if (game.waiting_for.length === 0) return null;
  const names = game.waiting_for.map((power) => {
    const seat = game.seats.find((one) => one.power === power);
    const who = seat?.kind === "computer" ? "computer" : seat?.person?.name;
    return who ? `${nameOf(edition, power)} (${who})` : nameOf(edition, power);
  });
  return `Waiting for ${listed(names)}${due}`;
}
