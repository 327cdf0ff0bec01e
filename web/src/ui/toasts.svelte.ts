/** Short messages that come and go: what was done, what failed. `Toast.svelte` shows them. */
import { untrack } from "svelte";

export interface ToastMessage {
  id: number;
  text: string;
  tone: "plain" | "good" | "bad";
  action: { label: string; run: () => void } | null;
}

export interface ToastOptions {
  tone?: ToastMessage["tone"];
  action?: ToastMessage["action"];
  /** How long it stays; 0 until it is dismissed. By default longer for longer texts. */
  seconds?: number;
}

class Toasts {
  list: ToastMessage[] = $state([]);
  private next = 1;

  show(text: string, { tone = "plain", action = null, seconds }: ToastOptions = {}): number {
    const id = this.next++;
    // Effects may speak: what is shown already is not what they wait for.
    const others = untrack(() => this.list).filter((toast) => toast.text !== text);
    this.list = [...others, { id, text, tone, action }];
    const time = seconds ?? Math.min(12, 3 + text.length / 15) + (action ? 4 : 0);
    if (time > 0) setTimeout(() => this.drop(id), time * 1000);
    return id;
  }

  drop(id: number): void {
    this.list = untrack(() => this.list).filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();

/** Say something in passing. */
export function toast(text: string, options?: ToastOptions): number {
  return toasts.show(text, options);
}

/** Say that something failed, in the words of the error. */
export function toastError(error: unknown): number {
  const text = error instanceof Error ? error.message : "Something went wrong.";
  return toasts.show(text, { tone: "bad" });
}
