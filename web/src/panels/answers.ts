/** Looking into answers that the server offers. */
import type { AnswerOffer } from "../api/schema";
import type { Answer } from "../play/session.svelte";

type Part = { path?: unknown };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];

/** The spaces that an answer speaks of. */
export function spacesOf(answer: Answer | undefined): string[] {
  if (!answer) return [];
  const found = [
    ...texts([answer["space"], answer["to"]]),
    ...texts(answer["path"]),
    ...(Array.isArray(answer["parts"])
      ? answer["parts"].flatMap((part: Part) => texts(part.path))
      : []),
    ...(answer["places"] && typeof answer["places"] === "object" && !Array.isArray(answer["places"])
      ? Object.keys(answer["places"])
      : []),
  ];
  return [...new Set(found)];
}

export const ofType = (answers: readonly AnswerOffer[], type: string) =>
  answers.filter((offer) => offer.answer["type"] === type);

/** How many units an answer moves, places or fires with. */
export function sizeOf(answer: Answer): number {
  const count = (value: unknown): number => {
    if (typeof value === "number") return value;
    if (Array.isArray(value)) return value.reduce<number>((sum, v) => sum + count(v), 0);
    if (value && typeof value === "object") {
      const found = value as Record<string, unknown>;
      if ("unit" in found) return Number(found["count"] ?? 1);
      return Object.values(found).reduce<number>((sum, v) => sum + count(v), 0);
    }
    return 0;
  };
  return count(answer["places"]) + count(answer["units"]) + count(answer["count"]);
}

/** The index of the answer that does most, or null. */
export function mostOf(answers: readonly AnswerOffer[]): number | null {
  let best: number | null = null;
  answers.forEach((offer, i) => {
    if (best === null || sizeOf(offer.answer) > sizeOf(answers[best]!.answer)) best = i;
  });
  return best;
}
