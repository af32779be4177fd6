// Pages of the panel beside the felt, fetched when one is first asked for: the house edge of the
// table, its rules and its chart, and each payment of a round with its odds and its clause.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { make } from "../core/element.js";
import { style } from "../core/styles.js";
import { payments } from "../history/payments.js";
import { queryOf } from "../odds/choice.js";
import "./panel.js";
import { edge } from "../odds/figures.js";
import { part, ruled } from "../rules/sentences.js";
import { clauseSwitch, inForce, tellingLines } from "../rules/telling.js";
import "../../lang/en/learn.js";
import { decimal, percent, t } from "../words/translate.js";

/**
 * @typedef {import("../core/protocol.js").Layout} Layout
 * @typedef {import("../odds/answers").RulesSheet} RulesSheet
 * @typedef {import("./panel.js").Page} Page
 */

/**
 * The pages of a table by name.
 *
 * @param {string} id
 * @param {Layout} layout
 * @returns {Record<"edge" | "rules" | "chart", () => Page> & {why: (round: number) => Page}}
 */
export function pagesOf(id, layout) {
  const asked = `${layout.rulebook}${queryOf([layout.options])}`;
  return {
    edge: () => ({
      name: "edge",
      title: t("edge.house"),
      more: `#/odds/${asked}`,
      body: () => edgeBody(layout),
    }),
    rules: () => ({
      name: "rules",
      title: t("table.rules"),
      more: `#/rules/${asked}`,
      body: () => rulesBody(layout),
    }),
    chart: () => ({
      name: "chart",
      title: t("panel.chart"),
      more: `#/odds/${layout.rulebook}/strategy${queryOf([layout.options])}`,
      body: async () => {
        const { TableChart } = await import("./chart.js");
        return [make(TableChart, { table: id, layout })];
      },
    }),
    why: (round) => ({
      name: `why ${round}`,
      title: t("panel.why", { round }),
      more: `#/history/${id}/${round}`,
      body: () => whyBody(id, round),
    }),
  };
}

/**
 * Five lines on how the game differs, then the rules section by section.
 *
 * @param {Layout} layout
 */
async function rulesBody({ rulebook, options }) {
  /** @type {RulesSheet} */
  const sheet = await get(`/api/rules/${rulebook}${queryOf([options])}`);
  const sections = [...new Set(sheet.rules.map((rule) => rule.section))];
  const place = h(
    "div",
    { class: "stack" },
    tellingLines(sheet),
    sections.map((section) =>
      h(
        "details",
        null,
        h("summary", null, section),
        h(
          "ul",
          null,
          sheet.rules
            .filter((rule) => rule.section === section)
            .map((rule) =>
              h(
                "li",
                null,
                ruled(rule.text),
                rule.clauses.flatMap((id) => [" ", h("span", { class: "clause" }, id)]),
              ),
            ),
        ),
      ),
    ),
  );
  return [inForce(sheet), clauseSwitch(place), place];
}

/** @param {string} table @param {number} round */
async function whyBody(table, round) {
  /** @type {import("../core/protocol.js").RoundSteps} */
  const played = await get(`/api/tables/${table}/rounds/${round}/steps`);
  await style("/css/history.css");
  return [payments(played)];
}

/** @typedef {import("../odds/answers").ParSheet} ParSheet */

/** @param {Layout} layout */
async function edgeBody({ rulebook, options }) {
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
