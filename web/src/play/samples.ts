/** Small games for tests. */
import type {
  DecisionView,
  EntryView,
  GameView,
  MoveOffer,
  SpaceView,
  StackView,
  Update,
} from "../api/schema";

export function stack(unit: string, count: number, more: Partial<StackView> = {}): StackView {
  return {
    key: unit,
    power: "germany",
    unit,
    count,
    damaged: false,
    cargo: [],
    left: 1,
    moved: false,
    spent: false,
    submerged: false,
    target: null,
    ...more,
  };
}

export function space(owner: string | null, units: StackView[] = []): SpaceView {
  return { owner, units, facilities: [], capacity: null, contested: false };
}

export function decision(more: Partial<DecisionView> = {}): DecisionView {
  return {
    power: "germany",
    kind: "combat-move",
    space: null,
    title: "Combat move",
    help: "",
    since: null,
    due: null,
    ...more,
  };
}

export function entry(version: number, more: Partial<EntryView> = {}): EntryView {
  return {
    version,
    kind: "decision",
    at: "2026-01-01T00:00:00Z",
    power: "germany",
    by: "Anna",
    line: "end",
    text: "",
    events: [],
    rolls: [],
    undone: false,
    heading: "Round 1, Germany, Combat Move",
    decisions: version,
    why: null,
    ...more,
  };
}

export function offer(more: Partial<MoveOffer> & Pick<MoveOffer, "space" | "to">): MoveOffer {
  const unit = more.unit ?? "infantry";
  const path = more.path ?? [more.space, more.to];
  return {
    key: unit,
    unit,
    path,
    most: 9,
    effect: "attack",
    manner: "",
    ship: null,
    answer: { type: "move", units: { [unit]: 1 }, path },
    ...more,
  };
}

export function game(version: number, more: Partial<GameView> = {}): GameView {
  return {
    id: "g",
    version,
    decisions: version,
    title: "",
    edition: "1941",
    options: {},
    status: "playing",
    result: null,
    ended_by: null,
    created: "2026-01-01T00:00:00Z",
    changed: "2026-01-01T00:00:00Z",
    visibility: "link",
    host: null,
    seats: [
      {
        power: "germany",
        kind: "person",
        person: null,
        level: null,
        connected: false,
        clock: null,
      },
    ],
    time: { kind: "none", base: 0, increment: 0, on_timeout: "computer" },
    paused: false,
    spectators: 0,
    round: 1,
    turn: "germany",
    phase: "combat-move",
    pending: [decision()],
    powers: {},
    victory: [],
    bought: {},
    battle: null,
    battles: [],
    proposals: [],
    can_undo: false,
    undo_power: null,
    dice: { kind: "fair", commitment: null, entropies: [], rolls: 0, secret: null },
    kinds: {},
    spaces: { berlin: space("germany", [stack("infantry", 3)]) },
    position: "",
    ...more,
  };
}

export function update(
  since: number,
  to: GameView,
  more: Partial<Pick<Update, "spaces" | "entries">> = {},
): Update {
  const { spaces: _, position, ...head } = to;
  return { type: "update", since, head, spaces: {}, position, entries: [], ...more };
}
