// Steps of the staff's procedures that are a player's: to look at the cards, and to cut them.

import { h } from "../../core/dom.js";
import { complain } from "../../shell/shell.js";
import { t } from "../../words/translate.js";

/** @typedef {import("../../core/protocol.js").Offer} Offer */
/** @typedef {(command: import("../../core/protocol.js").Command) => Promise<unknown>} Give */

/**
 * Buttons for what the table waits for from this player.
 *
 * @param {readonly Offer[]} offers
 * @param {Give} give
 */
export function stepButtons(offers, give) {
  return offers.flatMap((offer) => {
    if (offer.do === "decline_cut")
      return [
        h(
          "button",
          { type: "button", onclick: () => give({ do: "decline_cut" }) },
          t("step.decline_cut"),
        ),
      ];
    if (offer.do !== "perform") return [];
    const act =
      offer.wager === "cut"
        ? () => import("./cut.js").then(({ askCut }) => askCut(offer, give), complain)
        : () => give({ do: "perform", step: offer.wager });
    return [
      h(
        "button",
        { type: "button", class: "main", onclick: act },
        offer.wager === "cut" ? t("step.cut") : t("step.look"),
      ),
    ];
  });
}
