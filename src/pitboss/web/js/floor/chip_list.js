// What to do with the chips: box by box what to take and what to pay, in which chips, by which
// clause. It stays until the next deal.

import { fill, h } from "../dom.js";
import { money, named, t } from "../strings.js";
import { shownName } from "../guests.js";

/** @typedef {import("../protocol.js").ChipMove} ChipMove */

/** `<chip-list>`: shows the moves; those that were passed are done with. */
export class ChipList extends HTMLElement {
  /** @type {readonly ChipMove[]} */
  #moves = [];
  /** Numbers of those that are done. @type {Set<number>} */
  #passed = new Set();
  #shown = "";

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("chips.title");
  }

  /** @param {readonly ChipMove[]} moves */
  show(moves) {
    if (!moves.length) this.#passed.clear();
    this.#moves = moves;
    this.#draw();
  }

  /** The chips were moved; false where none were left to move. */
  pass() {
    const open = this.#moves.filter(({ number }) => !this.#passed.has(number));
    for (const { number } of open) this.#passed.add(number);
    this.#draw();
    return open.length > 0;
  }

  /** Moves that are still to be made. */
  get open() {
    return this.#moves.filter(({ number }) => !this.#passed.has(number)).length;
  }

  #draw() {
    const now = JSON.stringify([this.#moves, [...this.#passed]]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.hidden = !this.#moves.length;
    fill(
      this,
      h("h2", null, t("chips.title")),
      h(
        "ol",
        null,
        this.#moves.map((move) => line(move, this.#passed.has(move.number))),
      ),
      h("p", { class: "soft small" }, t(this.open ? "chips.pass" : "chips.passed")),
    );
  }
}

customElements.define("chip-list", ChipList);

/** @param {ChipMove} move @param {boolean} is_passed */
function line(move, is_passed) {
  const stacks = move.chips.map(([value, count]) => `${count} × ${money(value)}`).join(", ");
  return h(
    "li",
    { class: `${move.do}${is_passed ? " passed" : ""}` },
    h("strong", null, t("felt.box", { n: move.box })),
    " ",
    h("span", { class: "soft" }, shownName(move.player)),
    " ",
    named("wager", move.wager),
    " ",
    h("strong", { class: move.do === "pay" ? "win" : "loss" }, named("chips", move.do)),
    " ",
    h("strong", { class: "numbers" }, money(move.amount)),
    " ",
    h("span", { class: "numbers soft" }, stacks),
    " ",
    h("span", { class: "clause" }, move.clause),
    is_passed ? h("span", { class: "visually-hidden" }, t("chips.done")) : null,
  );
}
