import { toast } from "./toasts.svelte";

/** Puts a text on the clipboard; says so if the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast("The browser did not allow copying. Select the text and copy it yourself.", {
      tone: "bad",
    });
    return false;
  }
}
