import { expect, test, vi } from "vitest";
import { keyName, shortcuts, typing } from "./shortcuts.svelte";

const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, "target", { value: target });
  shortcuts.handle(event);
  return event;
};

test("the last one added for a key is the one that runs", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const drop = shortcuts.add({ keys: ["u", "Ctrl+z"], does: "Undo", group: "Game", run: first });
  const dropSecond = shortcuts.add({ keys: ["u"], does: "Other", group: "Game", run: second });
  expect(press("u").defaultPrevented).toBe(true);
  expect(second).toHaveBeenCalledOnce();
  dropSecond();
  press("U");
  press("z", { ctrlKey: true });
  expect(first).toHaveBeenCalledTimes(2);
  drop();
  expect(press("u").defaultPrevented).toBe(false);
});

test("keys typed into a field are left alone", () => {
  const run = vi.fn();
  const drop = shortcuts.add({ keys: ["x"], does: "Something", group: "Game", run });
  const field = document.createElement("input");
  press("x", {}, field);
  expect(typing(field)).toBe(true);
  expect(run).not.toHaveBeenCalled();
  drop();
});

test("shortcuts are listed by group", () => {
  const drop = shortcuts.add(
    { keys: ["q"], does: "One", group: "Game" },
    { keys: ["w"], does: "Two", group: "Map" },
    { keys: ["e"], does: "Three", group: "Game" },
  );
  expect(shortcuts.groups.map(([group, list]) => [group, list.length])).toEqual([
    ["Game", 2],
    ["Map", 1],
  ]);
  drop();
});

test("keys have the names that shortcuts use", () => {
  const key = (name: string, ctrlKey = false) =>
    keyName({ key: name, ctrlKey, metaKey: false, altKey: false });
  expect(key("Z", true)).toBe("Ctrl+z");
  expect(key("Escape")).toBe("Escape");
  expect(key("?")).toBe("?");
});
