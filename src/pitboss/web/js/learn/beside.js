// What opens beside a table: its odds, its rules, its strategy chart, and why a round was paid so.

import { complain } from "../shell/shell.js";

/**
 * @typedef {import("../core/protocol.js").Layout} Layout
 * @typedef {import("./panel.js").TablePanel} TablePanel
 * @typedef {ReturnType<typeof makeBeside>} Beside
 */

/**
 * The panel of a table and what it can show. The panel is fetched with the first page of it, and
 * is an empty element until then.
 *
 * @param {string} id
 * @param {Layout} layout
 */
export function makeBeside(id, layout) {
  const panel = /** @type {TablePanel} */ (document.createElement("table-panel"));
  panel.hidden = true;
  const fetched = async () => (await import("./panel_pages.js")).pagesOf(id, layout);
  const switchOf = (/** @type {"edge" | "rules" | "chart"} */ name) => () =>
    fetched()
      .then((pages) => panel.toggle(pages[name]()))
      .catch(complain);
  return {
    panel,
    edge: switchOf("edge"),
    rules: switchOf("rules"),
    chart: switchOf("chart"),
    /** Why a round was paid as it was. @param {number} round */
    why: (round) =>
      fetched()
        .then((pages) => panel.open(pages.why(round)))
        .catch(complain),
    /** The table has gone on: the square in question is another one. */
    follow: () => {
      const chart = panel.querySelector("table-chart");
      /** @type {import("./chart.js").TableChart | null} */ (chart)?.follow();
    },
  };
}
