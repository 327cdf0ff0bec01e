/** What stands in a space, put together for reading. */
import type { EditionView, ReachView, StackView } from "../api/schema";
import { unitsText } from "../panels/words";

export interface PowerUnits {
  power: string;
  count: number;
  stacks: readonly StackView[];
}

/** Stacks by power, the largest army first. */
export function unitsByPower(stacks: readonly StackView[]): PowerUnits[] {
  const powers = new Map<string, StackView[]>();
  for (const stack of stacks) {
    const list = powers.get(stack.power);
    if (list) list.push(stack);
    else powers.set(stack.power, [stack]);
  }
  return [...powers]
    .map(([power, list]) => ({
      power,
      stacks: list,
      count: list.reduce((sum, stack) => sum + stack.count, 0),
    }))
    .sort((a, b) => b.count - a.count);
}

/** `carrying 1 infantry and 1 tank`, nothing for what carries nothing. */
export function cargoText(edition: Pick<EditionView, "units">, stack: StackView): string {
  const counts: Record<string, number> = {};
  for (const { unit, count } of stack.cargo) counts[unit] = (counts[unit] ?? 0) + count;
  const text = unitsText(edition, counts);
  return text ? `carrying ${text}` : "";
}

export interface PowerReach {
  power: string;
  units: Record<string, number>;
  spaces: readonly string[];
}

/** Who can come, all units of a power together, the most units first. */
export function reachByPower(reach: readonly ReachView[], nextTurn: boolean): PowerReach[] {
  const powers = new Map<string, { units: Record<string, number>; spaces: string[] }>();
  for (const { power, space, units, next_turn } of reach) {
    if (next_turn !== nextTurn) continue;
    const found = powers.get(power) ?? { units: {}, spaces: [] };
    powers.set(power, found);
    found.spaces.push(space);
    for (const [unit, count] of Object.entries(units)) {
      found.units[unit] = (found.units[unit] ?? 0) + count;
    }
  }
  const size = (units: Record<string, number>) => Object.values(units).reduce((a, b) => a + b, 0);
  return [...powers]
    .map(([power, found]) => ({ power, ...found }))
    .sort((a, b) => size(b.units) - size(a.units));
}
