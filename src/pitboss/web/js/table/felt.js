// The felt: dealer, shoe, discard rack, what is printed on it, and the boxes in an arc.

import { h, keyed, say } from "../dom.js";
import { isMoving } from "../shell.js";
import { money, t } from "../strings.js";
import { changeBox, makeBox } from "./box.js";
import { dealFrom, makeCard, turnCard } from "./card.js";

/**
 * @typedef {import("../state.js").Table} Table
 * @typedef {import("../state.js").Dealer} Dealer
 * @typedef {import("./page.js").Layout} Layout
 * @typedef {import("./box.js").Handlers} Handlers
 */

/** Inscriptions longer than this do not fit; those that say what pays come first. */
const PRINT_MAX = 60;
const FIRST = /pays|dealer|insurance/i;

/** The felt of a table. @param {Layout} layout @param {Handlers} handlers */
export function makeFelt(layout, handlers) {
  const shoe = h(
    "div",
    { class: "shoe", role: "img" },
    h("div", { class: "stock" }),
    h("div", { class: "cut" }),
    h("div", { class: "mouth" }),
  );
  const rack = h("div", { class: "rack", role: "img" }, h("div", { class: "pile-up" }));
  const dealer = h("div", { class: "dealer-hands" });
  const meter = h("div", { class: "meter", role: "status" });
  const print = h("div", { class: "print", aria: { hidden: "true" } });
  const boxes = h("ol", { class: "boxes", style: { "--boxes": layout.boxes } });
  const element = h(
    "section",
    {
      class: "felt",
      aria: { label: t("felt.label", { title: layout.title }) },
      data: { boxes: layout.boxes, sides: layout.wagers.length > 2 ? "many" : "few" },
    },
    h(
      "div",
      { class: "top" },
      rack,
      h("div", { class: "dealer", role: "group", aria: { label: t("felt.dealer") } }, dealer),
      shoe,
    ),
    meter,
    print,
    boxes,
  );
  const numbers = Array.from({ length: layout.boxes }, (_, place) => place + 1);
  const cards = layout.decks * 52;

  let turn = "";

  /** On a small screen the box in play comes into sight. @param {Table} table */
  function follow(table) {
    const now = table.turn.join(".");
    if (now === turn) return;
    turn = now;
    const box = boxes.children[table.turn[0] - 1];
    if (box && box.classList.contains("is-mine"))
      box.scrollIntoView({ block: "nearest", behavior: isMoving() ? "smooth" : "auto" });
  }

  return {
    element,
    /**
     * @param {Table} table
     * @param {import("./betting.js").Draft} draft
     * @param {import("../protocol.js").Status | null} status
     */
    show(table, draft, status) {
      const seen = table.dealer.cards.length || !table.last ? table : table.last;
      element.classList.toggle("is-over", seen !== table);
      element.toggleAttribute("data-playing", table.phase !== "betting");
      showDealer(dealer, seen, shoe, layout.dealer_hands);
      showPrint(print, table);
      showStock(shoe, rack, table, cards);
      meter.hidden = !layout.has_meter;
      if (layout.has_meter) say(meter, t("felt.meter", { amount: money(table.meter) }));
      keyed(
        boxes,
        numbers,
        String,
        (number) => makeBox(number, layout, handlers),
        (box, number) => changeBox(box, { number, table, draft, status, layout, shoe }),
      );
      follow(table);
    },
  };
}

/**
 * @param {HTMLElement} place
 * @param {{dealer: Dealer, spots: Dealer[]}} seen
 * @param {Element} shoe
 * @param {number} hands
 */
function showDealer(place, seen, shoe, hands) {
  const shown =
    seen.dealer.cards.length || seen.spots.length ? [...seen.spots, seen.dealer] : [seen.dealer];
  place.classList.toggle("several", hands > 1);
  keyed(
    place,
    shown,
    (_, index) => String(index),
    () =>
      h(
        "div",
        { class: "hand dealer-hand" },
        h("div", { class: "fan" }),
        h("span", { class: "total" }),
      ),
    (element, hand) => {
      showFan(/** @type {HTMLElement} */ (element.querySelector(".fan")), hand.cards, shoe);
      const total = /** @type {HTMLElement} */ (element.querySelector(".total"));
      say(total, hand.total);
      total.hidden = !hand.total;
    },
  );
}

/**
 * Cards of a hand; new ones come from the shoe.
 *
 * @param {HTMLElement} fan
 * @param {import("../state.js").ShownCard[]} cards
 * @param {Element | null} shoe
 */
export function showFan(fan, cards, shoe) {
  /** @type {HTMLElement[]} */
  const fresh = [];
  keyed(
    fan,
    cards,
    (one) => one.id,
    (one) => {
      const made = makeCard(one.card);
      fresh.push(made);
      return made;
    },
    (element, one) => turnCard(element, one.card),
  );
  fan.style.setProperty("--count", String(cards.length));
  for (const made of fresh) dealFrom(made, shoe);
}

/**
 * @param {HTMLElement} shoe
 * @param {HTMLElement} rack
 * @param {Table} table
 * @param {number} cards
 */
function showStock(shoe, rack, table, cards) {
  const all = Math.max(cards, table.dealt + table.left, 1);
  shoe.style.setProperty("--left", String(table.left / all));
  shoe.style.setProperty("--cut", String(Math.max(0, table.cut_card - table.dealt) / all));
  shoe.classList.toggle("has-cut", table.cut_card > table.dealt);
  rack.style.setProperty("--full", String(Math.min(1, table.discarded / all)));
  const behind =
    table.cut_card < 0
      ? ""
      : t(table.cut_card > table.dealt ? "felt.cut_in" : "felt.cut_out", {
          n: table.cut_card - table.dealt,
        });
  label(shoe, `${t("felt.shoe", { n: table.left })} ${behind}`);
  label(rack, t("felt.rack", { n: table.discarded }));
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
 * @param {Table} table
 */
function showPrint(print, table) {
  const fitting = table.notices
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
