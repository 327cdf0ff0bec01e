/** Where a power's turn begins to be played: around its capital. */
import type { EditionView, GameView } from "../api/schema";

/** How many borders away from the capital still count. */
const NEAR = 2;

/** Spaces near the capital where the power has units, or all with units of it without a capital. */
export function homeArea(
  edition: Pick<EditionView, "spaces">,
  view: Pick<GameView, "spaces">,
  power: string,
): string[] {
  const occupied = (id: string) =>
    view.spaces[id]?.units.some((stack) => stack.power === power) ?? false;
  const capital = edition.spaces.find(
    (space) => space.capital_of.includes(power) && view.spaces[space.id]?.owner === power,
  );
  if (!capital) return edition.spaces.map((space) => space.id).filter(occupied);
  const borders = new Map(edition.spaces.map((space) => [space.id, space.borders]));
  const found = new Set([capital.id]);
  let edge = [capital.id];
  for (let away = 0; away < NEAR; away += 1) {
    edge = edge.flatMap((id) => borders.get(id) ?? []).filter((id) => !found.has(id));
    for (const id of edge) found.add(id);
  }
  return [...found].filter((id) => id === capital.id || occupied(id));
}
