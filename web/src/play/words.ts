/** What the game page says about a game. */
import type { CargoView, DecisionView, EditionView, PhaseInfo } from "../api/schema";
import { joined, powerName, unitName } from "../panels/words";
import type { Effect } from "../board/types";
import type { GameSession } from "./session.svelte";

export interface PhaseStep extends PhaseInfo {
  state: "done" | "now" | "next";
}

/** The phases of a turn as steps. */
export function phasesOf(edition: Pick<EditionView, "phases">, now: string): PhaseStep[] {
  const at = edition.phases.findIndex((phase) => phase.id === now);
  return edition.phases.map((phase, index) => ({
    ...phase,
    state: at < 0 || index > at ? "next" : index === at ? "now" : "done",
  }));
}

/** Whom the game waits for, as the one who looks should read it. */
export function waitingText(
  session: Pick<GameSession, "view" | "me" | "edition" | "mine">,
): string {
  const { view, me, edition } = session;
  if (view.status === "finished") return resultText(edition, view.result);
  if (view.status === "closed") return "Closed";
  if (view.paused) return "Paused";
  if (view.status === "waiting") {
    const open = view.seats.filter((seat) => seat.kind === "open");
    return open.length === 1 ? "One seat is open" : `${open.length} seats are open`;
  }
  if (session.mine) {
    return me.powers.length > 1
      ? `${powerName(edition, session.mine.power)}: your turn`
      : "Your turn";
  }
  const asked = [...new Set(view.pending.map((one) => one.power))];
  if (!asked.length) return "";
  return `Waiting for ${joined(asked.map((power) => seatName(session, power)))}`;
}

export function resultText(edition: Pick<EditionView, "sides">, result: string | null): string {
  if (result === null) return "The game is over";
  if (result === "draw") return "A draw";
  const side = edition.sides.find((one) => one === result) ?? result;
  return `${side.charAt(0).toUpperCase()}${side.slice(1)} win`;
}

/** A power with whoever plays it. */
export function seatName(
  { view, edition }: Pick<GameSession, "view" | "edition">,
  power: string,
): string {
  const seat = view.seats.find((one) => one.power === power);
  const name = powerName(edition, power);
  if (seat?.kind === "computer") return `${name} (computer)`;
  return seat?.person ? `${seat.person.name} (${name})` : name;
}

/** The same in two words, for a small screen. */
export function waitingShort(session: Pick<GameSession, "view" | "mine" | "connection">): string {
  const { view } = session;
  if (session.connection === "lost") return "Offline";
  if (view.status === "finished") return "Over";
  if (view.status === "closed") return "Closed";
  if (view.paused) return "Paused";
  if (view.status === "waiting") return "Open seats";
  return session.mine ? "Your turn" : "Waiting";
}

/** The title of the browser's tab. */
export function tabTitle(session: Pick<GameSession, "view" | "edition" | "mine">): string {
  const name = session.view.title || session.edition.name;
  return session.mine ? `Your turn: ${session.mine.title} · ${name}` : `${name} · Sandtable`;
}

/** The name of the phase that a decision of moving ends. */
export function endText(edition: Pick<EditionView, "phases">, decision: DecisionView): string {
  const phase = edition.phases.find((one) => one.id === decision.kind);
  return `End ${(phase?.name ?? decision.title).toLowerCase()}`;
}

/** What sending units somewhere does, as a verb. */
export const EFFECT_VERBS: Record<Effect, string> = {
  reinforce: "Move",
  attack: "Attack",
  capture: "Take",
  blitz: "Blitz",
  load: "Load",
  unload: "Unload",
  assault: "Land in",
  raid: "Raid",
  kamikaze: "Kamikaze attack on",
  sail: "Sail to",
  land: "Land in",
  stay: "Stay and fight in",
  launch: "Launch at",
};

/** Time left, in the largest units that matter. */
export function timeText(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const days = Math.floor(left / 86400);
  const hours = Math.floor((left % 86400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(left % 60).padStart(2, "0")}`;
}

/** What a ship carries: `with 1 infantry and 1 tank`. Nothing for an empty one. */
export function aboard(edition: Pick<EditionView, "units">, cargo: readonly CargoView[]): string {
  const parts = cargo.map(({ unit, count }) => `${count} ${unitName(edition, unit, count)}`);
  return parts.length ? `with ${joined(parts)}` : "";
}
