import { beforeEach, expect, test } from "vitest";
import { DEFAULTS, parse, settings } from "./settings.svelte";

beforeEach(() => settings.set({ ...DEFAULTS }));

test("what is missing or senseless becomes the default", () => {
  expect(parse(null)).toEqual(DEFAULTS);
  expect(parse("{broken")).toEqual(DEFAULTS);
  expect(parse("null")).toEqual(DEFAULTS);
  expect(parse('{"theme":"pink","speed":"fast","seen":["tour",3]}')).toEqual({
    ...DEFAULTS,
    speed: "fast",
    seen: ["tour"],
  });
});

test("a change is put on the page and saved", () => {
  settings.set({ theme: "light", palette: "contrast", motion: "off" });
  expect(document.documentElement.dataset).toMatchObject({
    theme: "light",
    palette: "contrast",
    motion: "off",
  });
  expect(parse(localStorage.getItem("sandtable.settings")).theme).toBe("light");
});

test("durations follow the speed, and there are none without motion", () => {
  expect(settings.duration(300)).toBe(300);
  settings.set({ speed: "slow" });
  expect(settings.duration(300)).toBe(600);
  settings.set({ motion: "off" });
  expect(settings.duration(300)).toBe(0);
  settings.set({ motion: "system", speed: "instant" });
  expect(settings.duration(300)).toBe(0);
});

test("a guide that was seen does not come again until asked for", () => {
  expect(settings.hasSeen("tour")).toBe(false);
  settings.markSeen("tour");
  settings.markSeen("tour");
  expect(settings.hasSeen("tour")).toBe(true);
  settings.markSeen("tour", false);
  expect(settings.hasSeen("tour")).toBe(false);
});
