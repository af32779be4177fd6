// The felt: dealer, shoe, discard rack, what is printed on it, and the boxes in an arc.

import { fill, h, keyed, say } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { at, cardsOf, sum } from "../../core/view.js";
import { resultsOf, wonFree } from "../../shell/results.js";
import { isMoving } from "../../shell/shell.js";
import { draftOf } from "../controls/betting.js";
import { BettingBox } from "./box.js";
import { PlayingCard } from "./card.js";
import { CardFan } from "./fan.js";
import { toldTotal } from "./hand.js";
import { placesOf } from "./places.js";
import { ClothPrint } from "./print.js";
import { veil } from "../motion/motion.js";
import { money, t } from "../../words/translate.js";

/**
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("../../core/protocol.js").TableView} TableView
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("../controls/betting.js").Draft} Draft
 */

/** What the coach says stays at the hand for so long, in milliseconds. */
const JUDGED_MS = 2_600;

/** `<table-felt>`: shows a table as it stands, once that is known. */
export class TableFelt extends HTMLElement {
  /** What it is laid out for. @type {Layout | undefined} */
  layout;
  #shoe = makeShoe();
  #rack = makeRack();
  #dealer = h("div", { class: "dealer-hands" });
  /** The next card, where everybody has seen it. */
  #exposed = h("div", { class: "exposed", role: "group", aria: { label: t("felt.exposed") } });
  #meter = h("div", { class: "meter", role: "status" });
  #metered = -1;
  #print = new ClothPrint();
  #row = h("div", { class: "boxes", role: "list" });
  /** @type {BettingBox[]} */
  #boxes = [];
  /** Boxes that are drawn large: those that the viewer played when cards last came. */
  #large = new Set();
  #turn = "";

