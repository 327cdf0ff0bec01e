import { describe, expect, it } from "vitest";
import type { DecisionView } from "../api/schema";
import { apart, askedWith } from "./together";

const asked = (power: string, kind: string, space: string | null = null) =>
  ({ power, kind, space, title: "", help: "" }) as unknown as DecisionView;

describe("one question to several powers", () => {
  const loses = ["soviet-union", "united-kingdom", "united-states"].map((power) =>
    asked(power, "casualties", "karelia"),
  );

  it("knows who else is asked, mine and others'", () => {
    expect(askedWith(loses[0]!, loses, ["soviet-union", "united-states"])).toEqual({
      mine: ["united-states"],
      others: ["united-kingdom"],
    });
  });

  it("is one of the questions to choose between", () => {
    expect(apart(loses)).toEqual([loses[0]]);
  });

  it("keeps apart what each power answers for itself", () => {
    const chooses = ["germany", "japan"].map((power) => asked(power, "advantages"));
    expect(apart(chooses)).toEqual(chooses);
    expect(askedWith(chooses[0]!, chooses, ["germany", "japan"]).mine).toEqual([]);
  });
});
