// The house edge of a table and what it means, beside the felt.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { queryOf } from "../odds/choice.js";
import { edge } from "../core/figures.js";
import { part } from "../rules/sentences.js";
import { decimal, percent, t } from "../words/translate.js";
import "../strings.learn.en.js";

/** @typedef {import("../odds/answers").ParSheet} ParSheet */

/** @param {import("../core/protocol.js").Layout} layout */
export async function edgeBody({ rulebook, options }) {
  /** @type {ParSheet} */
  const sheet = await get(`/api/odds/${rulebook}${queryOf([options])}`);
  const { house_edge, results, wagers } = sheet;
  const share = Math.abs(house_edge);
  const figure = edge(share);
  const is_players = house_edge < 0;
  return [
    h("p", { class: "figure" }, is_players ? t("panel.player", { edge: figure }) : figure),
    h(
      "p",
      null,
      t(is_players ? "panel.edge_player" : "panel.edge_house", { lost: decimal(share * 100) }),
    ),
    h(
      "dl",
      { class: "facts" },
      fact(t("panel.won"), percent(results.win, 1)),
      fact(t("panel.pushed"), percent(results.push, 1)),
      fact(t("panel.lost"), percent(results.loss, 1)),
      fact(t("panel.deviation"), decimal(sheet.standard_deviation)),
      fact(t("panel.average"), decimal(sheet.average_wager)),
    ),
    wagers.length ? h("h3", null, t("panel.other_wagers")) : null,
    h(
      "dl",
      { class: "facts" },
      wagers.flatMap((one) => fact(one.title, edge(one.house_edge))),
    ),
    h("p", { class: "soft small" }, t("panel.edge_note", { of: part(sheet.house_edge_of) })),
  ];
}

/** @param {string} name @param {string} value @returns {import("../core/dom.js").Child[]} */
const fact = (name, value) => [h("dt", null, name), h("dd", { class: "numbers" }, value)];
