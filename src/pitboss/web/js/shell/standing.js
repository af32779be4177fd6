// The chips, the net result and the time of a player at a table.

import { fill, h } from "../core/dom.js";
import { every, LiveElement } from "../core/element.js";
import { money, signed, t } from "../words/translate.js";

/** @typedef {{net: number, chips: number, since_ms: number}} Standing */

/** `<table-standing>` in the bar; empty away from tables. */
export class TableStanding extends LiveElement {
  /** @type {Standing | null} */
  #now = null;
  #shown = "";

  /** How the player stands; null where nobody plays here. */
  get now() {
    return this.#now;
  }

  set now(now) {
    this.#now = now;
    this.#show();
  }

  begin() {
    every(1_000, () => this.#show(), this.signal);
    this.#show();
  }

  #show() {
    this.hidden = this.#now === null;
    if (!this.#now) return;
    const { net, chips, since_ms } = this.#now;
    const minutes = Math.floor((Date.now() - since_ms) / 60_000);
    const sign = `${chips}|${net}|${minutes}`;
    if (this.#shown === sign) return;
    this.#shown = sign;
    fill(
      this,
      h("span", { class: "soft small" }, t("shell.chips")),
      h("strong", null, money(chips)),
      " ",
      h("span", { class: "soft small" }, t("shell.net")),
      h("strong", { class: net > 0 ? "win" : net < 0 ? "loss" : "soft" }, signed(net)),
      " ",
      h("span", { class: "minutes soft small" }, t("shell.minutes", { n: minutes })),
    );
  }
}

customElements.define("table-standing", TableStanding);
