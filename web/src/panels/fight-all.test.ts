import { describe, expect, it } from "vitest";
import type { AnswerOffer, CasualtyOptions, OddsView } from "../api/schema";
import { nextAnswer, plain } from "./fight-all.svelte";

const offer = (answer: Record<string, unknown>): AnswerOffer => ({
  answer,
  line: JSON.stringify(answer),
  text: "",
});
const odds = (space: string, wins: number) => ({ space, wins, kind: "battle" }) as OddsView;
const unit = (name: string, cost: number, most: number) => ({
  unit: name,
  cost,
  most,
  count: most,
});
const losses = (hits: number, ...units: ReturnType<typeof unit>[]) =>
  ({ hits, units, proposed: { type: "lose" }, proposals: [] }) as unknown as CasualtyOptions;

describe("fighting all battles", () => {
  const answers = [
    offer({ type: "fight", space: "ukraine" }),
    offer({ type: "fight", space: "norway" }),
    offer({ type: "fight", space: "germany", what: "raid" }),
  ];
  const battle = { kind: "battle", space: null };

  it("takes those beyond doubt and leaves the others", () => {
    const known = [odds("ukraine", 0.6), odds("norway", 0.97)];
    expect(nextAnswer(battle, { answers, casualties: null }, known)).toEqual({
      type: "fight",
      space: "norway",
    });
    expect(nextAnswer(battle, { answers, casualties: null }, [odds("ukraine", 0.6)])).toBeNull();
  });

  it("presses on only while that is beyond doubt", () => {
    const retreat = { kind: "retreat", space: "ukraine" };
    const ways = [offer({ type: "press" }), offer({ type: "retreat", to: "caucasus" })];
    const asked = { answers: ways, casualties: null };
    expect(nextAnswer(retreat, asked, [odds("ukraine", 0.99)])).toEqual({ type: "press" });
    expect(nextAnswer(retreat, asked, [odds("ukraine", 0.8)])).toBeNull();
  });

  it("gives casualties only where they need no thought", () => {
    expect(plain(losses(1, unit("infantry", 3, 3), unit("tank", 5, 2)))).toBe(true);
    expect(plain(losses(3, unit("infantry", 3, 3), unit("tank", 5, 2)))).toBe(false);
    expect(plain(losses(2, unit("tank", 5, 2)))).toBe(true);
    const asked = {
      answers: [],
      casualties: losses(3, unit("infantry", 3, 3), unit("tank", 5, 2)),
    };
    expect(nextAnswer({ kind: "casualties", space: "ukraine" }, asked, [])).toBeNull();
  });

  it("keeps submarines in a battle beyond doubt", () => {
    const dive = { kind: "submerge", space: "sz-8" };
    const ways = [offer({ type: "submerge", count: 0 }), offer({ type: "submerge", count: 1 })];
    const asked = { answers: ways, casualties: null };
    expect(nextAnswer(dive, asked, [odds("sz-8", 0.99)])).toEqual({ type: "submerge", count: 0 });
    expect(nextAnswer(dive, asked, [odds("sz-8", 0.5)])).toBeNull();
  });

  it("never decides anything else", () => {
    const asked = { answers: [offer({ type: "bombard", places: {} })], casualties: null };
    expect(nextAnswer({ kind: "bombard", space: "norway" }, asked, [])).toBeNull();
  });
});
