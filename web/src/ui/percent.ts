/** A chance in whole percent. What is not certain never reads as 0% or 100%. */
export function percent(chance: number): string {
  if (chance >= 0.9995) return "100%";
  if (chance > 0.99) return ">99%";
  if (chance <= 0.0005) return "0%";
  if (chance < 0.01) return "<1%";
  return `${Math.round(chance * 100)}%`;
}

/** How good a chance is for the one who hopes for it. */
export function tone(chance: number): "good" | "even" | "bad" {
  if (chance >= 0.65) return "good";
  return chance >= 0.4 ? "even" : "bad";
}
