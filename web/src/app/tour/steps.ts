/**
 * The tour of somebody's first game, as data: what is pointed at, when, and what is said. It goes
 * on by itself as the player plays; nothing in it depends on the edition.
 */
import type { GameSession } from "../../play/session.svelte";

/** `Germany and Japan`. */
const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");

/** Whom the player leads, and what wins. */
function aims({ me, view, edition }: TourView): string {
  const mine = edition.powers.filter(({ id }) => me.powers.includes(id));
  const sides = new Set(mine.map(({ side }) => side));
  const goal = sides.size === 1 ? view.victory.find(({ side }) => sides.has(side)) : undefined;
  const lead = `You lead ${listed(mine.map(({ name }) => name))}.`;
  if (!goal) return lead;
  const names = goal.of.map((id) => edition.spaces.find((space) => space.id === id)?.name ?? id);
  const which = goal.needed < names.length ? `${goal.needed} of ` : "";
  return `${lead} To win, your side must hold ${which}${listed(names)}.`;
}

export interface TourStep {
  id: string;
  /** What on the screen it speaks of, as a selector; nothing: the whole table. */
  anchor: string | null;
  title: string;
  text: string;
  /** What is said before it, of this game. */
  lead?: (session: TourView) => string;
  /** Whether this is the moment for it. */
  when: (session: TourView) => boolean;
  /** It has a button; others go away when the player has done what they say. */
  read?: boolean;
}

/** What steps may ask of a game. */
export type TourView = Pick<GameSession, "mine" | "view" | "me" | "edition">;

const PANEL = '[aria-label="What is asked"]';
const PHASES = '[aria-label="Phases of the turn"]';

const asked =
  (...kinds: string[]) =>
  ({ mine }: TourView): boolean =>
    mine !== null && kinds.includes(mine.kind);

export const STEPS: readonly TourStep[] = [
  {
    id: "table",
    anchor: null,
    title: "This is your table",
    text: "Drag to move the map, scroll or pinch to come closer. Tap a space to see who is there.",
    lead: aims,
    when: ({ me }) => me.powers.length > 0,
    read: true,
  },
  {
    id: "phases",
    anchor: PHASES,
    title: "A turn has phases",
    text: "Here you see whose turn it is and which phase. Each power plays all phases, then the next power has its turn.",
    when: ({ mine }) => mine !== null,
    read: true,
  },
  {
    id: "purchase",
    anchor: PANEL,
    title: "Buy units",
    text: "Spend your IPCs with plus and minus. What you buy comes to the board at the end of the turn. Infantry is cheap and holds ground; tanks attack.",
    when: asked("purchase"),
  },
  {
    id: "combat-move",
    anchor: null,
    title: "Send units to attack",
    text: "Tap a stack of yours: spaces that it can attack light up, with your chance to win. Tap one to send units there. Undo takes a move back. End the phase when all attacks are set.",
    when: asked("combat-move"),
  },
  {
    id: "battle",
    anchor: PANEL,
    title: "Fight the battle",
    text: "A unit hits if its die shows its number or less. Both sides fire, then hits are taken off. You may press on or, as attacker, retreat.",
    when: (session) =>
      asked("battle", "casualties", "retreat", "submerge", "bombard")(session) &&
      session.view.phase !== "purchase",
  },
  {
    id: "noncombat-move",
    anchor: null,
    title: "Move the rest",
    text: "Units that did not fight may move now, into friendly spaces. Aircraft that fought must land.",
    when: asked("noncombat-move"),
  },
  {
    id: "mobilize",
    anchor: PANEL,
    title: "Place what you bought",
    text: "New units appear at your factories. The proposal is sensible; change it if you like.",
    when: asked("mobilize"),
  },
  {
    id: "done",
    anchor: null,
    title: "You know the turn now",
    text: "Your income was paid, and the other powers play. Their moves are shown on the map; the log keeps everything. Press ? for the keys, and look into Help at any time.",
    when: ({ mine, view, me }) => mine === null && !me.powers.includes(view.turn),
    read: true,
  },
];

/** Steps without which the last one makes no sense. */
const BEFORE_LAST = ["purchase", "combat-move", "noncombat-move"];

/** The step for this moment: the first that fits and was not seen. */
export function stepFor(session: TourView, seen: ReadonlySet<string>): TourStep | null {
  if (session.view.status !== "playing" || session.me.powers.length === 0) return null;
  return (
    STEPS.find(
      (step) =>
        !seen.has(step.id) &&
        (step.id !== "done" || BEFORE_LAST.every((id) => seen.has(id))) &&
        step.when(session),
    ) ?? null
  );
}
