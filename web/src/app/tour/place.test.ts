import { expect, test } from "vitest";
import { placeBeside } from "./place";

const window = { width: 1440, height: 900 };
const coach = { left: 0, top: 0, width: 320, height: 180 };

test("beside a panel at the right, below a bar at the top, else in the corner", () => {
  const panel = { left: 1070, top: 64, width: 350, height: 600 };
  expect(placeBeside(panel, coach, window)).toEqual({ left: 736, top: 72 });
  const bar = { left: 200, top: 8, width: 700, height: 40 };
  expect(placeBeside(bar, coach, window)).toEqual({ left: 200, top: 62 });
  expect(placeBeside(null, coach, window)).toEqual({ left: 324, top: 644 });
});

test("always inside the window", () => {
  const low = { left: 1070, top: 890, width: 350, height: 10 };
  expect(placeBeside(low, coach, window).top).toBe(900 - 180 - 12);
  const phone = placeBeside(null, { ...coach, width: 336 }, { width: 360, height: 740 });
  expect(phone).toEqual({ left: 12, top: 64 });
});
