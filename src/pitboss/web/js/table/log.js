// The text view: every event in words, for the eye and for screen readers.

import { h } from "../dom.js";
import { t } from "../strings.js";

const LINES_MAX = 200;

/** Events that happen too often to be worth a line. */
const SILENT = new Set(["shoe_committed", "staff_assigned"]);

/** `<table-log>`: heard by screen readers, and seen when it is asked for. */
export class TableLog extends HTMLElement {
  #lines = h("div", {
    class: "lines",
    role: "log",
    aria: { live: "polite", label: t("table.log"), relevant: "additions" },
    tabindex: "0",
  });

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("table.log");
    this.classList.add("panel", "visually-hidden");
    this.replaceChildren(h("h2", null, t("table.log")), this.#lines);
  }

  /** @param {import("../protocol.js").Message} message @param {string} you */
  add(message, you) {
    const lines = [...message.said.map((said) => t("log.said", { said })), message.told].filter(
      Boolean,
    );
    if (!lines.length || SILENT.has(message.event.event)) return;
    const mine = "player" in message.event && message.event.player === you;
    for (const line of lines) this.#lines.append(h("p", { class: mine ? "mine" : "" }, line));
    while (this.#lines.childElementCount > LINES_MAX) this.#lines.firstElementChild?.remove();
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  toggle() {
    this.classList.toggle("visually-hidden");
  }
}

customElements.define("table-log", TableLog);
