// History: the rounds of a table, one of them step by step, and what was checked of its shoe.

import { fill, h } from "../core/dom.js";
import { Screen } from "../core/screen.js";
import { t } from "../words/translate.js";
import "../../lang/en/history.js";
import { rounds } from "./rounds.js";
import { allTables } from "./tables.js";
import { replay } from "./replay.js";

/**
 * @typedef {import("../core/protocol.js").TableSummary} TableSummary
 * @typedef {import("../core/protocol.js").ClosedTable} ClosedTable
 */

/** `<pit-history>` */
class PitHistory extends Screen {
  static styles = ["felt", "spots", "boxes", "cards", "history"].map((name) => `/css/${name}.css`);

  async show() {
    document.title = `${t("history.title")} · pitboss`;
    const { table, round } = this.params;
    if (!table) fill(this, choose(...(await allTables())));
    else if (round) fill(this, await replay(table, Number(round)));
    else fill(this, await rounds(table, this.query.get("player")));
  }
}

customElements.define("pit-history", PitHistory);

/** @param {TableSummary[]} tables @param {ClosedTable[]} closed */
function choose(tables, closed) {
  return [
    h("h1", null, t("history.title")),
    h("p", { class: "lead" }, t("history.lead")),
    h(
      "ul",
      { class: "cards plain" },
      tables.map((one) =>
        h(
          "li",
          { class: "panel" },
          h("h2", null, h("a", { href: `#/history/${one.table}` }, one.title)),
          h(
            "p",
            { class: "soft" },
            one.round ? t("history.rounds", { n: one.round }) : t("history.none"),
          ),
        ),
      ),
      closed.map((one) =>
        h(
          "li",
          { class: "panel" },
          h("h2", null, h("a", { href: `#/history/${one.table}` }, one.title)),
          h("p", { class: "soft" }, t("history.closed")),
        ),
      ),
    ),
  ];
}
