import { expect, test } from "vitest";
import type { EntryView, ProposalView } from "../../api/schema";
import { describe as words, moments, people } from "./proposals";

const entry = (version: number, over: Partial<EntryView> = {}): EntryView => ({
  version,
  kind: "decision",
  at: "2026-01-01T00:00:00Z",
  power: "germany",
  by: "Anna",
  line: null,
  text: `move ${version}`,
  events: [],
  rolls: [],
  undone: false,
  heading: "Round 1, Germany, Combat Move",
  decisions: version,
  why: null,
  ...over,
});

const log = [entry(1), entry(2, { undone: true }), entry(3, { kind: "note" }), entry(4)];

test("one may go back to before each decision in force, the last one first", () => {
  expect(moments(log).map(({ version }) => version)).toEqual([3, 0]);
});

test("somebody with several seats is named once", () => {
  const seat = (power: string, id: string) => ({
    power,
    kind: "person" as const,
    person: { id, name: id.toUpperCase(), guest: false },
    level: null,
    connected: true,
    clock: null,
  });
  const seats = [seat("germany", "ann"), seat("japan", "bob"), seat("italy", "bob")];
  expect(people({ seats }, ["japan", "italy"])).toEqual(["BOB"]);
});

test("a proposal says what it is about", () => {
  const proposal: ProposalView = {
    id: "p",
    kind: "undo",
    by: "germany",
    side: null,
    to_version: 3,
    agreed: [],
    waiting_for: [],
    made: "2026-01-01T00:00:00Z",
  };
  const name = () => "Germany";
  expect(words(proposal, name, log)).toBe(
    "Germany proposes to go back to before: Round 1, Germany, Combat Move, move 4",
  );
  expect(words({ ...proposal, kind: "draw" }, name, log)).toBe("Germany proposes a draw.");
  expect(words({ ...proposal, kind: "concede", side: "axis" }, name, log)).toBe(
    "Germany proposes that the Axis concede.",
  );
});
