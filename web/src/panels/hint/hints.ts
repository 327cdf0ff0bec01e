/** A hint as it is read and followed: by reason, and without the end of a phase of moves. */
import type { HintChoice } from "../../api/schema";

export interface Advice {
  /** What several answers in a row are for. */
  why: string | null;
  texts: readonly string[];
  spaces: readonly string[];
}

/** The answers that "Do it" sends: a phase that has orders is left for the player to end. */
export function orders(choices: readonly HintChoice[]): readonly HintChoice[] {
  const kept = choices.filter((choice) => choice.answer["type"] !== "end");
  return kept.length ? kept : choices;
}

/** What is said of all orders together, where the phase ends after them. */
export function verdict(choices: readonly HintChoice[]): string | null {
  const last = choices.at(-1);
  return choices.length > 1 && last?.answer["type"] === "end" ? last.why : null;
}

/** Answers in a row with the same reason stand together. */
export function advice(choices: readonly HintChoice[]): Advice[] {
  const found: { why: string | null; texts: string[]; spaces: string[] }[] = [];
  for (const choice of orders(choices)) {
    const last = found.at(-1);
    if (last && last.why !== null && last.why === choice.why) {
      last.texts.push(choice.text);
      last.spaces.push(...choice.spaces.filter((space) => !last.spaces.includes(space)));
    } else found.push({ why: choice.why, texts: [choice.text], spaces: [...choice.spaces] });
  }
  return found;
}

const MOST = 50;

/** In as many parts as the server takes at a time. */
export function parts<T>(answers: readonly T[]): T[][] {
  const found: T[][] = [];
  for (let at = 0; at < answers.length; at += MOST) found.push(answers.slice(at, at + MOST));
  return found;
}
