// Strategy charts: the best act for every first two cards and up card, what others cost, what differs.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { named, t } from "../strings.js";
import { inWords, isSame, queryOf } from "./choice.js";
import { expectation } from "./figures.js";

/**
 * @typedef {import("./answers").Strategy} Strategy
 * @typedef {import("./answers").Chart} Chart
 * @typedef {import("./answers").Cell} Cell
 * @typedef {import("./page.js").Asked} Asked
 * @typedef {(chart: string, hand: string, up: string) => Cell | undefined} Other
 */

const ACTS = /** @type {const} */ (["hit", "stand", "double", "double_half", "split", "surrender"]);

/** @param {HTMLElement} place @param {Asked} asked */
export async function show(place, asked) {
  const { reference } = asked;
  const [found, other] = /** @type {[Strategy, Strategy]} */ (await Promise.all([
    get(`/api/odds/${asked.rulebook}/strategy${queryOf([asked.options], [{ removed: asked.removed }])}`),
    get(`/api/odds/${reference.rulebook}/strategy${queryOf([reference.options])}`)]));
  if (asked.is_over()) return;
  const detail = h("div", { class: "panel detail", role: "status" });
  const cells = index(other);
  const differing = count(found, cells);
  fill(detail, h("p", { class: "soft" }, t("odds.detail_hint")));
  fill(place,
    legend(found, !isSame(asked, reference)),
    h("p", { class: "soft small" }, t("odds.charts_note")),
    h("div", { class: "row small no-print" },
      h("span", null, isSame(asked, reference) ? t("odds.pin_hint") : t("odds.differing", { n: differing, reference: inWords(asked, reference) })),
      h("button", { type: "button", onclick: () => asked.refer({ rulebook: asked.rulebook, options: asked.options }) }, t("odds.pin"))),
    h("div", { class: "charts" }, found.charts.map((chart) => h("div", null, grid(chart, cells, detail), exceptions(chart)))),
    detail,
    h("p", { class: "soft small" }, found.strategy));
}

/** The cells of a strategy by their place. @param {Strategy} strategy @returns {Other} */
export function index(strategy) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const chart of strategy.charts) for (const row of chart.rows) for (const cell of row.cells) cells.set(`${chart.name} ${row.hand} ${cell.up}`, cell);
  return (chart, hand, up) => cells.get(`${chart} ${hand} ${up}`);
}

/** How many places are played otherwise. @param {Strategy} strategy @param {Other} other */
export const count = (strategy, other) => strategy.charts.flatMap((chart) => chart.rows.flatMap((row) =>
  row.cells.filter((cell) => differs(cell, other(chart.name, row.hand, cell.up))))).length;

/** @param {Cell} cell @param {Cell | undefined} other */
const differs = (cell, other) => other !== undefined && (other.best !== cell.best || other.free !== cell.free);

/** @param {Cell} cell */
export const letter = (cell) => (cell.free ? t("odds.letter.free") : "") + named("odds.letter", cell.best);

/** @param {Strategy} strategy @param {boolean} is_compared */
function legend(strategy, is_compared) {
  const cells = strategy.charts.flatMap((chart) => chart.rows.flatMap((row) => row.cells));
  return h("ul", { class: "legend" },
    ACTS.filter((act) => cells.some((cell) => cell.best === act)).map((act) => h("li", null, h("span", { class: `act ${act}` }, t(`odds.letter.${act}`)), t(`odds.act.${act}`))),
    cells.some((cell) => cell.free) ? h("li", null, h("span", { class: "act free" }, t("odds.letter.free")), t("odds.act.free")) : null,
    is_compared ? h("li", null, h("span", { class: "act differs" }, "≠"), t("odds.act.differs")) : null);
}

