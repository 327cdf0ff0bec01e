import { describe, expect, test } from "vitest";
import type { EditionView, MoveOffer, SpaceView } from "../api/schema";
import { type Action, IDLE, type MovingState, type Outcome, shortest, step } from "./moving";
import { offer, space, stack } from "./samples";

const edition = {
  units: [
    { id: "infantry", domain: "land" },
    { id: "tank", domain: "land" },
    { id: "fighter", domain: "air" },
    { id: "bomber", domain: "air" },
    { id: "carrier", domain: "sea" },
    { id: "transport", domain: "sea" },
  ],
  spaces: [
    { id: "a", borders: ["b", "wall"] },
    { id: "b", borders: ["a", "c"] },
    { id: "c", borders: ["b", "wall"] },
    { id: "wall", borders: ["a", "c"], impassable: true },
  ],
} as unknown as EditionView;
const at = { x: 1, y: 2 };

/** Runs a list of actions, and keeps what they led to. */
function run(
  actions: Action[],
  moves: MoveOffer[],
  spaces: Record<string, SpaceView>,
): { state: MovingState; outcomes: Outcome[] } {
  let state = IDLE;
  const outcomes: Outcome[] = [];
  for (const action of actions) {
    const result = step(state, action, { moves, spaces, edition });
    state = result.state;
    if (result.outcome) outcomes.push(result.outcome);
  }
  return { state, outcomes };
}

const tap = (where: string, unit: string | null = null, add = false): Action => ({
  type: "tap",
  space: where,
  stack: unit,
  add,
  at,
});
const land = {
  a: space("germany", [stack("infantry", 3), stack("tank", 1)]),
  b: space("germany", [stack("infantry", 2)]),
  c: space("france"),
};
const march = [
  offer({ space: "a", to: "c" }),
  offer({ space: "a", to: "c", unit: "tank" }),
  offer({ space: "a", to: "d", unit: "tank" }),
  offer({ space: "b", to: "c" }),
];
const orders = (outcomes: Outcome[]) =>
  outcomes.flatMap((one) => (one?.type === "send" ? one.orders : []));

describe("picking", () => {
  test("a tap picks a whole stack, a second tap puts it down", () => {
    const once = run([tap("a", "infantry")], march, land);
    expect(once.state.selection.get("a")?.get("infantry")).toBe(3);
    const twice = run([tap("a", "infantry"), tap("a", "infantry")], march, land);
    expect(twice.state.selection.size).toBe(0);
  });

  test("another stack replaces it, with shift it is added, also from another space", () => {
    const other = run([tap("a", "infantry"), tap("a", "tank")], march, land);
    expect([...other.state.selection.get("a")!.keys()]).toEqual(["tank"]);
    const both = run([tap("a", "infantry"), tap("b", "infantry", true)], march, land);
    expect([...both.state.selection.keys()]).toEqual(["a", "b"]);
    const adding = run(
      [tap("a", "infantry"), { type: "adding", on: true }, tap("b", "infantry")],
      march,
      land,
    );
    expect(adding.state.selection.size).toBe(2);
  });

  test("sweeping over what is not one's own changes nothing", () => {
    const swept = run([tap("a", "infantry", true), tap("c", "enemy", true)], march, land);
    expect([...swept.state.selection.keys()]).toEqual(["a"]);
    expect(swept.outcomes).toEqual([]);
  });

  test("a tap on a space picks all that can move there", () => {
    const { state } = run([tap("a")], march, land);
    expect([...state.selection.get("a")!]).toEqual([
      ["infantry", 3],
      ["tank", 1],
    ]);
  });

  test("a space without own units is looked at", () => {
    const { outcomes } = run([tap("c")], march, land);
    expect(outcomes).toEqual([{ type: "look", space: "c", at }]);
  });
});

