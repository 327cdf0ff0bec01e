import { expect, test } from "vitest";
import { relative, span } from "./when";

const now = new Date("2026-03-03T12:00:00Z");

test.each([
  ["2026-03-03T15:00:00Z", "in 3 hours"],
  ["2026-03-02T12:00:00Z", "yesterday"],
  ["2026-03-03T11:59:40Z", "just now"],
  ["2026-03-03T12:00:20Z", "in a moment"],
  ["2026-03-17T12:00:00Z", "in 14 days"],
  ["2025-03-03T12:00:00Z", "last year"],
])("%s is %s", (moment, words) => {
  expect(relative(moment, now)).toBe(words);
});

test.each([
  [86400, "1 day"],
  [3 * 86400, "3 days"],
  [3600, "1 hour"],
  [5400, "90 minutes"],
  [60, "1 minute"],
  [30, "30 seconds"],
])("%d seconds are %s", (seconds, words) => {
  expect(span(seconds)).toBe(words);
});
