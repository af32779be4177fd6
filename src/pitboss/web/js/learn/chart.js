// The strategy chart beside the felt, the square of the hand in question lit.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { LiveElement, make } from "../core/element.js";
import { StrategyChart } from "../odds/chart.js";
import { queryOf } from "../odds/choice.js";
import { ChartFile, comparedText, OwnPlay } from "../odds/own_chart.js";
import { count } from "../odds/strategy.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import "../../lang/en/odds.js";
import "../../lang/en/learn.js";
import { style } from "../core/styles.js";

/**
 * @typedef {import("../core/protocol.js").ChartSquare} ChartSquare
 * @typedef {import("../odds/answers").Strategy} Strategy
 */

/** `<table-chart>`: the best first act for every hand, by the exact odds of this table. */
export class TableChart extends LiveElement {
  table = "";
  /** @type {import("../core/protocol.js").Layout | undefined} */
  layout;
  /** @type {StrategyChart[]} */
  #charts = [];
  #detail = h("div", { class: "detail", role: "status" });
  #asked = 0;

  begin() {
    this.#load().catch(complain);
    // Turned or made smaller, the panel still shows the square in question.
    const seen = new ResizeObserver(() =>
      this.querySelector(".lit")?.scrollIntoView({ block: "nearest" }),
    );
    seen.observe(this);
    this.signal.addEventListener("abort", () => seen.disconnect());
  }

  async #load() {
    const { layout, signal } = this;
    if (!layout) return;
    fill(this, h("p", { class: "soft" }, t("panel.loading")));
    /** @type {[Strategy, OwnPlay, void]} */
    const [sheet, play] = await Promise.all([
      get(`/api/odds/${layout.rulebook}/strategy${queryOf([layout.options])}`),
      OwnPlay.at(layout),
      style("/css/charts.css"),
    ]);
    if (signal.aborted) return;
    const detail = this.#detail;
    const other = play.squares(sheet);
    this.#charts = sheet.charts.map((chart) =>
      make(StrategyChart, { chart, detail, other, other_says: "chart_file.plays" }),
    );
    const told = comparedText(play, count(sheet, other));
    const file = make(ChartFile, { choice: layout, play, told });
    file.addEventListener("change", () => this.#load().catch(complain));
    fill(detail, h("p", { class: "soft small" }, t("panel.chart_hint")));
    fill(this, detail, ...this.#charts, file);
    await this.follow();
  }

  /** Light the square of the hand whose turn it is, if it is the viewer's. */
  async follow() {
    const asked = ++this.#asked;
    if (!this.#charts.length) return;
    try {
      /** @type {ChartSquare | null} */
      const square = (await get(`/api/tables/${this.table}/square`)) || null;
      if (asked !== this.#asked) return;
      for (const chart of this.#charts)
        chart.light(square?.chart === chart.chart.name ? square : null);
    } catch {
      // Somebody who only watches has no hand.
    }
  }
}

customElements.define("table-chart", TableChart);
