// A card: its own face in SVG, its back, and the motion from the shoe.

import { h } from "../../core/dom.js";
import { t } from "../../words/translate.js";
import { dealFrom, slideFrom, turnUp } from "../motion/motion.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const RANK_NAMES = /** @type {const} */ ([
  "ace",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  "10",
  "jack",
  "queen",
  "king",
]);
const SUIT_NAMES = /** @type {const} */ (["spades", "hearts", "diamonds", "clubs"]);

/** Suits in a square of 20 units. */
const SUITS = [
  "M10 1c2.8 4 8 6.7 8 11a4 4 0 0 1-6.9 2.7c.2 1.7.8 3 1.9 4.3H7c1.1-1.3 1.7-2.6 1.9-4.3" +
    "A4 4 0 0 1 2 12C2 7.7 7.2 5 10 1z",
  "M10 18.5C5.5 14 1.5 11 1.5 6.7A4.7 4.7 0 0 1 10 4a4.7 4.7 0 0 1 8.5 2.7c0 4.3-4 7.3-8.5 11.8z",
  "M10 .8L17 10l-7 9.2L3 10z",
  "M10 1a4.2 4.2 0 0 1 3.5 6.5A4.2 4.2 0 1 1 11.2 14.3c.2 1.9.7 3.3 1.8 4.7H7" +
    "c1.1-1.4 1.6-2.8 1.8-4.7A4.2 4.2 0 1 1 6.5 7.5 4.2 4.2 0 0 1 10 1z",
];

/**
 * Where the pips of a number card lie, on a face of 100 by 140.
 *
 * @type {Record<number, [number, number][]>}
 */
const PIPS = {
  2: [
    [50, 36],
    [50, 104],
  ],
  3: [
    [50, 32],
    [50, 70],
    [50, 108],
  ],
  4: [
    [41, 36],
    [59, 36],
    [41, 104],
    [59, 104],
  ],
  5: [
    [41, 36],
    [59, 36],
    [50, 70],
    [41, 104],
    [59, 104],
  ],
  6: [
    [41, 34],
    [59, 34],
    [41, 70],
    [59, 70],
    [41, 106],
    [59, 106],
  ],
  7: [
    [41, 34],
    [59, 34],
    [50, 52],
    [41, 70],
    [59, 70],
    [41, 106],
    [59, 106],
  ],
  8: [
    [41, 34],
    [59, 34],
    [50, 52],
    [41, 70],
    [59, 70],
    [50, 88],
    [41, 106],
    [59, 106],
  ],
  9: [
    [41, 30],
    [59, 30],
    [41, 57],
    [59, 57],
    [50, 70],
    [41, 83],
    [59, 83],
    [41, 110],
    [59, 110],
  ],
  10: [
    [41, 30],
    [59, 30],
    [50, 43],
    [41, 57],
    [59, 57],
    [41, 83],
    [59, 83],
    [50, 97],
    [41, 110],
    [59, 110],
  ],
};

/** A card's name in words. @param {number} card */
export function cardName(card) {
  if (card < 0) return t("card.hidden");
  return t("card.name", {
    rank: t(`card.rank.${RANK_NAMES[card >> 2]}`),
    suit: t(`card.suit.${SUIT_NAMES[card & 3]}`),
  });
}

/** `<playing-card>`: a card by its number, 4 × rank + suit; -1 is face down. */
export class PlayingCard extends HTMLElement {
  /** @type {number | undefined} */
  #card;

  get card() {
    return this.#card ?? -1;
  }

  /** Another face of a card that lies there already is turned up. */
  set card(card) {
    if (this.#card === card) return;
    const is_turned = this.#card === -1 && this.isConnected;
    this.#card = card;
    this.role = "img";
    this.ariaLabel = cardName(card);
    const show = () => this.replaceChildren(card < 0 ? back() : face(card));
    if (is_turned) turnUp(this, show);
    else show();
  }

  /** Come from the shoe to where it lies. @param {Element} shoe */
  comeFrom(shoe) {
    dealFrom(this, shoe, this.card < 0 ? null : back());
  }

  /** Come from where it lay in another hand. @param {DOMRect} before */
  slideFrom(before) {
    slideFrom(this, before);
  }
}

customElements.define("playing-card", PlayingCard);

/** @param {number} card */
function face(card) {
  const rank = card >> 2,
    suit = card & 3;
  const label = RANKS[rank];
  const width = label.length > 1 ? "wide" : /[AKQ]/.test(label) ? "broad" : "";
  const corner = () => [
    h("text", { x: 17, y: 31, class: `index ${width}` }, label),
    h("path", { d: SUITS[suit], transform: "translate(6 36) scale(1.1)" }),
  ];
  return h(
    "svg",
    {
      viewBox: "0 0 100 140",
      class: `face ${SUIT_NAMES[suit]}${suit === 1 || suit === 2 ? " red" : ""}`,
      "aria-hidden": "true",
    },
    corner(),
    h("g", { transform: "rotate(180 50 70)" }, corner()),
    h("g", { class: "middle" }, middle(rank, suit)),
    h(
      "g",
      { class: "big" },
      h("path", { d: SUITS[suit], transform: "translate(6 84) scale(2.3)" }),
    ),
  );
}

/** @param {number} rank @param {number} suit */
function middle(rank, suit) {
  if (rank === 0) return [h("path", { d: SUITS[suit], transform: "translate(26 46) scale(2.4)" })];
  if (rank > 9) {
    return [
      h("rect", { x: 31, y: 24, width: 38, height: 92, rx: 5, class: "frame" }),
      h("text", { x: 50, y: 84, class: "court" }, RANKS[rank]),
      h("path", { d: SUITS[suit], transform: "translate(41 28) scale(.9)" }),
      h("path", { d: SUITS[suit], transform: "rotate(180 50 70) translate(41 28) scale(.9)" }),
    ];
  }
  return PIPS[rank + 1].map(([x, y]) => {
    const turned = `rotate(${y > 70 ? 180 : 0} ${x} ${y})`;
    return h("path", {
      d: SUITS[suit],
      transform: `${turned} translate(${x - 8.5} ${y - 8.5}) scale(.85)`,
    });
  });
}

function back() {
  return h(
    "svg",
    { viewBox: "0 0 100 140", class: "back", "aria-hidden": "true" },
    h("rect", { x: 6, y: 6, width: 88, height: 128, rx: 6, class: "plain" }),
    h("path", { class: "weave", d: weave() }),
    h("rect", { x: 6, y: 6, width: 88, height: 128, rx: 6, class: "edge" }),
    h("circle", { cx: 50, cy: 70, r: 17, class: "seal" }),
    h("path", { d: SUITS[0], transform: "translate(40 60)", class: "mark" }),
  );
}

function weave() {
  let path = "";
  for (let at = -140; at < 100; at += 14) path += `M${at} 0l140 140M${at + 140} 0l-140 140`;
  return path;
}
