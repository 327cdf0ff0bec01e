import { expect, test } from "vitest";
import type { HintChoice } from "../../api/schema";
import { advice, orders, parts, verdict } from "./hints";

const choice = (type: string, why: string | null, ...spaces: string[]): HintChoice => ({
  answer: { type },
  line: type,
  text: `${type} ${spaces.join(" ")}`,
  why,
  spaces,
});

test("orders for one reason stand together, and the phase stays open", () => {
  const hint = [
    choice("move", "Take Ukraine.", "caucasus", "ukraine"),
    choice("move", "Take Ukraine.", "russia", "ukraine"),
    choice("move", null, "india", "burma"),
    choice("move", null, "egypt", "libya"),
    choice("end", null),
  ];
  expect(advice(hint)).toEqual([
    {
      why: "Take Ukraine.",
      texts: ["move caucasus ukraine", "move russia ukraine"],
      spaces: ["caucasus", "ukraine", "russia"],
    },
    { why: null, texts: ["move india burma"], spaces: ["india", "burma"] },
    { why: null, texts: ["move egypt libya"], spaces: ["egypt", "libya"] },
  ]);
});

test("to end at once is advice too", () => {
  const end = choice("end", "Nothing else is worth an attack.");
  expect(orders([end])).toEqual([end]);
});

test("the end of a phase says what all its orders are worth", () => {
  const end = choice("end", "The best of 6 plans.");
  expect(verdict([choice("move", "Take Ukraine."), end])).toBe("The best of 6 plans.");
  expect(verdict([choice("move", "Take Ukraine.")])).toBeNull();
  expect(verdict([end])).toBeNull();
});

test("many orders go out in parts", () => {
  expect(parts(Array.from({ length: 120 }, (_, i) => i)).map((part) => part.length)).toEqual([
    50, 50, 20,
  ]);
  expect(parts([])).toEqual([]);
});
