import { expect, test } from "vitest";
import type { DecisionView } from "../../api/schema";
import { STEPS, stepFor, type TourView } from "./steps";

const asked = (
  kind: string | null,
  over: { status?: string; turn?: string; powers?: string[] } = {},
) =>
  ({
    mine: kind === null ? null : ({ power: "germany", kind } as DecisionView),
    view: { status: over.status ?? "playing", turn: over.turn ?? "germany", phase: kind ?? "" },
    me: { powers: over.powers ?? ["germany", "japan"] },
    edition: { powers: [], spaces: [] },
  }) as unknown as TourView;

const seen = (...ids: string[]) => new Set(ids);

test("it begins with the table, then the phases, then what is asked", () => {
  expect(stepFor(asked("purchase"), seen())?.id).toBe("table");
  expect(stepFor(asked("purchase"), seen("table"))?.id).toBe("phases");
  expect(stepFor(asked("purchase"), seen("table", "phases"))?.id).toBe("purchase");
});

test("it follows the game, not a fixed order", () => {
  const known = seen("table", "phases", "purchase", "combat-move");
  expect(stepFor(asked("casualties"), known)?.id).toBe("battle");
  expect(stepFor(asked("noncombat-move"), known)?.id).toBe("noncombat-move");
  expect(stepFor(asked("purchase"), known)).toBeNull();
});

test("it ends only after a whole turn, when others play", () => {
  const most = seen("table", "phases", "purchase", "combat-move", "noncombat-move");
  expect(stepFor(asked(null, { turn: "united-kingdom" }), most)?.id).toBe("done");
  expect(stepFor(asked(null, { turn: "united-kingdom" }), seen("table", "phases"))).toBeNull();
});

test("spectators and games that are over have none", () => {
  expect(stepFor(asked("purchase", { powers: [] }), seen())).toBeNull();
  expect(stepFor(asked("purchase", { status: "finished" }), seen())).toBeNull();
});

test("steps are told apart and short enough to be read", () => {
  expect(new Set(STEPS.map(({ id }) => id)).size).toBe(STEPS.length);
  for (const step of STEPS) expect(step.text.length).toBeLessThan(200);
});
