// The text view: every event in words, for the eye and for screen readers.

import { h } from "../core/dom.js";
import { t } from "../words/translate.js";

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
  /** Lines come in the order of their events. @type {Promise<unknown>} */
  #written = Promise.resolve();

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("table.log");
    this.classList.add("panel", "visually-hidden");
    this.replaceChildren(h("h2", null, t("table.log")), this.#lines);
  }

  /**
   * An event is told once it has been seen, so that nobody hears of a card before it lies there.
   *
   * @param {import("../core/protocol.js").Message} message
   * @param {import("../core/view.js").WatchedTable | null} table As it is then.
   */
  add(message, table) {
    const { event } = message;
    if (SILENT.has(event.event)) return;
    const you = table?.you ?? "";
    const mine = "player" in event && event.player === you;
    const seen = table && structuredClone(table.view);
    const over = Promise.all([motionOver(), this.#written]);
    this.#written = over.then(async () => this.#write(await inWords(message, seen, you), mine));
  }

  /** @param {string[]} lines @param {boolean} mine */
  #write(lines, mine) {
    for (const line of lines) this.#lines.append(h("p", { class: mine ? "mine" : "" }, line));
    while (this.#lines.childElementCount > LINES_MAX) this.#lines.firstElementChild?.remove();
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  toggle() {
    this.classList.toggle("visually-hidden");
  }
}

customElements.define("table-log", TableLog);

/**
 * A message in words, which are fetched with the first one.
 *
 * @param {import("../core/protocol.js").Message} message
 * @param {import("../core/protocol.js").TableView | null} view
 * @param {string} you
 */
async function inWords(message, view, you) {
  const { heard, tell, whoseOf } = await import("../words/events.js");
  // What happened comes first: a total is called once its card has been named.
  const calls = heard(message).map((said) => t("log.said", { said }));
  const whose = view ? whoseOf(message.event, view, you) : undefined;
  return [tell(message, whose), ...calls].filter(Boolean);
}

/** What is on its way over the felt now, a card or a chip, has arrived, and cards are turned up. */
async function motionOver() {
  if (document.hidden) return;
  let moving = await motions();
  const seen = new Set(moving.map(targetOf));
  while (moving.length) {
    await Promise.allSettled(moving.map(({ finished }) => finished));
    // A card that has arrived is turned over now; others that have come since are waited for later.
    moving = (await motions()).filter((one) => seen.has(targetOf(one)));
  }
}

/** Whatever moves on the felt and comes to an end. */
async function motions() {
  await new Promise((resolve) => setTimeout(resolve));
  const moving = document.querySelector("table-felt")?.getAnimations({ subtree: true }) ?? [];
  return moving.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
}

/** What a motion moves. @param {Animation} motion */
const targetOf = ({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null);
