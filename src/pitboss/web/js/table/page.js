// A table as a page: the head, the felt, what can be done, and beside them the coach and the text.
// The controls keep the height that they once needed, so that the felt above them keeps its own.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { Screen } from "../core/screen.js";
import { standing } from "../shell/shell.js";
import { Seat } from "./seat.js";
import { t } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").Layout} Layout */

/** What the ids of tables of friends begin with. */
const PRIVATE = "private-";

/** `<pit-table>` @extends {Screen<Layout>} */
class PitTable extends Screen {
  static styles = [
    "grid",
    "head",
    "print",
    "felt",
    "spots",
    "boxes",
    "cards",
    "acts",
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
    const { head, felt, hints, controls, beside, log } = seat;
    const label = { label: t("table.beside") };
    const aside = h("aside", { class: "beside", aria: label }, beside.panel, log);
    fill(this, head, felt, hints, controls, aside);
    if (this.params.table.startsWith(PRIVATE)) import("./name.js").then(({ askName }) => askName());
    holdHeight(controls, this.signal);
    this.signal.addEventListener("abort", () => {
      standing.now = null;
    });
  }
}

customElements.define("pit-table", PitTable);

/** Of the window's height: what is higher than that comes and goes. */
const SHARE_MAX = 0.45;

/**
 * Hold the height of an element until the window has another size.
 *
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export function holdHeight(element, signal) {
  let most = 0;
  const watch = new ResizeObserver(() => {
    const height = element.offsetHeight;
    if (height <= most || height > innerHeight * SHARE_MAX) return;
    most = height;
    element.style.minHeight = `${most}px`;
  });
  const forget = () => {
    most = 0;
    element.style.minHeight = "";
  };
  watch.observe(element);
  addEventListener("resize", forget, { signal });
  signal.addEventListener("abort", () => watch.disconnect());
}
