/** Which page an address means. */
export type Page =
  | { name: "home" | "new" | "join" | "account" | "position" | "help" | "missing" }
  | { name: "game" | "replay" | "dice"; id: string };

const PLAIN = ["new", "join", "account", "position", "help"] as const;

/** A part of an address as it was meant; as it stands where that cannot be told. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function pageFor(parts: readonly string[]): Page {
  const [first, second, third] = parts;
  if (first === undefined) return { name: "home" };
  if (parts.length === 1) {
    const name = PLAIN.find((plain) => plain === first);
    if (name) return { name };
  }
  if (first === "games" && second !== undefined) {
    const id = decoded(second);
    if (parts.length === 2) return { name: "game", id };
    if (parts.length === 3 && (third === "replay" || third === "dice")) return { name: third, id };
  }
  return { name: "missing" };
}
