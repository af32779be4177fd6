// What the removal of one card of each rank does to the player's expectation.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { percent, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import { queryOf } from "./choice.js";
import { change, expectation } from "./figures.js";

/** @typedef {import("./answers").Removal} Removal */

/** @param {import("./page.js").Asked} asked */
export async function view(asked) {
  /** @type {Removal[]} */
  const rows = await get(`/api/odds/${asked.rulebook}/removal${queryOf([asked.options])}`);
  const most = Math.max(...rows.map((row) => Math.abs(row.change)));
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("odds.removal")),
    h("p", { class: "soft" }, t("odds.removal_note")),
    h(
      "table",
      { class: "removal" },
      h("caption", { class: "visually-hidden" }, t("odds.removal")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("odds.removed_card")),
          h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("odds.drawn"))),
          h("th", { scope: "col", class: "number" }, t("odds.change")),
          h("th", { scope: "col", class: "number" }, t("odds.then_ev")),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, row.removed === "ten" ? t("odds.ten") : row.removed),
            h(
              "td",
              { class: "gauge-cell", aria: { hidden: "true" } },
              h("span", {
                class: row.change > 0 ? "gauge won" : "gauge lost",
                style: { "--share": percent(Math.abs(row.change) / most, 1).replace(" ", "") },
              }),
            ),
            h("td", { class: `number ${row.change > 0 ? "win" : "loss"}` }, change(row.change)),
            h("td", { class: "number" }, expectation(row.player_ev, 6)),
          ),
        ),
      ),
    ),
    h("p", { class: "small soft" }, t("odds.removal_sum")),
  );
}
