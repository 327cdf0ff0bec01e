import { expect, test } from "vitest";
import type { EditionSummary, GameSummary } from "../../api/schema";
import { ordered, standing, titleOf, waiting } from "./games";

const power = (id: string, name: string, side: string) => ({
  id,
  name,
  side,
  treasury: 0,
  capitals: [],
});
const edition: EditionSummary = {
  id: "e",
  name: "The edition",
  about: "",
  powers: [power("germany", "Germany", "axis"), power("soviet-union", "Soviet Union", "allies")],
  options: [],
  options_default: {},
};

const seat = (of: string, kind: "open" | "person" | "computer", name?: string) => ({
  power: of,
  kind,
  person: name ? { id: name, name, guest: false } : null,
  level: null,
  connected: false,
  clock: null,
});

const game = (over: Partial<GameSummary> = {}): GameSummary => ({
  id: "g",
  title: "",
  edition: "e",
  status: "playing",
  result: null,
  created: "2026-01-01T00:00:00Z",
  changed: "2026-01-02T00:00:00Z",
  round: 2,
  turn: "germany",
  phase: "combat-move",
  seats: [seat("germany", "person", "Anna"), seat("soviet-union", "computer")],
  my_powers: ["germany"],
  waiting_for: ["germany"],
  my_turn: true,
  due: null,
  ...over,
});

test("my turn comes first, the most pressing before all", () => {
  const games = [
    game({ id: "over", status: "finished", my_turn: false, changed: "2026-02-01T00:00:00Z" }),
    game({ id: "other", my_turn: false }),
    game({ id: "calm" }),
    game({ id: "late", due: "2026-01-05T00:00:00Z" }),
    game({ id: "later", due: "2026-01-09T00:00:00Z" }),
  ];
  expect(ordered(games).map(({ id }) => id)).toEqual(["late", "later", "calm", "other", "over"]);
});

test("a game says where it stands and what it waits for", () => {
  expect(standing(game(), edition)).toBe("Round 2, Germany, combat move");
  expect(waiting(game(), edition)).toBe("Your turn: Germany");
  const now = new Date("2026-01-03T00:00:00Z");
  expect(waiting(game({ due: "2026-01-03T05:00:00Z" }), edition, now)).toBe(
    "Your turn: Germany, due in 5 hours",
  );
  expect(waiting(game({ my_turn: false, waiting_for: ["soviet-union"] }), edition)).toBe(
    "Waiting for Soviet Union (computer)",
  );
  expect(waiting(game({ status: "waiting", seats: [seat("germany", "open")] }), edition)).toBe(
    "Waiting for players: Germany",
  );
});

test("a game that is over says how", () => {
  expect(standing(game({ status: "finished", result: "axis" }), edition)).toBe(
    "The Axis won in round 2",
  );
  expect(standing(game({ status: "finished", result: "draw" }), edition)).toBe("A draw in round 2");
  expect(waiting(game({ status: "finished" }), edition)).toBeNull();
});

test("without a title a game has its edition's name", () => {
  expect(titleOf(game(), edition)).toBe("The edition");
  expect(titleOf(game({ title: "Ours" }), edition)).toBe("Ours");
});
