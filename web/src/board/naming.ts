/** What screen readers say of a space. */
import type { EditionView } from "../api/schema";
import { EFFECTS } from "./effects";
import type { Place } from "./places";
import type { Target } from "./types";

export interface Names {
  power(id: string): string;
  unit(id: string, count: number): string;
}

export function namesOf(edition: EditionView): Names {
  const powers = new Map(edition.powers.map((power) => [power.id, power.name]));
  const units = new Map(edition.units.map((unit) => [unit.id, unit]));
  return {
    power: (id) => powers.get(id) ?? id,
    unit: (id, count) => {
      const unit = units.get(id);
      const name = (count === 1 ? unit?.name : unit?.plural) ?? id;
      return `${count} ${name.toLowerCase()}`;
    },
  };
}

/** `Ukraine, Germany, value 2: 3 infantry, 1 tank; attack possible, 87%`. */
export function describe(place: Place, names: Names, target?: Target, picked = 0): string {
  const head = [place.name];
  if (place.owner) head.push(names.power(place.owner));
  else if (place.impassable) head.push("impassable");
  if (place.value) head.push(`value ${place.value}`);
  if (place.capital) head.push("capital");
  if (place.city) head.push(`victory city ${place.city}`);
  if (place.facilities.length) {
    head.push(place.facilities.map((facility) => names.unit(facility, 1).slice(2)).join(", "));
  }
  const mixed = place.sea || place.forces.some((force) => force.power !== place.owner);
  const forces = place.forces.map((force) => {
    const counts = new Map<string, number>();
    for (const stack of force.stacks) {
      counts.set(stack.unit, (counts.get(stack.unit) ?? 0) + stack.count);
      for (const cargo of stack.cargo) {
        counts.set(cargo.unit, (counts.get(cargo.unit) ?? 0) + stack.count * cargo.count);
      }
    }
    const units = [...counts].map(([unit, count]) => names.unit(unit, count)).join(", ");
    return mixed ? `${names.power(force.power)} ${units}` : units;
  });
  let text = head.join(", ");
  if (forces.length) text += `: ${forces.join("; ")}`;
  if (place.battle) text += "; battle";
  if (picked) text += `; ${picked} picked`;
  if (target) {
    text += `; ${EFFECTS[target.effect].words}`;
    if (target.label) text += `, ${target.label}`;
  }
  return text;
}
