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
      ),
      h("div", { class: "aside" }, lines.map((text) => h("p", null, text))),
    );
  }

  /**
   * What the round came to, until the next one, and how much of it free bets of the house won.
   *
   * @param {number} net
   * @param {number} free
   * @param {boolean} is_push Every wager came back.
   */
  tell(net, free, is_push) {
    const is_told = net !== 0 || is_push;
    const is_new = this.#net.hidden && is_told;
    this.#net.hidden = !is_told;
    if (!is_told) return;
    this.#net.className = net > 0 ? "net win" : is_push ? "net push" : "net";
    say(this.#net, is_push ? t("print.push") : signed(net));
    if (free) this.#net.append(h("small", null, t("print.free", { amount: money(free) })));
    if (is_new) appear(this.#net, net > 0 ? 0.4 : is_push ? 0.8 : 1);
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
