// A table as a page: the head, the felt, what can be done, and beside them the coach and the text.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { Screen } from "../screen.js";
import { standing } from "../shell.js";
import { t } from "../strings.js";
import { Seat } from "./seat.js";

/** @typedef {import("../protocol.js").Layout} Layout */

/** `<pit-table>` @extends {Screen<Layout>} */
class PitTable extends Screen {
  static styles = ["/css/boxes.css", "/css/felt.css", "/css/cards.css", "/css/controls.css"];

  load() {
    return get(`/api/tables/${this.params.table}/layout`);
  }

  /** @param {Layout} layout */
  show(layout) {
    document.title = t("table.page", { title: layout.title });
    const again = () => this.replaceWith(this);
    const seat = new Seat(this.params.table, layout, this.signal, again);
    const { head, felt, controls, coach, log } = seat;
    fill(this, head, felt, controls, h("div", { class: "beside" }, coach, log));
    this.signal.addEventListener("abort", () => {
      standing.now = null;
    });
  }
}

customElements.define("pit-table", PitTable);