  /** @param {Layout} layout */
  #lay(layout) {
    this.role = "region";
    this.ariaLabel = t("felt.label", { title: layout.title });
    this.#dealer.classList.toggle("several", layout.dealer_hands > 1);
    this.#meter.hidden = !layout.has_meter;
    this.#boxes = Array.from({ length: layout.boxes }, (_, place) =>
      new BettingBox().lay(place + 1, layout),
    );
    this.#row.style.setProperty("--boxes", String(layout.boxes));
    this.#row.classList.toggle("has-sides", layout.wagers.length > 0);
    this.#row.classList.toggle("has-spots", layout.dealer_hands > 1);
    fill(this.#row, this.#boxes);
    fill(
      this,
      h(
        "div",
        { class: "cloth" },
        h(
          "div",
          { class: "top" },
          this.#rack,
          h(
            "div",
            { class: "dealer", role: "group", aria: { label: t("felt.dealer") } },
            this.#dealer,
          ),
          h("div", { class: "shoe-side" }, this.#shoe, this.#exposed),
        ),
        this.#meter,
        this.#print,
        this.#row,
      ),
    );
    if (layout.wagers.length) this.#explain(layout);
  }

  /** What tells of side wagers comes when one is first pointed at. @param {Layout} layout */
  #explain(layout) {
    const once = new AbortController();
    /** @param {Event} event */
    const fetchHints = async (event) => {
      if (!(event.target instanceof Element && event.target.closest(".spot-side"))) return;
      once.abort();
      let is_over = false;
      this.addEventListener("pointerup", () => (is_over = true), { once: true });
      const { explainWagers } = await import("./wager_hint.js");
      explainWagers(this, layout, is_over ? null : event);
    };
    for (const kind of ["mouseover", "pointerdown", "focusin"])
      this.addEventListener(kind, fetchHints, { signal: once.signal });
  }

  /**
   * @param {Table} table
   * @param {Draft} draft
   * @param {import("../../core/protocol.js").Status | null} status
   */
  show(table, draft, status) {
    const { layout } = this;
    if (!layout) return;
    if (!this.#boxes.length) this.#lay(layout);
    const { view, last } = table;
    const is_over = last !== null && !this.classList.contains("is-over");
    this.classList.toggle("is-over", last !== null);
    this.toggleAttribute("data-playing", view.phase !== "betting");
    showDealer(this.#dealer, last ?? view, this.#shoe);
    showExposed(this.#exposed, view);
    this.#print.show(view);
    const results = last ? resultsOf(last, table.you) : [];
    const free = last ? wonFree(last, table.you) : 0;
    const is_push = results.length > 0 && results.every(({ result }) => result === "push");
    this.#print.tell(sum(results.map(({ net }) => net)), free, is_push);
    showStock(this.#shoe, this.#rack, view, layout.cards);
    if (layout.has_meter) this.#showMeter(view.meter);
    this.#arrange(table, draft);
    for (const box of this.#boxes) box.show({ table, draft, status, shoe: this.#shoe });
    this.#follow(view, is_over);
  }

  /**
   * Share the width among the boxes. While bets are open nothing changes its place, so that
   * nothing moves under the pointer: what is played becomes large with the deal.
   *
   * @param {Table} table
   * @param {Draft} draft
   */
  #arrange(table, draft) {
    const { view, you, last } = table;
    // A round that is laid out again, for somebody who was away, comes before the first bet.
    const is_free = view.phase !== "betting" || !this.#large.size;
    if (is_free) {
      const { boxes } = view.phase === "betting" ? (last ?? { boxes: {} }) : view;
      this.#large = new Set(
        Object.values(boxes).filter((box) => at(box.mains, you)).map((box) => box.number),
      );
    }
    // Once cards have lain there the cloth stays as it is laid out for them.
    this.toggleAttribute("data-dealt", view.phase !== "betting" || this.#large.size > 0);
    const parts = this.#boxes.map(({ number }) => {
      const box = table.box(number);
      const hands = Object.keys(box?.hands ?? {}).length;
      return { is_large: this.#large.has(number), is_used: Boolean(box), hands };
    });
    const own = this.#boxes.filter(
      ({ number }) =>
        at(view.boxes[number]?.mains, you) ||
        Object.values(view.sides).some((side) => side.box === number && side.player === you) ||
        draftOf(draft, number, "main"),
    );
    const chosen = own.length ? own : this.#favourite(table);
    if (is_free) this.#place(parts);
    for (const box of this.#boxes) box.choose(chosen.indexOf(box), chosen.length);
  }

  /** The meter, which rolls to another amount. @param {number} amount */
  #showMeter(amount) {
    const words = (/** @type {number} */ cents) => t("felt.meter", { amount: money(cents) });
    const before = this.#metered;
    this.#metered = amount;
    if (before < 0) say(this.#meter, words(amount));
    else if (before !== amount)
      import("../motion/moments.js").then(({ rollMeter }) =>
        rollMeter(this.#meter, before, amount, words),
      );
  }

  /**
   * Say at the hand in play what the coach says of its last act.
   *
   * @param {string} said
   * @param {boolean} is_best
   */
  judge(said, is_best) {
    const hand = this.querySelector(".is-mine player-hand.is-turn");
    for (const old of this.querySelectorAll(".judged")) old.remove();
    if (!hand) return;
    const made = h("span", { class: is_best ? "judged win" : "judged loss" }, said);
    made.ariaHidden = "true";
    hand.append(made);
    setTimeout(() => made.remove(), JUDGED_MS);
  }

  /** @param {import("./places.js").Part[]} parts */
  #place(parts) {
    const large = parts.filter((part) => part.is_large).length;
    const others = parts.filter((part) => part.is_used && !part.is_large).length;
    const is_alone = large === 1 && !others;
    const { widths, centres } = placesOf(parts, is_alone);
    this.toggleAttribute("data-others", large > 0 && others > 0);
    this.toggleAttribute("data-alone", is_alone);
    // Beside the hand of who plays alone there is more room on one side.
    const side = parts.findIndex((part) => part.is_large);
    this.dataset.free = side >= 0 && centres[side] > 50 ? "left" : "right";
    const columns = widths.map((width) => `minmax(0, ${width}fr)`).join(" ");
    this.#row.style.setProperty("--columns", columns);
    this.#row.style.setProperty("--places", String(parts.length - large || parts.length));
    this.#row.classList.toggle("has-large", large > 0);
    const order = { large: 0, small: 0 };
    this.#boxes.forEach((box, place) => {
      const size = parts[place].is_large ? "large" : "small";
      box.place({ size, order: order[size]++, of: large, centre: centres[place] });
    });
  }

  /** Whose side wagers are shown while nothing is laid: the last played, or one in the middle. */
  #favourite(/** @type {Table} */ { view, last, you }) {
    if (view.phase !== "betting") return [];
    const played = this.#boxes.filter(({ number }) => at(last?.boxes[number]?.mains, you));
    if (played.length) return played;
    const middle = (this.#boxes.length + 1) / 2;
    const open = this.#boxes.filter(({ number }) => !view.boxes[number]);
    return open
      .sort((a, b) => Math.abs(a.number - middle) - Math.abs(b.number - middle))
      .slice(0, 1);
  }

  /**
   * On a small screen the hand in play comes into sight, and at the end what came of it.
   *
   * @param {TableView} view
   * @param {boolean} is_over
   */
  #follow(view, is_over) {
    const turn = view.turn.join(".");
    const box = this.#boxes[view.turn[0] - 1];
    const is_next = turn !== this.#turn && box?.classList.contains("is-mine");
    this.#turn = turn;
    const seen = is_over
      ? this.querySelector(".is-large .told-of")
      : is_next && (box.querySelector("player-hand.is-turn") ?? box.querySelector(".lay"));
    if (seen) seen.scrollIntoView({ block: "nearest", behavior: isMoving() ? "smooth" : "auto" });
  }
}

