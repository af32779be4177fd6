// What to do with the chips: box by box what to take and what to pay, in which chips, by which
// clause. It stays until the next deal.

import { fill, h } from "../../core/dom.js";
import { shownName } from "../../shell/guests.js";
import { money, named, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";

/** @typedef {import("../../core/protocol.js").ChipTask} ChipTask */

/** Moves count as seen once they have been shown so long, in milliseconds. */
const LOOK_MS = 300;
/** For so long after the Enter that moved them another is one too many, in milliseconds. */
const PASSED_MS = 1_000;

/** `<chip-list>`: shows the moves; those that were passed are done with. "seen" is told. */
export class ChipList extends HTMLElement {
  /** @type {readonly ChipTask[]} */
  #moves = [];
  /** The number of the last that is done; none is given twice. */
  #passed = 0;
  /** The number of the last that is shown, and of the last that was seen. */
  #drawn = 0;
  #seen = 0;
  #passed_at = -Infinity;
  /** @type {readonly string[]} */
  #order = [];
  /** What a wager is called. */
  #title = (/** @type {string} */ wager) => wager;
  #shown = "";

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("chips.title");
  }

  /**
   * @param {readonly ChipTask[]} moves
   * @param {number} passed The number of the last that a dealer has confirmed, on any device.
   * @param {readonly string[]} order The clauses that have it.
   * @param {(wager: string) => string} title What a wager is called.
   */
  show(moves, passed, order, title) {
    this.#title = title;
    this.#passed = passed;
    this.#moves = moves;
    this.#order = order;
    this.#draw();
    const last = Math.max(0, ...moves.map(({ number }) => number));
    if (last <= this.#drawn) return;
    this.#drawn = last;
    setTimeout(() => {
      this.#seen = last;
      this.#draw();
      this.dispatchEvent(new Event("seen"));
    }, LOOK_MS);
  }

  /** The number of the last move that the dealer has seen. */
  get seen() {
    return this.#seen;
  }

  /** How many moves are still to be made. */
  get open() {
    return this.#moves.filter(({ number }) => number > this.#passed).length;
  }

  /** Whether the dealer has seen all that is still to be moved. */
  get is_seen() {
    return this.open > 0 && this.#moves.every(({ number }) => number <= this.#seen);
  }

  /** Whether the chips were moved a moment ago. */
  get is_just_passed() {
    return performance.now() - this.#passed_at < PASSED_MS;
  }

  /**
   * The number of the last move that the dealer had seen and is still to be confirmed; 0 if there
   * is none.
   *
   * @param {number} seen
   */
  movedUpTo(seen) {
    const numbers = this.#moves.map(({ number }) => number).filter((number) => number <= seen);
    const last = Math.max(0, ...numbers);
    if (last <= this.#passed) return 0;
    this.#passed_at = performance.now();
    return last;
  }

  #draw() {
    const now = JSON.stringify([this.#moves, this.#passed, this.is_seen]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.hidden = !this.#moves.length;
    fill(
      this,
      h(
        "h2",
        null,
        t("chips.order"),
        " ",
        this.#order.map((clause) => h("span", { class: "clause" }, clause)),
      ),
      h(
        "ol",
        null,
        this.#moves.map((move) =>
          line(move, this.#moves, this.#title(move.wager), move.number <= this.#passed),
        ),
      ),
      h(
        "p",
        { class: "soft small" },
        this.is_seen ? t("chips.pass") : this.open ? "\u00a0" : t("chips.passed"),
      ),
    );
  }
}

customElements.define("chip-list", ChipList);

/** The name, where it tells more than the box. @param {ChipTask} move */
function whose({ box, player }) {
  const name = shownName(player);
  return name === t("felt.box", { n: box }) ? [] : [name];
}

/**
 * Which hand of the box, where its wager was split.
 *
 * @param {ChipTask} move
 * @param {readonly ChipTask[]} moves
 */
function whichHand({ box, hand }, moves) {
  const is_split = moves.some((one) => one.box === box && one.hand > 1);
  return is_split && hand ? [t("field.nth_hand", { n: hand })] : [];
}

/** What becomes of a wager of which nothing moves. @param {ChipTask} move */
const unmoved = ({ result, back, lammers }) =>
  lammers && !back
    ? t(result === "push" ? "chips.lammer" : "chips.lammer_lost")
    : named("result", result);
/** Why chips move that were settled before. @param {ChipTask} move */
const since = ({ result }) =>
  result === "taken_back" || result === "correction" ? [named("result", result)] : [];

/**
 * @param {ChipTask} move
 * @param {readonly ChipTask[]} moves
 * @param {string} title Of the wager.
 * @param {boolean} is_passed
 */
function line(move, moves, title, is_passed) {
  const { take, pay, back, chips, change, lammers } = move;
  const stacks = chips.map(({ value, count }) => `${count} × ${money(value)}`);
  if (lammers && (take || pay || back)) stacks.push(t("chips.lammer_goes"));
  if (change) stacks.push(t("chips.change", { amount: money(change) }));
  return h(
    "li",
    { class: is_passed ? "passed" : "" },
    h("strong", { class: "place" }, t("felt.box", { n: move.box })),
    " ",
    h(
      "span",
      { class: "soft" },
      [...whose(move), ...whichHand(move, moves), title, ...since(move)].join(" · "),
    ),
    " ",
    h(
      "span",
      { class: "amount" },
      take ? h("strong", { class: "loss" }, t("chips.take", { amount: money(take) })) : null,
      take && pay ? " " : null,
      pay ? h("strong", { class: "win" }, t("chips.pay", { amount: money(pay) })) : null,
      take || pay ? null : h("strong", { class: "push" }, unmoved(move)),
    ),
    " ",
    h("span", { class: "numbers stacks" }, stacks.join(" + ")),
    " ",
    h("span", { class: "clause" }, move.clause),
    is_passed ? h("span", { class: "visually-hidden" }, t("chips.done")) : null,
  );
}
