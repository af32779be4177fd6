// The cut of a stack that the table offers to a player; fetched when it does.

import { form, labelled } from "../../account/form.js";
import { h } from "../../core/dom.js";
import { dialogue } from "../../shell/shell.js";
import { t } from "../../words/translate.js";

/** @typedef {import("../../core/protocol.js").Offer} Offer */
/** @typedef {import("./steps.js").Give} Give */

/** @param {Offer} offer @param {Give} give */
export function askCut(offer, give) {
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
