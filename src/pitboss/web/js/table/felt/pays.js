// What pays: every side wager explained, and what is written on the layout and on signs.

import { h } from "../../core/dom.js";
import { dialogue } from "../../shell/shell.js";
import { t } from "../../words/translate.js";
import { tellWager } from "./wager_card.js";

/**
 * @param {import("../../core/protocol.js").Layout} layout
 * @param {import("../../core/view.js").WatchedTable | null} table
 */
export function showPays(layout, table) {
  dialogue(
    t("pays.title"),
    layout.wagers.length ? null : h("p", { class: "soft" }, t("pays.none")),
    ...layout.wagers.map((wager) =>
      h(
        "section",
        { class: "wager-told" },
        h("h3", null, wager.title, " ", h("span", { class: "clause" }, wager.clause)),
        ...tellWager(wager, layout),
      ),
    ),
    h("h3", null, t("pays.notices")),
    h(
      "ul",
      { class: "notices" },
      (table?.view.notices ?? []).map((notice) =>
        h("li", null, notice.text, " ", h("span", { class: "clause" }, notice.clause)),
      ),
    ),
  );
}
