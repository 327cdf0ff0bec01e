import { describe, expect, it } from "vitest";
import type { EditionView } from "../api/schema";
import {
  add,
  fits,
  fromPlaces,
  places,
  roomFor,
  sorted,
  toPlaces,
  unitsFor,
  waiting,
} from "./placing";

const edition = {
  units: [
    { id: "infantry", domain: "land" },
    { id: "fighter", domain: "air" },
    { id: "destroyer", domain: "sea" },
    { id: "complex", domain: "facility" },
  ],
} as unknown as EditionView;

const site = (space: string, capacity: number | null, zones: string[], units: string[]) => ({
  space,
  capacity,
  zones,
  units,
  afloat: [],
});

const options = sorted(edition, {
  units: { infantry: 3, destroyer: 3, complex: 1 },
  sites: [
    site("india", 3, ["sz-35", "sz-36"], ["infantry", "destroyer"]),
    site("egypt", 2, ["sz-36"], ["infantry", "destroyer"]),
    site("brazil", 0, [], ["complex"]),
  ],
});
const FREE = ["complex"];

describe("placing new units", () => {
  it("lists the places and what may come there", () => {
    expect(places(options)).toEqual(["india", "sz-35", "sz-36", "egypt", "brazil"]);
    expect(unitsFor(options, "india")).toEqual(["infantry"]);
    expect(unitsFor(options, "sz-36")).toEqual(["destroyer"]);
    expect(unitsFor(options, "brazil")).toEqual(["complex"]);
    expect(unitsFor(options, "japan")).toEqual([]);
  });

  it("counts what is left to place", () => {
    expect(waiting(options, { india: { infantry: 2 } })).toEqual({
      infantry: 1,
      destroyer: 3,
      complex: 1,
    });
  });

  it("keeps to the room of a site", () => {
    expect(fits(options, { india: { infantry: 3 } }, FREE)).toBe(true);
    expect(fits(options, { egypt: { infantry: 3 } }, FREE)).toBe(false);
    expect(fits(options, { brazil: { complex: 1 } }, FREE)).toBe(true);
  });

  it("reckons ships to any site beside their zone", () => {
    const full = { "sz-36": { destroyer: 3 }, india: { infantry: 2 } };
    expect(fits(options, full, FREE)).toBe(true);
    expect(fits(options, { ...full, egypt: { infantry: 1 } }, FREE)).toBe(false);
    const chain = { "sz-36": { destroyer: 2 }, "sz-35": { destroyer: 1 }, india: { infantry: 2 } };
    expect(fits(options, chain, FREE)).toBe(true);
    expect(fits(options, add(chain, "sz-35", "destroyer", 1), FREE)).toBe(false);
  });

  it("says how many more could go to a place", () => {
    expect(roomFor(options, {}, "infantry", "egypt", FREE)).toBe(2);
    expect(roomFor(options, { india: { infantry: 2 } }, "infantry", "egypt", FREE)).toBe(1);
    expect(roomFor(options, {}, "destroyer", "egypt", FREE)).toBe(0);
    expect(
      roomFor(
        options,
        { egypt: { infantry: 2 }, india: { infantry: 1 } },
        "destroyer",
        "sz-36",
        FREE,
      ),
    ).toBe(2);
  });

  it("reads and writes answers", () => {
    const answer = { type: "place", places: { india: { infantry: 2 }, "sz-35": { destroyer: 1 } } };
    expect(toPlaces(fromPlaces(answer))).toEqual(answer);
    const list = { type: "place", places: [{ space: "india", units: [{ unit: "infantry" }] }] };
    expect(fromPlaces(list)).toEqual({ india: { infantry: 1 } });
    expect(toPlaces({ india: { infantry: 0 } })).toEqual({ type: "place", places: {} });
  });
});
