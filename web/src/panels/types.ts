/** What a panel is given, and what the page that holds it may ask of it. */
import type { Component } from "svelte";
import type { DecisionView, Options } from "../api/schema";
import type { GameSession } from "../play/session.svelte";

/** A panel says what is asked, what can be done, and what its one primary button does. It shows
 * the decision's title and help itself. */
export interface PanelProps {
  session: GameSession;
  decision: DecisionView;
  options: Options;
  /** The panel speaks of these spaces now: light them up on the map. Empty: of none. */
  onhighlight?: (spaces: readonly string[]) => void;
  /** Bring these spaces into view. */
  onshow?: (spaces: readonly string[]) => void;
}

/** What a panel component exports: get it with `bind:this`. All of it may be missing. */
export interface PanelHandle {
  /** A space on the board was tapped. True: the panel took it, and nothing else should happen. */
  ontap?: (space: string, stack: string | null) => boolean;
}

export type Panel = Component<PanelProps, PanelHandle>;
