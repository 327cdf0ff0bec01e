/** Who plays what in a game to be made, and the ways to fill the seats in one click. */
import type { EditionSummary, NewGame, SeatRequest, TimeRequest } from "../../api/schema";
import { span } from "../../app/when";

export type Sitter = SeatRequest["kind"];

export interface Seat {
  kind: Sitter;
  /** Of a computer player; null: the usual one. */
  level: string | null;
}

/** By power, in the order of play. */
export type Plan = Readonly<Record<string, Seat>>;

export interface QuickPick {
  id: string;
  label: string;
  about: string;
  plan: Plan;
}

type Powers = EditionSummary["powers"];

const seat = (kind: Sitter): Seat => ({ kind, level: null });

const fill = (powers: Powers, kindOf: (side: string) => Sitter): Plan =>
  Object.fromEntries(powers.map((power) => [power.id, seat(kindOf(power.side))]));

/** The sides, in the order of play. */
export const sidesOf = (powers: Powers): string[] => [...new Set(powers.map(({ side }) => side))];

/** The side for somebody's first game: the one with the fewest powers to look after. */
export function easySide(powers: Powers): string {
  const count = (side: string) => powers.filter((power) => power.side === side).length;
  return sidesOf(powers).reduce((best, side) => (count(side) < count(best) ? side : best));
}

export const titleCase = (id: string): string =>
  id.replace(
    /(^|[-\s])(\p{L})/gu,
    (_, gap: string, letter: string) => `${gap === "-" ? " " : gap}${letter.toUpperCase()}`,
  );

export const sidePlan = (powers: Powers, side: string, others: Sitter): Plan =>
  fill(powers, (of) => (of === side ? "me" : others));

export function quickPicks(powers: Powers): QuickPick[] {
  const easy = easySide(powers);
  const sides = [easy, ...sidesOf(powers).filter((side) => side !== easy)];
  return [
    ...sides.map((side) => ({
      id: `side-${side}`,
      label: `I play the ${titleCase(side)}`,
      about: "The computer plays the rest.",
      plan: sidePlan(powers, side, "computer"),
    })),
    {
      id: "friend",
      label: "With a friend",
      about: `You play the ${titleCase(easy)}; a link lets a friend take the other side.`,
      plan: sidePlan(powers, easy, "open"),
    },
    {
      id: "screen",
      label: "Around one screen",
      about: "All powers are played here, by you or whoever sits with you.",
      plan: fill(powers, () => "me"),
    },
  ];
}

/** The quick pick that a plan is, whatever the levels. */
export function pickOf(powers: Powers, plan: Plan): string | null {
  const same = (other: Plan) => powers.every(({ id }) => plan[id]?.kind === other[id]?.kind);
  return quickPicks(powers).find((pick) => same(pick.plan))?.id ?? null;
}

/** The same seats, with all computer players of one level. */
export const withLevel = (plan: Plan, level: string | null): Plan =>
  Object.fromEntries(
    Object.entries(plan).map(([power, seat]) => [
      power,
      seat.kind === "computer" ? { ...seat, level } : seat,
    ]),
  );

/** The level of all computer players, null where it is not named; undefined if they differ or
 * there are none. */
export function levelOf(plan: Plan): string | null | undefined {
  const found = new Set(
    Object.values(plan).flatMap((seat) => (seat.kind === "computer" ? [seat.level] : [])),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

export const openPowers = (plan: Plan): string[] =>
  Object.keys(plan).filter((power) => plan[power]?.kind === "open");

export const seatsOf = (plan: Plan): SeatRequest[] =>
  Object.entries(plan).map(([power, { kind, level }]) => ({
    power,
    kind,
    level: kind === "computer" ? level : null,
  }));

/** A game that begins at once, for somebody who pressed one button. */
export function quickGame(edition: EditionSummary): NewGame {
  return {
    edition: edition.id,
    title: "",
    options: {},
    seats: seatsOf(sidePlan(edition.powers, easySide(edition.powers), "computer")),
    dice: "fair",
    visibility: "link",
    time: { kind: "none", base: 0, increment: 0, on_timeout: "computer" },
    position: null,
  };
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

interface Clock {
  id: string;
  label: string;
  time: TimeRequest;
}

const live = (minutes: number, increment: number): Clock => ({
  id: `live-${minutes}`,
  label: `${span(minutes * MINUTE)} each, plus ${span(increment)} an answer`,
  time: { kind: "live", base: minutes * MINUTE, increment, on_timeout: "computer" },
});

const days = (number: number): Clock => ({
  id: `days-${number}`,
  label: `${span(number * DAY)} for each turn`,
  time: { kind: "correspondence", base: number * DAY, increment: 0, on_timeout: "computer" },
});

/** Ways to play against the clock. */
export const TIMES: readonly Clock[] = [
  {
    id: "none",
    label: "No clock",
    time: { kind: "none", base: 0, increment: 0, on_timeout: "computer" },
  },
  live(30, 15),
  live(60, 30),
  live(120, 60),
  days(1),
  days(3),
  days(7),
];
