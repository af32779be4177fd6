// What opens beside a table: its odds, its rules, its strategy chart, and why a round was paid so.

import { make } from "../core/element.js";
import { t } from "../words/translate.js";
import { TablePanel } from "./panel.js";

/**
 * @typedef {import("../core/protocol.js").Layout} Layout
 * @typedef {ReturnType<typeof makeBeside>} Beside
 */

/**
 * The panel of a table and what it can show; each part is fetched when it is first asked for.
 *
 * @param {string} id
 * @param {Layout} layout
 */
export function makeBeside(id, layout) {
  const panel = make(TablePanel, { hidden: true });
  const query = new URLSearchParams(layout.options).toString();
  const asked = `${layout.rulebook}${query ? `?${query}` : ""}`;
  /** @type {import("./chart.js").TableChart | null} */
  let chart = null;
  return {
    panel,
    edge: () =>
      panel.toggle({
        name: "edge",
        title: t("edge.house"),
        more: `#/odds/${asked}`,
        body: async () => (await import("./panel_bodies.js")).edgeBody(layout),
      }),
    rules: () =>
      panel.toggle({
        name: "rules",
        title: t("table.rules"),
        more: `#/rules/${asked}`,
        body: async () => (await import("./panel_bodies.js")).rulesBody(layout),
      }),
    chart: () =>
      panel.toggle({
        name: "chart",
        title: t("panel.chart"),
        more: `#/odds/${layout.rulebook}/strategy${query ? `?${query}` : ""}`,
        body: async () => {
          const { TableChart } = await import("./chart.js");
          chart = make(TableChart, { table: id, layout });
          return [chart];
        },
      }),
    /** Why a round was paid as it was. @param {number} round */
    why: (round) =>
      panel.open({
        name: `why ${round}`,
        title: t("panel.why", { round }),
        more: `#/history/${id}/${round}`,
        body: async () => (await import("./panel_bodies.js")).whyBody(id, round),
      }),
    /** The table has gone on: the square in question is another one. */
    follow: () => {
      if (panel.shown === "chart") chart?.follow();
    },
  };
}
