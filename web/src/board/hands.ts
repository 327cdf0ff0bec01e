/** What taps, drags and sweeps on the board mean: units and spaces instead of pixels. */
import type { Hands } from "./gestures";
import type { Hit } from "./hits";
import type { Point } from "./room";
import type { Stage } from "./stage";
import type { BoardEvents, BoardState } from "./types";

/** How far from a chip or a small space it is still meant, in pixels. */
const REACH = { touch: 14, mouse: 2, drop: 8 };
const DOUBLE = 1.8;

export interface Table {
  stage: Stage;
  /** Where the board stands on the page. */
  box(): DOMRect;
  state(): BoardState;
  events(): BoardEvents;
  /** The pointer's looks: over a stack, or moving the map. */
  cursor(look: { chip?: boolean; grabbing?: boolean }): void;
  focus(space: string): void;
}

export function handsFor(table: Table): Hands {
  const { stage } = table;
  let held: Hit | null = null;
  let dragging = false;
  let swept = new Set<string>();

  const mine = (hit: Hit | null) => hit?.chip != null && hit.chip.power === table.state().view.turn;

  const tell = (hit: Hit | null, at: Point, add: boolean) => {
    const events = table.events();
    if (!hit) {
      events.onclear?.();
      return;
    }
    const box = table.box();
    table.focus(hit.space);
    const where = { x: box.left + at[0], y: box.top + at[1] };
    events.ontap?.(hit.space, { stack: hit.stack, add, ...where });
  };

  return {
    grab(at, touch) {
      held = stage.hit(at, touch ? REACH.touch : REACH.mouse);
      const stack = mine(held);
      const picked = held !== null && table.state().selection.has(held.space);
      // A finger moves the map, unless it begins on units that are picked already.
      const drags = stack && table.events().ondrop !== undefined && (!touch || picked);
      return { stack, drags };
    },
    pan(dx, dy) {
      table.cursor({ grabbing: true });
      stage.pan(dx, dy);
    },
    fling(vx, vy) {
      table.cursor({ grabbing: false });
      stage.fling(vx, vy);
    },
    zoom: (factor, at) => stage.zoom(factor, at),
    still() {
      table.cursor({ grabbing: false });
      stage.still();
    },
    tap(at, { touch, add, twice }) {
      const hit = stage.hit(at, touch ? REACH.touch : REACH.mouse);
      if (twice && !hit?.chip) stage.zoom(DOUBLE, at);
      else tell(hit, at, add);
    },
    sweep(at, begins) {
      if (begins) swept = new Set();
      const hit = stage.hit(at, REACH.drop);
      if (!hit || !mine(hit)) return;
      const key = `${hit.space} ${hit.stack ?? ""}`;
      const picked = table.state().selection.get(hit.space);
      const already = hit.stack ? picked?.has(hit.stack) : picked !== undefined;
      if (!swept.has(key) && !already) tell(hit, at, true);
      swept.add(key);
    },
    drag(at) {
      const chip = held?.chip;
      if (!held || !chip) return;
      if (!dragging) table.events().ondrag?.(held.space, held.stack);
      dragging = true;
      const picked = table.state().selection.get(held.space);
      const count = (held.stack ? picked?.get(held.stack) : undefined) ?? chip.stack?.count;
      stage.mark({
        ghost: {
          at: stage.toMap(at),
          power: chip.power,
          unit: chip.stack?.unit ?? "",
          count: count ?? chip.number,
        },
        hover: stage.hit(at, REACH.drop)?.space ?? null,
      });
    },
    drop(at) {
      stage.mark({ ghost: null, hover: null });
      const from = held;
      const to = at && stage.hit(at, REACH.drop)?.space;
      dragging = false;
      held = null;
      if (!from || !to || to === from.space) return;
      const box = table.box();
      table.events().ondrop?.(from.space, from.stack, to, {
        x: box.left + at[0],
        y: box.top + at[1],
      });
    },
    hover(at) {
      const hit = at && stage.hit(at, REACH.mouse);
      table.cursor({ chip: hit?.chip != null });
      stage.mark({ hover: hit?.space ?? null });
      const box = table.box();
      const [x, y] = at ?? [0, 0];
      table.events().onhover?.(hit?.space ?? null, box.left + x, box.top + y);
    },
  };
}
