/** The keys of the game page. */
import type { Shortcut } from "../app/shortcuts.svelte";
import { unusedBySpace } from "./ending";
import type { Table } from "./table.svelte";
import type { TrayTab } from "./Tray.svelte";

export function keysOf(table: Table, end: () => void): Shortcut[] {
  const { mover, playback, clear } = table;
  const tab = (id: TrayTab) => (table.tab = table.tab === id ? null : id);
  const group = "Playing";
  let at = -1;
  const next = (step: number) => {
    const places = unusedBySpace(mover.options?.unused ?? []);
    if (!places.length) return;
    at = (at + step + places.length) % places.length;
    const place = places[at];
    if (!place) return;
    table.show([place.space]);
    mover.do({ type: "pick-all", space: place.space, add: false });
  };
  return [
    { keys: ["u", "Ctrl+z"], does: "Undo the last order", group, run: () => void mover.undo() },
    { keys: ["Escape"], does: "Put units down, close cards", group, run: clear },
    {
      keys: ["Enter"],
      does: "Send the picked units",
      group,
      when: () =>
        (mover.state.proposal !== null || mover.state.way !== null) &&
        !(document.activeElement instanceof HTMLButtonElement),
      run: () => mover.do({ type: "go" }),
    },
    {
      keys: ["n"],
      does: "Pick the next unmoved units",
      group,
      when: () => mover.decision !== null,
      run: () => next(1),
    },
    {
      keys: ["p"],
      does: "Pick the unmoved units before",
      group,
      when: () => mover.decision !== null,
      run: () => next(-1),
    },
    {
      keys: ["w"],
      does: "Choose the way of the picked units",
      group,
      when: () => mover.state.selection.size === 1,
      run: () => mover.do({ type: "draw-way", on: mover.state.way === null }),
    },
    { keys: ["e"], does: "End the phase", group, when: () => mover.decision !== null, run: end },
    {
      keys: [" "],
      does: "Skip what is being shown",
      group,
      when: () => playback.playing && !(document.activeElement instanceof HTMLButtonElement),
      run: () => playback.skip(),
    },
    { keys: ["b"], does: "Show battles", group, run: () => tab("battles") },
    { keys: ["o"], does: "Show powers", group, run: () => tab("powers") },
    { keys: ["l"], does: "Show the log", group, run: () => tab("log") },
  ];
}
