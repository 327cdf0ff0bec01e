import { expect, test } from "vitest";
import type { EditionView, GameView } from "../api/schema";
import { homeArea } from "./area";

const space = (id: string, borders: string[], capital_of: string[] = []) => ({
  id,
  borders,
  capital_of,
});
const edition = {
  spaces: [
    space("berlin", ["paris"], ["germany"]),
    space("paris", ["berlin", "madrid"]),
    space("madrid", ["paris", "lisbon"]),
    space("lisbon", ["madrid"]),
  ],
} as unknown as Pick<EditionView, "spaces">;
const held = (power: string) => ({ owner: power, units: [{ power }] });
const views = (owner: string) =>
  ({
    spaces: {
      berlin: { owner, units: [] },
      paris: held("uk"),
      madrid: held("germany"),
      lisbon: held("germany"),
    },
  }) as unknown as Pick<GameView, "spaces">;

test("a turn begins around the capital, where the power has units", () => {
  expect(homeArea(edition, views("germany"), "germany")).toEqual(["berlin", "madrid"]);
});

test("without its capital a power begins where its units are", () => {
  expect(homeArea(edition, views("uk"), "germany")).toEqual(["madrid", "lisbon"]);
});
