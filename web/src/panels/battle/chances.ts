/** Chances to win at the rounds of a battle seen so far, by game and space. */
const seen = new Map<string, { round: number; wins: number }[]>();

/** Remembers the chance to win at a round of a battle, and gives those of the rounds before. */
export function pastChances(game: string, space: string, round: number, wins: number): number[] {
  const key = `${game} ${space}`;
  const rounds = (seen.get(key) ?? []).filter((r) => r.round < round);
  seen.set(key, [...rounds, { round, wins }]);
  return rounds.map((r) => r.wins);
}
