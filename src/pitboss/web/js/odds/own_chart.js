// Chart files: the best chart to take away, and a chart of your own to compare with and drill on.

import { ApiError, get, post } from "../core/api.js";
import { save } from "../core/save.js";
import { fill, h } from "../core/dom.js";
import { complain } from "../shell/shell.js";
import { decimal, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import { queryOf } from "./choice.js";

/**
 * @typedef {import("../core/protocol.js").OwnChart} OwnChart
 * @typedef {import("./answers").Strategy} Strategy
 * @typedef {import("./chart.js").Other} Other
 * @typedef {import("./choice.js").Choice} Choice
 */

/** Where this browser keeps the text of the chart. */
const KEPT = "pitboss.chart";
/** The server reads no longer file. */
const BYTES_MAX = 12_000;
const NAME_MAX = 60;

/** What your chart plays at a table; null if you have none, or it says nothing here. */
export class OwnPlay {
  /** @type {OwnChart | null} */
  chart = null;
  /** Why it cannot be used here. */
  refused = "";

  /** The text of your chart; empty where you have none. */
  static get text() {
    return localStorage.getItem(KEPT) ?? "";
  }

  /** @param {Choice} choice */
  static async at({ rulebook, options }) {
    const play = new OwnPlay();
    const { text } = OwnPlay;
    if (!text) return play;
    try {
      play.chart = await post(pathOf({ rulebook, options }), { text });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      play.refused = error.message;
    }
    return play;
  }

  /** Its plays as squares to compare with. @param {Strategy} strategy @returns {Other} */
  squares(strategy) {
    const plays = new Map(
      this.chart?.plays.map((one) => [`${one.chart} ${one.row} ${one.up}`, one.act]),
    );
    const cells = new Map();
    for (const { name, rows } of strategy.charts)
      for (const { hand, cells: row } of rows)
        for (const cell of row) {
          const act = plays.get(`${name} ${hand} ${cell.up}`);
          if (act) {
            const free = act === cell.best && cell.free;
            cells.set(`${name} ${hand} ${cell.up}`, { ...cell, best: act, free });
          }
        }
    return (chart, hand, up) => cells.get(`${chart} ${hand} ${up}`);
  }
}

/** @param {Choice} choice */
const pathOf = ({ rulebook, options }) => `/api/odds/${rulebook}/chart${queryOf([options])}`;

/** `<chart-file>`: loads and downloads charts; says `change` when yours is another. */
export class ChartFile extends HTMLElement {
  /** @type {Choice} */
  choice = { rulebook: "", options: {} };
  play = new OwnPlay();
  /** What it says of the chart. */
  told = "";

  connectedCallback() {
    const { chart, refused } = this.play;
    const file = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "file",
        accept: ".toml,text/plain",
        hidden: true,
        onchange: () => this.#load(file).catch(complain),
      })
    );
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", onclick }, text);
    fill(
      this,
      h(
        "div",
        { class: "row small no-print", role: "group", aria: { label: t("chart_file.title") } },
        button(t("chart_file.load"), () => file.click()),
        file,
        button(t("chart_file.save"), () => this.#download().catch(complain)),
        chart || refused ? button(t("chart_file.drop"), () => this.#keep("")) : null,
      ),
      h(
        "p",
        { class: refused ? "notice bad" : "soft small", role: "status" },
        refused || this.told || t("chart_file.hint"),
      ),
    );
  }

  /** @param {HTMLInputElement} input */
  async #load(input) {
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > BYTES_MAX) throw new ApiError(0, "too_long", t("chart_file.too_long"), "");
    const text = await file.text();
    // A file that is not a chart is refused here, and the chart before it stays.
    await post(pathOf(this.choice), { text, name: file.name.slice(0, NAME_MAX) });
    this.#keep(text);
  }

  /** @param {string} text */
  #keep(text) {
    if (text) localStorage.setItem(KEPT, text);
    else localStorage.removeItem(KEPT);
    this.dispatchEvent(new Event("change"));
  }

  async #download() {
    const text = await get(pathOf(this.choice));
    save(`${this.choice.rulebook}.chart.toml`, new Blob([text], { type: "text/plain" }));
  }
}

customElements.define("chart-file", ChartFile);

/** Your chart in a sentence. @param {OwnPlay} play @param {number} n Squares that differ. */
export function comparedText({ chart }, n) {
  if (!chart) return "";
  const told = { title: chart.title, n, cost: decimal(chart.cost * 100, 3) };
  return t(n ? "chart_file.differs" : "chart_file.same", told);
}
