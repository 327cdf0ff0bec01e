/** Which units on the battle board are which of the casualties on offer. */
import type { CasualtyOptions } from "../../api/schema";
import type { Group } from "./forces";

/** The index of the casualties that a group on the board belongs to, or -1. */
export function casualtyOf(options: CasualtyOptions, group: Group): number {
  const alike = options.units
    .map((casualty, index) => ({ casualty, index }))
    .filter(({ casualty }) => casualty.power === group.power && casualty.unit === group.unit);
  const exact = alike.find(({ casualty }) => casualty.key === group.key);
  const found = exact ?? alike.find(({ casualty }) => casualty.damaged === group.damaged);
  return found?.index ?? -1;
}

/** Groups on the board, taken apart where the choice tells equal units apart: aircraft that have
 * more moves left than others are worth more. */
export function parted(options: CasualtyOptions, groups: readonly Group[]): Group[] {
  const room = options.units.map(({ count }) => count);
  return groups.flatMap((group) => {
    const alike = options.units
      .map((casualty, index) => ({ casualty, index }))
      .filter(
        ({ casualty }) =>
          casualty.power === group.power &&
          casualty.unit === group.unit &&
          casualty.damaged === group.damaged &&
          typeof casualty.spec["left"] === "number",
      );
    if (alike.length < 2) return [group];
    const parts: Group[] = [];
    let open = group.count;
    for (const { casualty, index } of alike) {
      const count = Math.min(open, room[index]!);
      if (!count) continue;
      open -= count;
      room[index]! -= count;
      parts.push({ ...group, key: casualty.key, count, left: casualty.spec["left"] as number });
    }
    if (open) parts.push({ ...group, count: open });
    return parts;
  });
}

/** Hits of the choice by group on the board: units that fire alike but on different numbers share
 * one entry of the choice, and the worst shots take the hits first. */
export function spread(
  options: CasualtyOptions,
  chosen: readonly number[],
  groups: readonly Group[],
): Map<Group, number> {
  const left = [...chosen];
  const found = new Map<Group, number>();
  for (const group of [...groups].sort((a, b) => a.number - b.number)) {
    const index = casualtyOf(options, group);
    if (index < 0) continue;
    const hits = Math.min(left[index]!, group.count * options.units[index]!.each);
    left[index]! -= hits;
    found.set(group, hits);
  }
  return found;
}