describe("sending", () => {
  test("one unit goes at once", () => {
    const { state, outcomes } = run([tap("a", "tank"), tap("d")], march, land);
    expect(orders(outcomes)).toEqual([{ type: "move", units: { tank: 1 }, path: ["a", "d"] }]);
    expect(state.selection.size).toBe(0);
  });

  test("several are asked about, all by default, and a second tap sends them in one order", () => {
    const asked = run([tap("a"), tap("c")], march, land);
    expect(asked.outcomes).toEqual([]);
    expect(asked.state.proposal?.plan.lots.map((lot) => lot.count)).toEqual([3, 1]);
    const { outcomes } = run([tap("a"), tap("c"), tap("c")], march, land);
    expect(orders(outcomes)).toEqual([
      { type: "move", units: { infantry: 3, tank: 1 }, path: ["a", "c"] },
    ]);
  });

  test("fewer go if the player says so, and none sends nothing", () => {
    const lot = "a|infantry|infantry";
    const fewer: Action[] = [tap("a", "infantry"), tap("c"), { type: "count", lot, count: 2 }];
    const { outcomes } = run([...fewer, { type: "go" }], march, land);
    expect(orders(outcomes)).toEqual([{ type: "move", units: { infantry: 2 }, path: ["a", "c"] }]);
    const none = run(
      [tap("a", "infantry"), tap("c"), { type: "count", lot, count: 0 }, { type: "go" }],
      march,
      land,
    );
    expect(none.outcomes).toEqual([]);
  });

  test("units from two spaces are two orders of one message", () => {
    const { outcomes } = run(
      [tap("a", "infantry"), tap("b", "infantry", true), tap("c"), { type: "go" }],
      march,
      land,
    );
    expect(outcomes).toHaveLength(1);
    expect(orders(outcomes).map((order) => order.path)).toEqual([
      ["a", "c"],
      ["b", "c"],
    ]);
  });

  test("those who cannot go stay behind", () => {
    const { state } = run([tap("a"), tap("b", "infantry", true), tap("d")], march, land);
    // The tank alone can: it is one unit, so it went.
    expect(state.selection.size).toBe(0);
    const { outcomes } = run([tap("a"), tap("d")], march, land);
    expect(outcomes[0]).toMatchObject({ type: "send", plan: { behind: 3 } });
  });

  test("a stack dropped on a target is aimed there", () => {
    const drop: Action = { type: "drop", from: "a", stack: "tank", to: "d", at };
    expect(orders(run([drop], march, land).outcomes)).toHaveLength(1);
  });

  test("what is dragged is picked at once, with all that was picked before", () => {
    const grab: Action = { type: "grab", from: "a", stack: "infantry" };
    expect(run([grab], march, land).state.selection.get("a")?.get("infantry")).toBe(3);
    const both = run([tap("a", "tank"), tap("a", "infantry", true), grab], march, land);
    expect(both.state.selection.get("a")?.size).toBe(2);
  });

  test("specs that tell units apart are kept, and counted", () => {
    const planes = { a: space("germany", [stack("fighter", 2, { key: "fighter@3" })]) };
    const flight = offer({
      space: "a",
      to: "c",
      unit: "fighter",
      key: "fighter@3",
      answer: { type: "move", units: [{ unit: "fighter", left: 3 }], path: ["a", "c"] },
    });
    const { outcomes } = run([tap("a", "fighter@3"), tap("c"), { type: "go" }], [flight], planes);
    expect(orders(outcomes)).toEqual([
      { type: "move", units: [{ unit: "fighter", left: 3, count: 2 }], path: ["a", "c"] },
    ]);
  });
});

