import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { toasts } from "./toasts.svelte";

test("an effect that speaks does so once", () => {
  let times = 0;
  const end = $effect.root(() => {
    $effect(() => {
      times += 1;
      toasts.show("There is news.", { seconds: 0 });
    });
  });
  flushSync();
  expect(times).toBe(1);
  expect(toasts.list.map((toast) => toast.text)).toEqual(["There is news."]);
  end();
});
