// Steps of the staff's procedures that are a player's: to look at the cards, and to cut them.

import { form, labelled } from "../../account/form.js";
import { h } from "../../core/dom.js";
import { dialogue } from "../../shell/shell.js";
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
        ? () => askCut(offer, give)
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

/** @param {Offer} offer @param {Give} give */
function askCut(offer, give) {
  const slider = h("input", {
    name: "position",
    type: "range",
    min: offer.low,
    max: offer.high,
    value: Math.round((offer.low + offer.high) / 2),
  });
  const box = dialogue(
    t("step.cut"),
    form(
      t("step.cut"),
      t("step.cut_hint", { low: offer.low, high: offer.high }),
      t("step.cut_go"),
      [labelled(t("step.place"), slider)],
      async ({ position }) => {
        await give({ do: "perform", step: "cut", position: Number(position) });
        box.close();
      },
    ),
  );
}