describe("choices", () => {
  const bombers = { a: space("germany", [stack("bomber", 1)]) };
  const answer = { type: "move", units: { bomber: 1 }, path: ["a", "c"] };
  const moves = [
    offer({ space: "a", to: "c", unit: "bomber", answer }),
    offer({
      space: "a",
      to: "c",
      unit: "bomber",
      effect: "raid",
      manner: "raid",
      answer: { ...answer, raid: true },
    }),
  ];

  test("attack or raid is asked, even for one unit", () => {
    const { state } = run([tap("a", "bomber"), tap("c")], moves, bombers);
    expect(state.proposal?.plan.choices.map((one) => one.effect)).toEqual(["attack", "raid"]);
  });

  test("the chosen manner is ordered", () => {
    const raid = run([tap("a", "bomber"), tap("c")], moves, bombers).state.proposal!.plan
      .choices[1]!;
    const { outcomes } = run(
      [tap("a", "bomber"), tap("c"), { type: "choose", choice: raid.id }, { type: "go" }],
      moves,
      bombers,
    );
    expect(orders(outcomes)).toEqual([{ ...answer, raid: true }]);
  });

  test("a carrier may take its fighters along", () => {
    const fleet = { a: space(null, [stack("carrier", 1)]) };
    const sail = { type: "move", units: { carrier: 1 }, path: ["a", "c"] };
    const both = [
      offer({ space: "a", to: "c", unit: "carrier", effect: "sail", answer: sail }),
      offer({
        space: "a",
        to: "c",
        unit: "carrier",
        effect: "sail",
        answer: { ...sail, units: { carrier: 1, fighter: 1 } },
      }),
    ];
    const { state } = run([tap("a", "carrier"), tap("c")], both, fleet);
    expect(state.proposal?.plan.choices.map((one) => one.along)).toEqual([[], ["fighter"]]);
  });
});

describe("going ashore", () => {
  const aboard = [
    { power: "germany", unit: "infantry", count: 1 },
    { power: "germany", unit: "tank", count: 1 },
  ];
  const ship = { unit: "transport", cargo: [{ unit: "infantry" }, { unit: "tank" }] };
  const ashore = (unit: string, units: Record<string, number>) =>
    offer({
      space: "sea",
      to: "c",
      key: "transport",
      unit,
      effect: "assault",
      most: 1,
      ship: "transport",
      answer: { type: "move", units, path: ["sea", "c"], ship },
    });
  const moves = [
    ashore("infantry", { infantry: 1 }),
    ashore("tank", { tank: 1 }),
    ashore("transport", { infantry: 1, tank: 1 }),
  ];
  const fleet = (count: number) => ({
    sea: space(null, [stack("transport", count, { cargo: aboard })]),
  });

  test("the cargo of one ship lands unit by unit, in one order", () => {
    const { state } = run([tap("sea", "transport"), tap("c")], moves, fleet(1));
    expect(state.proposal?.plan.lots.map((lot) => lot.unit)).toEqual(["infantry", "tank"]);
    const { outcomes } = run([tap("sea", "transport"), tap("c"), tap("c")], moves, fleet(1));
    expect(orders(outcomes)).toEqual([
      { type: "move", units: { infantry: 1, tank: 1 }, path: ["sea", "c"], ship },
    ]);
  });

  test("several ships land their loads one after the other", () => {
    const { outcomes } = run([tap("sea", "transport"), tap("c"), tap("c")], moves, fleet(2));
    expect(orders(outcomes)).toHaveLength(2);
    expect(orders(outcomes)[0]).toEqual(moves[2]!.answer);
  });
});

describe("what is not possible", () => {
  test("a tap elsewhere asks why, with the plainest order", () => {
    const { state, outcomes } = run([tap("a", "infantry"), tap("z")], march, land);
    expect(outcomes).toEqual([
      {
        type: "explain",
        to: "z",
        at,
        orders: [{ type: "move", units: { infantry: 3 }, path: ["a", "z"] }],
      },
    ]);
    expect(state.selection.size).toBe(1);
  });
});

describe("ways", () => {
  test("are drawn space by space, cut back, and sent by a second tap on the end", () => {
    const begin: Action[] = [tap("a", "tank"), { type: "draw-way", on: true }];
    expect(run([...begin, tap("c")], march, land).state.way).toEqual(["a", "b", "c"]);
    expect(run([...begin, tap("c"), tap("b")], march, land).state.way).toEqual(["a", "b"]);
    const { outcomes } = run([...begin, tap("c"), tap("c")], march, land);
    expect(orders(outcomes)).toEqual([{ type: "move", units: { tank: 1 }, path: ["a", "b", "c"] }]);
  });

  test("lead around what nobody may enter, and nowhere else", () => {
    expect(shortest(edition, "a", "c")).toEqual(["b", "c"]);
    expect(shortest(edition, "a", "nowhere")).toBeNull();
  });
});
