import { expect, test } from "vitest";
import { settle, sizesOf, step, tapped } from "./sheet";

const sizes = { peek: 80, half: 400, full: 760 };

test("keys step through the heights and stop at the ends", () => {
  expect(step("peek", 1)).toBe("half");
  expect(step("half", 1)).toBe("full");
  expect(step("full", 1)).toBe("full");
  expect(step("peek", -1)).toBe("peek");
});

test("a slow drag rests at the nearest height", () => {
  expect(settle(100, 0, sizes)).toBe("peek");
  expect(settle(300, 0, sizes)).toBe("half");
  expect(settle(700, 0, sizes)).toBe("full");
});

test("a flick carries the sheet on", () => {
  expect(settle(200, 2, sizes)).toBe("half");
  expect(settle(420, 3, sizes)).toBe("full");
  expect(settle(380, -2, sizes)).toBe("peek");
});

test("a sheet is not taller than what it holds", () => {
  expect(sizesOf(844, 2000, 100)).toEqual({ peek: 100, half: 422, full: 788 });
  expect(sizesOf(844, 600, 100)).toEqual({ peek: 100, half: 422, full: 600 });
  expect(sizesOf(844, 180, 100)).toEqual({ peek: 100, half: 180, full: 180 });
});

test("a tap on the handle always changes what is seen", () => {
  expect(tapped("half", sizes)).toBe("full");
  expect(tapped("full", sizes)).toBe("peek");
  expect(tapped("half", sizesOf(844, 180, 100))).toBe("peek");
  expect(tapped("peek", sizesOf(844, 180, 100))).toBe("half");
});
