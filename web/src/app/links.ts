/** Addresses that people send to each other. Secrets and positions stand behind the `#`. */
const whole = (path: string): string => new URL(path, location.origin).href;

export const gamePath = (id: string): string => `/games/${encodeURIComponent(id)}`;

export const gameLink = (id: string): string => whole(gamePath(id));

export const joinLink = (secret: string): string => whole(`/join#${encodeURIComponent(secret)}`);

/** A moment of a game, for others who may see the game. */
export const momentLink = (id: string, decisions: number): string =>
  whole(`${gamePath(id)}/replay?at=${decisions}`);

export interface SharedPosition {
  edition: string;
  position: string;
}

/** A board in a link. Its spaces become `~`, which no position has. */
export const positionHash = ({ edition, position }: SharedPosition): string =>
  `${encodeURIComponent(edition)}/${encodeURIComponent(position.replaceAll(" ", "~"))}`;

export const positionLink = (shared: SharedPosition): string =>
  whole(`/position#${positionHash(shared)}`);

/** The form that makes a game of a position. */
export const playFromPath = (shared: SharedPosition): string => `/new#${positionHash(shared)}`;

/** What stands behind the `#` of such a link, or null if it is none. */
export function readPositionHash(hash: string): SharedPosition | null {
  const at = hash.indexOf("/");
  if (at < 1) return null;
  try {
    const edition = decodeURIComponent(hash.slice(0, at));
    const position = decodeURIComponent(hash.slice(at + 1))
      .replaceAll("~", " ")
      .trim();
    return position ? { edition, position } : null;
  } catch {
    return null;
  }
}
