/** Times in words, as a reader says them. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `in 3 hours`, `yesterday`, `just now`. */
export function relative(moment: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return seconds > 0 ? "in a moment" : "just now";
}

/** `3 Mar 2026, 14:05`, in the reader's own zone. */
export function exact(moment: string | Date): string {
  return new Date(moment).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** A span: `2 days`, `90 minutes`, `30 seconds`. */
export function span(seconds: number): string {
  const units = UNITS.slice(2);
  // The largest unit that it is a whole number of, or else at least two of.
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ??
    units.find(([, length]) => seconds >= 2 * length) ?? ["second", 1];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
