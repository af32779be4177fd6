// The log of rulings at a table: what was reported, ordered and corrected, by whom, by which clause.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { complain } from "../shell.js";
import { t } from "../strings.js";

/** @param {string} table */
export function rulingsLog(table) {
  const list = h("ol", { class: "rulings" });
  const none = h("p", { class: "soft", hidden: true }, t("journal.none"));
  /** @type {Set<string>} */
  let kinds = new Set();

  async function load() {
    /** @type {import("../protocol.js").Rulings} */
    const found = await get(`/api/tables/${table}/rulings`);
    kinds = new Set(found.kinds);
    none.hidden = found.rulings.length > 0;
    fill(list, found.rulings.map((one) => h("li", null,
      h("time", { class: "soft small numbers", datetime: new Date(one.at_ms).toISOString() }, new Date(one.at_ms).toLocaleTimeString()), " ", one.text)));
  }

  load().catch(complain);
  return {
    element: h("section", { class: "panel" }, h("h2", null, t("journal.title")), none, list),
    /** Read the log anew where a ruling is among the events. @param {{event: {event: string}}[]} events */
    hear(events) {
      if (events.some((one) => kinds.has(one.event.event))) load().catch(complain);
    },
  };
}
