/** Which panel answers which decision. Moving is not here: the board itself is its panel. */
import type { Options } from "../api/schema";
import AdvantagesPanel from "./AdvantagesPanel.svelte";
import BattlePanel from "./battle/BattlePanel.svelte";
import BidPanel from "./BidPanel.svelte";
import GenericPanel from "./GenericPanel.svelte";
import MobilizePanel from "./MobilizePanel.svelte";
import NextBattlePanel from "./NextBattlePanel.svelte";
import PurchasePanel from "./PurchasePanel.svelte";
import ResearchPanel from "./ResearchPanel.svelte";
import type { Panel } from "./types";
import UsePanel from "./UsePanel.svelte";

const PANELS: Record<string, Panel> = {
  advantages: AdvantagesPanel,
  battle: NextBattlePanel,
  bid: BidPanel,
  bombard: BattlePanel,
  casualties: BattlePanel,
  mobilize: MobilizePanel,
  purchase: PurchasePanel,
  research: ResearchPanel,
  retreat: BattlePanel,
  submerge: BattlePanel,
};

const uses = (options: Pick<Options, "answers"> | null | undefined) =>
  options?.answers.some(({ answer }) => answer["type"] === "use" || answer["type"] === "decline");

/** The panel for a decision. National advantages, which are kinds of their own, are told by their
 * answers; whatever else has no panel of its own gets a list. */
export function panelFor(kind: string, options?: Pick<Options, "answers"> | null): Panel {
  return PANELS[kind] ?? (uses(options) ? UsePanel : GenericPanel);
}

/** Whether a decision is answered on the battle board, which wants a large card over the map
 * (about 56rem wide; on a phone the whole sheet) instead of the panel at the side. */
export const onBattleBoard = (kind: string): boolean => PANELS[kind] === BattlePanel;
