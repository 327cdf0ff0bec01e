import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DecisionView, EditionView, GameView, Options } from "../api/schema";
import type { GameSession } from "../play/session.svelte";
import BattlePanel from "./battle/BattlePanel.svelte";
import MobilizePanel from "./MobilizePanel.svelte";
import PurchasePanel from "./PurchasePanel.svelte";
import { onBattleBoard, panelFor } from "./registry";
import UsePanel from "./UsePanel.svelte";

const unit = (id: string, domain: string, plural: string, attack: number, defense: number) => ({
  ...{ id, name: id, plural, domain, attack, defense, cost: 3, move: 1, hits: 1, carries: 0 },
  notes: [],
});
const edition = {
  powers: [
    { id: "germany", name: "Germany" },
    { id: "soviet-union", name: "Soviet Union" },
  ],
  units: [unit("infantry", "land", "infantry", 1, 2), unit("tank", "land", "tanks", 3, 3)],
  spaces: [{ id: "germany", name: "Germany", kind: "land" }],
  traits: [],
} as unknown as EditionView;

const decision = (kind: string): DecisionView => ({
  ...{ power: "germany", kind, space: null, title: "Choose", help: "", since: null, due: null },
});
const options = (kind: string, more: Partial<Options>): Options =>
  ({
    version: 7,
    power: "germany",
    kind,
    space: null,
    answers: [],
    more: false,
    ...more,
  }) as Options;

const fighter = (power: string, name: string, count: number, number: number) => ({
  ...{ key: name, power, unit: name, count, damaged: false, cargo: [], number, dice: 1 },
});
const battle = {
  ...{ space: "germany", kind: "battle", round: 1, step: "The attacker takes hits" },
  ...{ attackers: ["germany"], defenders: ["soviet-union"] },
  attack: [fighter("germany", "infantry", 2, 1), fighter("germany", "tank", 1, 3)],
  defend: [fighter("soviet-union", "infantry", 1, 2)],
  ...{ attack_hit: [], defend_hit: [], submerged: [], bombarding: [], hits_to_take: 1, lost: {} },
};

const decide = vi.fn(() => Promise.resolve({ version: 8, entries: [] }));
const session = {
  edition,
  view: { id: "g", version: 7, kinds: {}, pending: [], battles: [], battle } as unknown as GameView,
  me: { powers: ["germany"] },
  ...{ options: null, log: [], connection: "live", busy: false, mine: null },
  optionsFor: () => null,
  decide,
  undo: decide,
} as unknown as GameSession;

let shown: Record<string, unknown> | null = null;
function show(panel: unknown, kind: string, more: Partial<Options>) {
  const props = { session, decision: decision(kind), options: options(kind, more) };
  shown = mount(panel as Component<typeof props>, { target: document.body, props });
  flushSync();
  return shown as { ontap?: (space: string) => boolean };
}
function press(name: RegExp) {
  const button = [...document.querySelectorAll("button")].find((b) =>
    name.test(b.getAttribute("aria-label") ?? b.textContent ?? ""),
  );
  if (!button) throw new Error(`no button ${name}`);
  button.click();
  flushSync();
}

beforeEach(() => {
  decide.mockClear();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("nobody there")));
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  vi.unstubAllGlobals();
});

describe("panels", () => {
  it("are found by the kind of decision", () => {
    expect(panelFor("purchase")).toBe(PurchasePanel);
    expect(onBattleBoard("casualties")).toBe(true);
    expect(onBattleBoard("purchase")).toBe(false);
    const answers = [{ answer: { type: "decline" }, line: "decline salvage", text: "" }];
    expect(panelFor("salvage", { answers })).toBe(UsePanel);
    expect(panelFor("land", { answers: [] })).not.toBe(UsePanel);
  });

  const purchase = {
    money: 7,
    units: [
      { unit: "infantry", cost: 3, most: 2 },
      { unit: "tank", cost: 6, most: 1 },
    ],
    ...{ sites: [], recent: [{ round: 1, units: { infantry: 5 } }], capacity: 1 },
  };

  it("buy what was counted", () => {
    show(PurchasePanel, "purchase", { purchase });
    press(/^More: infantry/);
    press(/^More: infantry/);
    expect(document.body.textContent).toContain("1 unit more than the factories can place");
    press(/^Buy 2 infantry for 6 IPCs/);
    expect(decide).toHaveBeenCalledWith("germany", [{ type: "buy", units: { infantry: 2 } }]);
  });

  it("ask once before nothing is bought, and repeat a purchase", () => {
    show(PurchasePanel, "purchase", { purchase });
    press(/^\s*Buy nothing/);
    expect(decide).not.toHaveBeenCalled();
    press(/5 infantry/);
    press(/^\s*Buy 2 infantry/);
    expect(decide).toHaveBeenCalledWith("germany", [{ type: "buy", units: { infantry: 2 } }]);
  });

  it("take casualties as proposed, or those that are tapped", () => {
    const group = (name: string, count: number) => ({
      ...{ key: name, power: "germany", unit: name, count, most: 1, each: 1, last: false },
      ...{ damaged: false, cost: 3, spec: { unit: name } },
    });
    const casualties = {
      hits: 1,
      units: [group("infantry", 2), group("tank", 1)],
      ...{ proposed: { type: "lose", units: { infantry: 1 } }, proposals: [] },
    };
    show(BattlePanel, "casualties", { casualties });
    press(/^1 tank of Germany/);
    press(/^\s*Lose 1 tank/);
    expect(decide).toHaveBeenCalledWith("germany", [
      { type: "lose", units: [{ unit: "tank", count: 1 }] },
    ]);
  });

  it("place units by a tap on the map", () => {
    const site = { space: "germany", capacity: 2, zones: [], units: ["infantry"], afloat: [] };
    const mobilize = {
      ...{ units: { infantry: 3 }, sites: [site], refund: true },
      proposed: { type: "place", places: { germany: { infantry: 1 } } },
    };
    const panel = show(MobilizePanel, "mobilize", { mobilize });
    expect(panel.ontap?.("germany")).toBe(true);
    expect(panel.ontap?.("germany")).toBe(true);
    expect(panel.ontap?.("france")).toBe(false);
    flushSync();
    expect(document.body.textContent).toContain("3 IPCs paid back");
    press(/^\s*Place 2 infantry in Germany/);
    expect(decide).toHaveBeenCalledWith("germany", [
      { type: "place", places: { germany: { infantry: 2 } } },
    ]);
  });
});
