import { expect, test } from "vitest";
import { pageFor } from "./pages";

test.each([
  [[], { name: "home" }],
  [["new"], { name: "new" }],
  [["join"], { name: "join" }],
  [["help"], { name: "help" }],
  [["games", "x1"], { name: "game", id: "x1" }],
  [["games", "x1", "replay"], { name: "replay", id: "x1" }],
  [["games", "x1", "dice"], { name: "dice", id: "x1" }],
  [["games", "a%20b"], { name: "game", id: "a b" }],
  [["games", "%"], { name: "game", id: "%" }],
  [["games"], { name: "missing" }],
  [["games", "x1", "other"], { name: "missing" }],
  [["new", "more"], { name: "missing" }],
])("%j is the page %j", (parts, page) => {
  expect(pageFor(parts)).toEqual(page);
});
