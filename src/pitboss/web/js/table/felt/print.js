// What is printed on the cloth: the payoffs on an arc, and over them what a round came to.

import { fill, h, say } from "../../core/dom.js";
import { money, odds, signed, t } from "../../words/translate.js";
import { appear } from "../motion/motion.js";

/** Inscriptions longer than this do not fit; those that say what pays are chosen. */
const PRINT_MAX = 60;
const LINES_MAX = 3;

/** The arc is drawn on a sheet of this size; the lines hang so deep in its middle. */
const WIDTH = 1000;
const HEIGHT = 150;
const DEPTH = 64;
/** Baselines and sizes of the letters of each line. */
const LINES = [
  { top: 32, size: 34 },
  { top: 58, size: 19 },
  { top: 80, size: 17 },
];
/** What a letter takes of its size, with the space behind it. */
const LETTER = 0.78;

/** `<cloth-print>`: the first short inscriptions of the layout. */
export class ClothPrint extends HTMLElement {
  #words = "";
  #net = h("strong", { class: "net", hidden: true });

  /** @param {import("../../core/protocol.js").TableView} view */
  show(view) {
    const lines = inscriptions(view);
    if (this.#words === lines.join("|")) return;
    this.#words = lines.join("|");
    this.className = "print";
    this.ariaHidden = "true";
    fill(
      this,
      this.#net,
      h(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
        h("path", { class: "rule", d: arc(2) }),
        h("path", { class: "rule", d: arc(86) }),
        lines.map((text, place) => lineOf(text, place)),
        asideOf(lines),
      ),
    );
  }

  /**
   * What the round came to, until the next one, and how much of it free bets of the house won.
   *
   * @param {number} net
   * @param {number} free
   */
  tell(net, free) {
    const is_new = this.#net.hidden && net !== 0;
    this.#net.hidden = net === 0;
    if (net === 0) return;
    this.#net.className = net > 0 ? "net win" : "net";
    say(this.#net, signed(net));
    if (free) this.#net.append(h("small", null, t("print.free", { amount: money(free) })));
    if (is_new) appear(this.#net, net > 0 ? 0.4 : 1);
  }
}

customElements.define("cloth-print", ClothPrint);

/** @param {import("../../core/protocol.js").TableView} view */
function inscriptions(view) {
  const fitting = view.notices
    .filter((notice) => notice.place === "layout" && notice.text.length <= PRINT_MAX)
    .map(({ text }) => text.replace(/\d+:\d+$/, (pays) => odds(pays.replace(":", " to "))));
  const [telling, least] = [t("print.telling"), t("print.least")].map((one) => RegExp(one, "i"));
  const chosen = fitting.filter((text) => telling.test(text));
  // What every table has gives way to what only this one has.
  chosen.sort((one, other) => Number(least.test(one)) - Number(least.test(other)));
  const [first, ...others] = (chosen.length ? chosen : fitting).slice(0, LINES_MAX);
  // The arc is narrower below: the longer line comes first.
  others.sort((one, other) => other.length - one.length);
  return first === undefined ? [] : [first, ...others];
}

/** A curve across the sheet, `top` from its upper edge. @param {number} top */
const arc = (top) => `M0 ${top}Q${WIDTH / 2} ${top + 2 * DEPTH - 16} ${WIDTH} ${top}`;

/** The first line left of the cards and the others right of them. @param {string[]} lines */
function asideOf([first, ...others]) {
  const sizeOf = (/** @type {string} */ text) =>
    Math.min(20, (WIDTH * 0.25) / Math.max(1, text.length * LETTER));
  const put = (/** @type {string} */ text, /** @type {number} */ line, /** @type {string} */ at) =>
    h(
      "text",
      { style: { "--size": `${sizeOf(text)}px` } },
      h("textPath", { href: `#print-aside-${line}`, startOffset: at }, text),
    );
  return h(
    "g",
    { class: "aside" },
    [0, 1].map((line) =>
      h("path", { id: `print-aside-${line}`, d: arc(20 + 22 * line), fill: "none" }),
    ),
    first ? put(first, 0, "14%") : null,
    others.slice(0, 2).map((text, line) => put(text, line, "85%")),
  );
}

/** @param {string} text @param {number} place */
function lineOf(text, place) {
  const { top, size } = LINES[place];
  const widest = (WIDTH * 0.9) / (text.length * LETTER);
  const sizes = {
    "--size": `${Math.min(size, widest)}px`,
    "--size-small": `${Math.min(size * 1.25, widest)}px`,
  };
  const id = `print-${place}`;
  return h(
    "g",
    { class: `line line-${place + 1}`, style: sizes },
    h("path", { id, d: arc(top), fill: "none" }),
    h("text", null, h("textPath", { href: `#${id}`, startOffset: "50%" }, text)),
  );
}