customElements.define("table-felt", TableFelt);

/** The dealer has one hand, or several in a row. */
const NO_CARDS = { 0: { cards: {}, total: "", how: "" } };

/**
 * @param {HTMLElement} place
 * @param {TableView} seen
 * @param {Element} shoe
 */
function showDealer(place, { round, dealer_hands }, shoe) {
  keyed(
    place,
    Object.values({ ...NO_CARDS, ...dealer_hands }),
    (_, index) => String(index),
    () => h("div", { class: "dealer-hand" }, new CardFan(), h("span", { class: "total" })),
    (element, hand) => {
      const [fan, total] = /** @type {[CardFan, HTMLElement]} */ ([...element.children]);
      fan.show(cardsOf(hand.cards, round), shoe);
      const told = toldTotal(hand);
      if (total.textContent !== told) veil(total);
      say(total, told);
      total.hidden = !hand.total;
    },
  );
}

/** @param {HTMLElement} place @param {TableView} view */
function showExposed(place, { exposed, round }) {
  place.hidden = exposed < 0;
  keyed(
    place,
    exposed < 0 ? [] : [exposed],
    (card) => `${round}.${card}`,
    (card) => make(PlayingCard, { card }),
  );
}

/** Shoe and rack as they are drawn. */
export const makeShoe = () =>
  h(
    "div",
    { class: "shoe", role: "img" },
    h("div", { class: "stock" }),
    h("div", { class: "cut" }),
    h("div", { class: "mouth" }),
  );
export const makeRack = () =>
  h("div", { class: "rack", role: "img" }, h("div", { class: "pile-up" }));

/**
 * @param {HTMLElement} shoe
 * @param {HTMLElement} rack
 * @param {import("../../core/protocol.js").TableView} view
 * @param {number} cards
 */
export function showStock(shoe, rack, { shoe_cards, cards_dealt, cut_card, discarded }, cards) {
  const all = Math.max(cards, shoe_cards, 1);
  const left = shoe_cards - cards_dealt;
  const ahead = cut_card - cards_dealt;
  shoe.style.setProperty("--left", String(left / all));
  shoe.style.setProperty("--cut", String(Math.max(0, ahead) / all));
  shoe.classList.toggle("has-cut", ahead > 0);
  rack.style.setProperty("--full", String(Math.min(1, discarded / all)));
  const behind = cut_card < 0 ? "" : t(ahead > 0 ? "felt.cut_in" : "felt.cut_out", { n: ahead });
  label(shoe, `${t("felt.shoe", { n: left })} ${behind}`);
  label(rack, t("felt.rack", { n: discarded }));
}

/** @param {HTMLElement} element @param {string} text */
function label(element, text) {
  if (element.getAttribute("aria-label") === text) return;
  element.setAttribute("aria-label", text);
  element.title = text;
}
