// Side wagers explained: what wins, an example in cards for each line, limits and house edge; and
// what is written on the layout and on signs.

import "../../../lang/en/dialogues.js";
import { h, say } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { style } from "../../core/styles.js";
import { dialogue } from "../../shell/shell.js";
import { PlayingCard } from "./card.js";
import { parSheet } from "./par_sheet.js";
import { money, percent, plain, priced, t, titled } from "../../words/translate.js";

/**
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("../../core/protocol.js").WagerSpot} Wager
 * @typedef {import("../../core/protocol.js").LineExample} Example
 */

await style("/css/wager.css");

/**
 * What is told of a side wager; the house edge comes when the server has worked it out.
 *
 * @param {Wager} wager
 * @param {Layout} layout
 */
export function tellWager(wager, layout) {
  const edge = h("span", { class: "edge" });
  const tell = (/** @type {import("./par_sheet.js").ParSheet} */ { wagers }) => {
    const known = wagers.find((one) => one.wager === wager.name);
    if (known) say(edge, t("side.edge", { edge: percent(known.house_edge) }));
  };
  // Where the server does not say it now it is left out.
  parSheet(layout).then(tell, () => {});
  return [
    wager.wins_when ? h("p", { class: "wins" }, titled(wager.wins_when)) : null,
    h(
      "table",
      { class: "lines" },
      h("tbody", null, wager.lines.map((line) => lineOf(line))),
    ),
    h("p", { class: "limits" }, t("pays.stake", { range: rangeOf(wager) }), " ", edge),
  ];
}

/** @param {import("../../core/protocol.js").PayLine} line */
function lineOf({ category, pays, example }) {
  return h(
    "tr",
    null,
    h("td", null, example ? exampleOf(example) : null),
    h("th", { scope: "row" }, plain(category)),
    h("td", { class: "number" }, priced(pays)),
  );
}

/** @param {Example} example */
function exampleOf({ cards, up, dealer, wins }) {
  return h(
    "span",
    { class: "example" },
    cards.map(small),
    up >= 0 ? [h("span", { class: "against" }, t("side.against")), small(up)] : null,
    dealer.length ? h("span", { class: "against" }, t("side.dealer")) : null,
    dealer.map(small),
    wins ? h("span", { class: "in-a-row" }, t("side.wins", { n: wins })) : null,
  );
}

/** @param {number} card */
const small = (card) => make(PlayingCard, { card });

/** @param {Wager} wager */
export function rangeOf({ only, low, high }) {
  if (only.length) return only.map(money).join(", ");
  return high ? `${money(low)} – ${money(high)}` : t("pays.from", { low: money(low) });
}

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
