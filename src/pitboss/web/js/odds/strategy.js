// Strategy charts: the best act for every first two cards and up card, what others cost, what
// differs.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { severalTitled } from "../rules/sentences.js";
import { named, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import { differs, StrategyChart } from "./chart.js";
import { inWords, isSame, queryOf } from "./choice.js";
import { ChartFile, comparedText, OwnPlay } from "./own_chart.js";

/**
 * @typedef {import("./answers").Strategy} Strategy
 * @typedef {import("./answers").Chart} Chart
 * @typedef {import("./answers").Cell} Cell
 * @typedef {import("./page.js").Asked} Asked
 * @typedef {import("./chart.js").Other} Other
 */

const ACTS = /** @type {const} */ (["hit", "stand", "double", "double_half", "split", "surrender"]);

/** @param {Asked} asked */
export async function view(asked) {
  const { reference } = asked;
  const [sheet, other, play] = /** @type {[Strategy, Strategy, OwnPlay]} */ (
    await Promise.all([
      get(
        `/api/odds/${asked.rulebook}/strategy` +
          queryOf([asked.options], [{ removed: asked.removed }]),
      ),
      get(`/api/odds/${reference.rulebook}/strategy${queryOf([reference.options])}`),
      OwnPlay.at(asked),
    ])
  );
  const detail = h("div", { class: "panel detail", role: "status" });
  const is_own = play.chart !== null;
  const cells = is_own ? play.squares(sheet) : index(other);
  const differing = count(sheet, cells);
  const file = make(ChartFile, { choice: asked, play, told: comparedText(play, differing) });
  file.addEventListener("change", () => asked.refer(reference));
  fill(detail, h("p", { class: "soft" }, t("odds.detail_hint")));
  return [
    legend(sheet, is_own || !isSame(asked, reference)),
    h("p", { class: "soft small" }, t("odds.charts_note")),
    h(
      "div",
      { class: "row small no-print" },
      h(
        "span",
        null,
        is_own || isSame(asked, reference)
          ? t("odds.pin_hint")
          : t("odds.differing", { n: differing, reference: inWords(asked, reference) }),
      ),
      h(
        "button",
        {
          type: "button",
          onclick: () => asked.refer({ rulebook: asked.rulebook, options: asked.options }),
        },
        t("odds.pin"),
      ),
    ),
    h(
      "div",
      { class: "charts" },
      sheet.charts.map((chart) =>
        h(
          "div",
          null,
          make(StrategyChart, { chart, other: cells, detail, other_says: saying(play) }),
          exceptions(chart),
        ),
      ),
    ),
    detail,
    file,
    h("p", { class: "soft small" }, severalTitled(sheet.strategy)),
  ];
}

/** @param {OwnPlay} play */
const saying = (play) => (play.chart ? "chart_file.plays" : "odds.reference_plays");

/** The cells of a strategy by their place. @param {Strategy} strategy @returns {Other} */
export function index(strategy) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const chart of strategy.charts)
    for (const row of chart.rows)
      for (const cell of row.cells) cells.set(`${chart.name} ${row.hand} ${cell.up}`, cell);
  return (chart, hand, up) => cells.get(`${chart} ${hand} ${up}`);
}

/** How many places are played otherwise. @param {Strategy} strategy @param {Other} other */
export const count = (strategy, other) =>
  strategy.charts.flatMap((chart) =>
    chart.rows.flatMap((row) =>
      row.cells.filter((cell) => differs(cell, other(chart.name, row.hand, cell.up))),
    ),
  ).length;

/** @param {Strategy} strategy @param {boolean} is_compared */
function legend(strategy, is_compared) {
  const cells = strategy.charts.flatMap((chart) => chart.rows.flatMap((row) => row.cells));
  return h(
    "ul",
    { class: "legend" },
    ACTS.filter((act) => cells.some((cell) => cell.best === act)).map((act) =>
      h(
        "li",
        null,
        h("span", { class: `act ${act}` }, t(`odds.letter.${act}`)),
        t(`odds.act.${act}`),
      ),
    ),
    cells.some((cell) => cell.free)
      ? h("li", null, h("span", { class: "act free" }, t("odds.letter.free")), t("odds.act.free"))
      : null,
    is_compared
      ? h("li", null, h("span", { class: "act differs" }, "≠"), t("odds.act.differs"))
      : null,
  );
}

/** @param {Chart} chart */
function exceptions(chart) {
  const lines = chart.rows.flatMap((row) =>
    row.cells.flatMap((cell) =>
      Object.entries(cell.exceptions).map(
        ([cards, act]) =>
          `${t("odds.against", { hand: cards, up: cell.up })}: ${named("odds.act", act)}`,
      ),
    ),
  );
  return lines.length ? h("p", { class: "soft small" }, `* ${lines.join("; ")}.`) : null;
}
