// A strategy chart: the best act for every hand of a kind and every up card.

import { fill, h } from "../core/dom.js";
import { decimal, named, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import { expectation } from "./figures.js";

/**
 * @typedef {import("./answers").Chart} Chart
 * @typedef {import("./answers").Cell} Cell
 * @typedef {(chart: string, hand: string, up: string) => Cell | undefined} Other
 */

/** With more columns it is swept sideways, where there is not room for all. */
const COLUMNS_MAX = 13;
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

/** `<strategy-chart>`: a grid that the arrow keys go through; `detail` tells about a place. */
export class StrategyChart extends HTMLElement {
  /** @type {Chart} */
  chart = { name: "", title: "", rows: [] };
  /** What another table plays. @type {Other} */
  other = () => undefined;
  /** How the other's play is told. @type {"odds.reference_plays" | "chart_file.plays"} */
  other_says = "odds.reference_plays";
  /** @type {HTMLElement | undefined} */
  detail;
  /** @type {HTMLElement[][]} */
  #places = [];

  connectedCallback() {
    const { title, rows } = this.chart;
    const ups = rows[0]?.cells.map((cell) => cell.up) ?? [];
    this.#places = rows.map((row) => row.cells.map((cell) => this.#place(row.hand, cell)));
    if (this.#places[0]?.[0]) this.#places[0][0].tabIndex = 0;
    this.classList.toggle("many", ups.length > COLUMNS_MAX);
    this.style.setProperty("--columns", String(ups.length));
    fill(
      this,
      h(
        "table",
        {
          class: "chart",
          role: "grid",
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#move(event),
        },
        h("caption", null, h("span", null, title)),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("odds.hand"))),
            ups.map((up) => h("th", { scope: "col" }, up)),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row, place) =>
            h("tr", null, h("th", { scope: "row" }, row.hand), this.#places[place]),
          ),
        ),
      ),
    );
  }

  /** @param {string} hand @param {Cell} cell */
  #place(hand, cell) {
    const against = this.other(this.chart.name, hand, cell.up);
    const is_other = differs(cell, against);
    const tell = () => this.#tell(hand, cell);
    return h(
      "td",
      {
        class: `act ${cell.best}${is_other ? " differs" : ""}`,
        tabindex: "-1",
        onmouseenter: tell,
        onfocus: tell,
        onclick: tell,
        aria: { label: spoken(hand, cell, is_other) },
      },
      h("b", null, letter(cell)),
      Object.keys(cell.exceptions).length ? "*" : null,
      h("small", null, cell.cost === null ? " " : decimal(cell.cost * 100, 1)),
    );
  }

  /**
   * Light one place and tell about it; none where nothing is asked.
   *
   * @param {{row: string, up: string} | null} square
   */
  light(square) {
    this.chart.rows.forEach((row, at) =>
      row.cells.forEach((cell, place) => {
        const is_lit = square !== null && row.hand === square.row && cell.up === square.up;
        const element = this.#places[at][place];
        if (is_lit === element.classList.contains("lit")) return;
        element.classList.toggle("lit", is_lit);
        element.ariaCurrent = is_lit ? "true" : null;
        if (!is_lit) return;
        this.#tell(row.hand, cell);
        element.scrollIntoView({ block: "nearest" });
      }),
    );
  }

  /** @param {string} hand @param {Cell} cell */
  #tell(hand, cell) {
    if (!this.detail) return;
    const against = this.other(this.chart.name, hand, cell.up);
    this.detail.classList.add("told");
    const other = differs(cell, against) ? t(this.other_says, { act: actText(against) }) : "";
    fill(this.detail, told(hand, cell, other));
  }

  /** The arrow keys go from place to place. @param {KeyboardEvent} event */
  #move(event) {
    const step = STEPS[event.key];
    const at = /** @type {HTMLElement} */ (event.target);
    const row = this.#places.findIndex((cells) => cells.includes(at));
    if (!step || row < 0) return;
    event.preventDefault();
    const next = this.#places[row + step[0]]?.[this.#places[row].indexOf(at) + step[1]];
    if (!next) return;
    at.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

customElements.define("strategy-chart", StrategyChart);

/**
 * Whether a place is played otherwise at another table.
 *
 * @param {Cell} cell
 * @param {Cell | undefined} other
 * @returns {other is Cell}
 */
export const differs = (cell, other) =>
  other !== undefined && (other.best !== cell.best || other.free !== cell.free);

/** @param {Cell} cell */
const letter = (cell) => (cell.free ? t("odds.letter.free") : "") + named("odds.letter", cell.best);

/** @param {string} hand @param {Cell} cell @param {boolean} is_other */
const spoken = (hand, cell, is_other) =>
  `${t("odds.against", { hand, up: cell.up })}: ` +
  [actText(cell), ...(is_other ? [t("odds.act.differs")] : [])].join(", ");

/** @param {{best: string, free: boolean}} cell */
const actText = (cell) =>
  cell.free
    ? t("odds.free_act", { act: named("odds.act", cell.best) })
    : named("odds.act", cell.best);

/**
 * Everything about a place.
 *
 * @param {string} hand
 * @param {Cell} cell
 * @param {string} other What another table or chart plays, in words.
 */
function told(hand, cell, other) {
  const values = Object.entries(cell.values);
  const low = Math.min(...values.map(([, ev]) => ev), -1);
  const high = Math.max(...values.map(([, ev]) => ev), 1);
  return h(
    "div",
    null,
    h("h3", null, t("odds.against", { hand, up: cell.up }), ": ", h("strong", null, actText(cell))),
    h(
      "table",
      null,
      h("caption", { class: "visually-hidden" }, t("odds.values")),
      h(
        "tbody",
        null,
        values.map(([act, ev], place) =>
          h(
            "tr",
            { class: place === 0 ? "best" : null },
            h("th", { scope: "row" }, named("odds.act", act)),
            h("td", { class: "number" }, expectation(ev)),
            h(
              "td",
              { class: "gauge-cell", aria: { hidden: "true" } },
              h("span", {
                class: ev >= 0 ? "gauge won" : "gauge lost",
                style: { "--share": `${(100 * Math.abs(ev)) / Math.max(-low, high)}%` },
              }),
            ),
            h(
              "td",
              { class: "number soft" },
              place === 0
                ? t("odds.best")
                : t("odds.costs", { cost: decimal(values[0][1] - ev, 5) }),
            ),
          ),
        ),
      ),
    ),
    other ? h("p", { class: "small" }, other) : null,
    Object.entries(cell.exceptions).map(([cards, act]) =>
      h("p", { class: "small" }, t("odds.exception", { cards, act: named("odds.act", act) })),
    ),
  );
}
