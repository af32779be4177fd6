// The felt: dealer, shoe, discard rack, what is printed on it, and the boxes in an arc.

import { fill, h, keyed, say } from "../dom.js";
import { make } from "../element.js";
import { isMoving } from "../shell.js";
import { money, t } from "../strings.js";
import { cardsOf } from "../view.js";
import { BettingBox } from "./box.js";
import { PlayingCard } from "./card.js";
import { CardFan } from "./fan.js";

/**
 * @typedef {import("../view.js").WatchedTable} Table
 * @typedef {import("../protocol.js").TableView} TableView
 * @typedef {import("../protocol.js").Layout} Layout
 */

/** Inscriptions longer than this do not fit; those that say what pays come first. */
const PRINT_MAX = 60;
const FIRST = /pays|dealer|insurance/i;
/** Letters of side wagers that a wide felt has room for, and those that each spot's edge takes. */
const WIDE_CHARS = 170;
const NAME_MARGIN_CHARS = 4;
const NAMED_BOXES_MAX = 7;

/** `<table-felt>`: shows a table as it stands, once that is known. */
export class TableFelt extends HTMLElement {
  /** What it is laid out for. @type {Layout | undefined} */
  layout;
  #shoe = h(
    "div",
    { class: "shoe", role: "img" },
    h("div", { class: "stock" }),
    h("div", { class: "cut" }),
    h("div", { class: "mouth" }),
  );
  #rack = h("div", { class: "rack", role: "img" }, h("div", { class: "pile-up" }));
  #dealer = h("div", { class: "dealer-hands" });
  /** The next card, where everybody has seen it. */
  #exposed = h("div", { class: "exposed", role: "group", aria: { label: t("felt.exposed") } });
  #meter = h("div", { class: "meter", role: "status" });
  #print = h("div", { class: "print", aria: { hidden: "true" } });
  /** @type {BettingBox[]} */
  #boxes = [];
  #turn = "";

  /** @param {Layout} layout */
  #lay(layout) {
    this.role = "region";
    this.ariaLabel = t("felt.label", { title: layout.title });
    this.dataset.sides = layout.wagers.length > 2 ? "many" : "few";
    this.dataset.names = namesFit(layout);
    this.#dealer.classList.toggle("several", layout.dealer_hands > 1);
    this.#meter.hidden = !layout.has_meter;
    this.#boxes = Array.from({ length: layout.boxes }, (_, place) =>
      new BettingBox().lay(place + 1, layout),
    );
    fill(
      this,
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
      h("div", { class: "boxes", role: "list", style: { "--boxes": layout.boxes } }, this.#boxes),
    );
  }

  /**
   * @param {Table} table
   * @param {import("./betting.js").Draft} draft
   * @param {import("../protocol.js").Status | null} status
   */
  show(table, draft, status) {
    const { layout } = this;
    if (!layout) return;
    if (!this.#boxes.length) this.#lay(layout);
    const { view, last } = table;
    this.classList.toggle("is-over", last !== null);
    this.toggleAttribute("data-playing", view.phase !== "betting");
    showDealer(this.#dealer, last ?? view, this.#shoe);
    showExposed(this.#exposed, view);
    showPrint(this.#print, view);
    showStock(this.#shoe, this.#rack, view, layout.decks * 52);
    say(this.#meter, t("felt.meter", { amount: money(view.meter) }));
    for (const box of this.#boxes) box.show({ table, draft, status, shoe: this.#shoe });
    this.#follow(view);
  }

  /** On a small screen the hand in play comes into sight. @param {TableView} view */
  #follow(view) {
    const turn = view.turn.join(".");
    if (turn === this.#turn) return;
    this.#turn = turn;
    const box = this.#boxes[view.turn[0] - 1];
    if (!box?.classList.contains("is-mine")) return;
    const hand = box.querySelector("player-hand.is-turn") ?? box;
    hand.scrollIntoView({ block: "nearest", behavior: isMoving() ? "smooth" : "auto" });
  }
}

customElements.define("table-felt", TableFelt);

/** Whether names of side wagers fit: always, on a wide felt, or never. @param {Layout} layout */
function namesFit({ boxes, wagers }) {
  const chars = wagers.reduce((total, { title }) => total + title.length + NAME_MARGIN_CHARS, 0);
  if (chars * boxes > WIDE_CHARS) return "never";
  return wagers.length === 1 && boxes <= NAMED_BOXES_MAX ? "always" : "wide";
}

/** The dealer has one hand, or several in a row. */
const NO_CARDS = { 0: { cards: {}, total: "" } };

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
      say(total, hand.total);
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

/**
 * @param {HTMLElement} shoe
 * @param {HTMLElement} rack
 * @param {TableView} view
 * @param {number} cards
 */
function showStock(shoe, rack, { shoe_cards, cards_dealt, cut_card, discarded }, cards) {
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

/**
 * The first short inscriptions of the layout, the longest of them on the line.
 *
 * @param {HTMLElement} print
 * @param {TableView} view
 */
function showPrint(print, view) {
  const fitting = view.notices
    .filter((notice) => notice.place === "layout" && notice.text.length <= PRINT_MAX)
    .map((notice) => notice.text);
  const words = [
    ...fitting.filter((text) => FIRST.test(text)),
    ...fitting.filter((text) => !FIRST.test(text)),
  ].slice(0, 3);
  if (print.dataset.words === words.join("|")) return;
  print.dataset.words = words.join("|");
  keyed(
    print,
    words,
    (word) => word,
    (word) => h("span", null, word),
  );
}
