import { expect, test } from "vitest";
import { joinLink, positionHash, positionLink, readPositionHash } from "./links";

const shared = {
  edition: "1941",
  position: "position/1 1941 r3 germany combat-move owners:- units:germany:sz-5=battleship!1",
};

test("a position survives its link", () => {
  const link = new URL(positionLink(shared));
  expect(link.pathname).toBe("/position");
  expect(readPositionHash(link.hash.slice(1))).toEqual(shared);
});

test("a position pasted by hand, with its spaces, is read too", () => {
  expect(readPositionHash(`1941/${encodeURIComponent(shared.position)}`)).toEqual(shared);
  expect(readPositionHash(`1941/${shared.position}`)).toEqual(shared);
});

test("what is no position is none", () => {
  expect(readPositionHash("")).toBeNull();
  expect(readPositionHash("1941")).toBeNull();
  expect(readPositionHash("1941/")).toBeNull();
  expect(readPositionHash("1941/%E0%A4%A")).toBeNull();
});

test("secrets never stand before the #", () => {
  expect(new URL(joinLink("s3cret")).pathname).toBe("/join");
  expect(positionHash(shared)).not.toContain(" ");
});
