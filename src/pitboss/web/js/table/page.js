// A table as a page: the head, the felt, what can be done, and beside them the coach and the text.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { Screen } from "../core/screen.js";
import { standing } from "../shell/shell.js";
import { t } from "../words/translate.js";
import { Seat } from "./seat.js";
import { holdHeight } from "./steady.js";

/** @typedef {import("../core/protocol.js").Layout} Layout */

/** `<pit-table>` @extends {Screen<Layout>} */
class PitTable extends Screen {
  static styles = [
    "grid",
    "felt",
    "spots",
    "boxes",
    "cards",
    "controls",
    "tray",
    "moments",
    "panel",
  ].map((name) => `/css/${name}.css`);

  load() {
    return get(`/api/tables/${this.params.table}/layout`);
  }

  /** @param {Layout} layout */
  show(layout) {
    document.title = t("table.page", { title: layout.title });
    this.dataset.cloth = layout.rulebook;
    const again = () => this.replaceWith(this);
    const seat = new Seat(this.params.table, layout, this.signal, again);
    const { head, felt, hints, controls, beside, coach, log } = seat;
    const label = { label: t("table.beside") };
    const aside = h("aside", { class: "beside", aria: label }, beside.panel, coach, log);
    fill(this, head, felt, hints, controls, aside);
    holdHeight(controls, this.signal);
    this.signal.addEventListener("abort", () => {
      standing.now = null;
    });
  }
}

customElements.define("pit-table", PitTable);
