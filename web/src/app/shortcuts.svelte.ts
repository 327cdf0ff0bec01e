/**
 * Keys that do something, wherever they are defined. Components register them while they are on
 * the screen; `?` shows the list of those that work now.
 */
import { untrack } from "svelte";

export interface Shortcut {
  /** As `KeyboardEvent.key`, with `Ctrl+` before it where needed: `u`, `?`, `Ctrl+z`. */
  keys: readonly string[];
  /** What it does, as a verb: `Undo`. */
  does: string;
  /** Under which heading it is listed. */
  group: string;
  /** Without it the key is only listed: something else listens to it. */
  run?: () => void;
  /** Whether it works at present. */
  when?: () => boolean;
}

/** The name of a pressed key, as shortcuts write it. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${key}`;
}

/** Whether keys go into what has the focus. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("input:not([type=radio],[type=checkbox],[type=range]), textarea, select")
  );
}

class Shortcuts {
  list: readonly Shortcut[] = $state.raw([]);

  /** Adds shortcuts; call what it gives to take them away. Use it in an `$effect`. */
  add(...added: Shortcut[]): () => void {
    // Whoever adds some does not depend on what others have added.
    untrack(() => (this.list = [...this.list, ...added]));
    return () => untrack(() => (this.list = this.list.filter((one) => !added.includes(one))));
  }

  /** The last shortcut added for a key comes first, so that a panel can take one over. */
  find(key: string): Shortcut | undefined {
    return this.list.findLast(
      (shortcut) => shortcut.run && shortcut.keys.includes(key) && (shortcut.when?.() ?? true),
    );
  }

  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.repeat || typing(event.target)) return;
    const shortcut = this.find(keyName(event));
    if (!shortcut?.run) return;
    event.preventDefault();
    shortcut.run();
  }

  /** All that can be used now, by group, in the order in which they came. */
  get groups(): [string, Shortcut[]][] {
    const groups = new Map<string, Shortcut[]>();
    for (const shortcut of this.list) {
      const group = groups.get(shortcut.group) ?? [];
      groups.set(shortcut.group, [...group, shortcut]);
    }
    return [...groups];
  }
}

export const shortcuts = new Shortcuts();