/** @param {Chart} chart @param {Other} other @param {HTMLElement} detail */
function grid(chart, other, detail) {
  const ups = chart.rows[0]?.cells.map((cell) => cell.up) ?? [];
  /** @type {HTMLElement[][]} */
  const places = chart.rows.map((row) => row.cells.map((cell) => {
    const against = other(chart.name, row.hand, cell.up);
    const is_other = differs(cell, against);
    const tell = () => {
      detail.classList.add("told");
      fill(detail, told(row.hand, cell, is_other ? against : undefined));
    };
    return h("td", { class: `act ${cell.best}${is_other ? " differs" : ""}`, tabindex: "-1", onmouseenter: tell, onfocus: tell, onclick: tell,
      aria: { label: spoken(row.hand, cell, is_other) } },
      h("b", null, letter(cell)), Object.keys(cell.exceptions).length ? "*" : null,
      h("small", null, cell.cost === null ? " " : (cell.cost * 100).toFixed(1)));
  }));
  if (places[0]?.[0]) places[0][0].tabIndex = 0;
  return h("table", { class: "chart", role: "grid", onkeydown: (/** @type {KeyboardEvent} */ event) => move(event, places) },
    h("caption", null, chart.title),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("odds.hand"))), ups.map((up) => h("th", { scope: "col" }, up)))),
    h("tbody", null, chart.rows.map((row, place) => h("tr", null, h("th", { scope: "row" }, row.hand), places[place]))));
}

/** The arrow keys go from place to place. @param {KeyboardEvent} event @param {HTMLElement[][]} places */
function move(event, places) {
  const steps = /** @type {Record<string, number[]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
  const step = steps[event.key];
  const row = places.findIndex((cells) => cells.includes(/** @type {HTMLElement} */ (event.target)));
  if (!step || row < 0) return;
  event.preventDefault();
  const column = places[row].indexOf(/** @type {HTMLElement} */ (event.target));
  const next = places[row + step[0]]?.[column + step[1]];
  if (!next) return;
  places[row][column].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** @param {string} hand @param {Cell} cell @param {boolean} is_other */
const spoken = (hand, cell, is_other) =>
  `${t("odds.against", { hand, up: cell.up })}: ${actText(cell)}${is_other ? `, ${t("odds.act.differs")}` : ""}`;

/** @param {{best: string, free: boolean}} cell */
const actText = (cell) => (cell.free ? t("odds.free_act", { act: named("odds.act", cell.best) }) : named("odds.act", cell.best));

/** Everything about a place. @param {string} hand @param {Cell} cell @param {Cell | undefined} other */
function told(hand, cell, other) {
  const values = Object.entries(cell.values);
  const low = Math.min(...values.map(([, ev]) => ev), -1);
  const high = Math.max(...values.map(([, ev]) => ev), 1);
  return h("div", null,
    h("h3", null, t("odds.against", { hand, up: cell.up }), ": ", h("strong", null, actText(cell))),
    h("table", null,
      h("caption", { class: "visually-hidden" }, t("odds.values")),
      h("tbody", null, values.map(([act, ev], place) => h("tr", { class: place === 0 ? "best" : null },
        h("th", { scope: "row" }, named("odds.act", act)),
        h("td", { class: "number" }, expectation(ev)),
        h("td", { class: "gauge-cell", aria: { hidden: "true" } }, h("span", { class: ev >= 0 ? "gauge won" : "gauge lost", style: { "--share": `${(100 * Math.abs(ev)) / Math.max(-low, high)}%` } })),
        h("td", { class: "number soft" }, place === 0 ? t("odds.best") : t("odds.costs", { cost: (values[0][1] - ev).toFixed(5) })))))),
    other ? h("p", { class: "small" }, t("odds.reference_plays", { act: actText(other) })) : null,
    Object.entries(cell.exceptions).map(([cards, act]) => h("p", { class: "small" }, t("odds.exception", { cards, act: named("odds.act", act) }))));
}

/** @param {Chart} chart */
function exceptions(chart) {
  const found = chart.rows.flatMap((row) => row.cells.flatMap((cell) => Object.entries(cell.exceptions).map(([cards, act]) => `${t("odds.against", { hand: cards, up: cell.up })}: ${named("odds.act", act)}`)));
  return found.length ? h("p", { class: "soft small" }, `* ${found.join("; ")}.`) : null;
}
