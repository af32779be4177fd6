// The log of rulings at a table: what was reported, ordered and corrected, by whom, by which
// clause.

import { get } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { inWords } from "../../shell/guests.js";
import { complain } from "../../shell/shell.js";
import { clockTime, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { tell } from "../../words/events.js";

/** `<rulings-log>`: read again when it hears of a ruling. */
export class RulingsLog extends HTMLElement {
  table = "";
  #list = h("ol", { class: "rulings" });
  #none = h("p", { class: "soft", hidden: true }, t("journal.none"));
  /** Events that are rulings. @type {Set<string>} */
  #kinds = new Set();

  connectedCallback() {
    this.classList.add("panel");
    fill(this, h("h2", null, t("journal.title")), this.#none, this.#list);
    this.#load().catch(complain);
  }

  /** @param {{event: {event: string}}[]} events */
  hear(events) {
    if (events.some((one) => this.#kinds.has(one.event.event))) this.#load().catch(complain);
  }

  async #load() {
    /** @type {import("../../core/protocol.js").Rulings} */
    const journal = await get(`/api/tables/${this.table}/rulings`);
    this.#kinds = new Set(journal.kinds);
    this.#none.hidden = journal.rulings.length > 0;
    fill(
      this.#list,
      journal.rulings.map((one) =>
        h(
          "li",
          null,
          h(
            "time",
            { class: "soft small numbers", datetime: new Date(one.at_ms).toISOString() },
            clockTime(one.at_ms),
          ),
          " ",
          inWords(tell(one)),
        ),
      ),
    );
  }
}

customElements.define("rulings-log", RulingsLog);
