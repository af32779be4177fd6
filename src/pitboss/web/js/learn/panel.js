// A panel beside the table: rules, odds, charts and reasons are read there, and the hand goes on.

import { fill, h } from "../core/dom.js";
import { LiveElement } from "../core/element.js";
import * as icons from "../core/icons.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import { style } from "../core/styles.js";

/**
 * @typedef {import("../core/dom.js").Child} Child
 * @typedef {{
 *   name: string,
 *   title: string,
 *   more?: string,
 *   body: () => Promise<Child[]> | Child[],
 * }} Page What it shows, and where more of it stands.
 */

/** `<table-panel>`: shows one thing at a time; the same button that opened it closes it. */
export class TablePanel extends LiveElement {
  /** The name of what is shown; empty while it is closed. */
  shown = "";
  /** Gets the focus back. @type {HTMLElement | null} */
  #opener = null;
  #turn = 0;

  begin() {
    this.role = "region";
    this.classList.add("panel");
    this.hidden = !this.shown;
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** Show something, or close it where it is shown. @param {Page} page */
  toggle(page) {
    if (this.shown === page.name) this.close();
    else this.open(page).catch(complain);
  }

  /** @param {Page} page */
  async open({ name, title, more, body }) {
    const turn = ++this.#turn;
    if (!this.shown) this.#opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.shown = name;
    this.ariaLabel = title;
    this.dataset.page = name;
    this.hidden = false;
    const place = h("div", { class: "body stack" }, h("p", { class: "soft" }, t("panel.loading")));
    const heading = h("h2", { tabindex: "-1" }, title);
    fill(this, this.#head(heading, more), place);
    heading.focus({ preventScroll: true });
    try {
      const [made] = await Promise.all([body(), style("/css/learn.css")]);
      if (turn === this.#turn) fill(place, ...made);
    } catch (error) {
      if (turn !== this.#turn) return;
      fill(place, h("p", { class: "notice bad" }, t("panel.failed")));
      complain(error);
    }
  }

  close() {
    this.#turn += 1;
    this.shown = "";
    this.hidden = true;
    fill(this);
    this.#opener?.focus({ preventScroll: true });
    this.#opener = null;
  }

  /** @param {HTMLElement} heading @param {string | undefined} more */
  #head(heading, more) {
    return h(
      "header",
      { class: "row" },
      heading,
      more
        ? h("a", { class: "small", href: more, target: "_blank", rel: "noopener" }, t("panel.more"))
        : null,
      h(
        "button",
        {
          type: "button",
          class: "quiet icon",
          aria: { label: t("shell.close") },
          onclick: () => this.close(),
        },
        icons.cross(),
      ),
    );
  }
}

customElements.define("table-panel", TablePanel);
