// Cards: own faces in SVG, a back, and the motion from the shoe.

import { h } from "../dom.js";
import { isMoving } from "../shell.js";
import { t } from "../strings.js";

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
  "M10 1c2.800 4 8 6.700 8 11a4 4 0 0 1-6.900 2.700c.2 1.700.8 3 1.900 4.300H7c1.100-1.300 1.700-2.600 1.900-4.300A4 4 0 0 1 2 12C2 7.700 7.200 5 10 1z",
  "M10 18.500C5.500 14 1.500 11 1.500 6.700A4.700 4.700 0 0 1 10 4a4.700 4.700 0 0 1 8.500 2.700c0 4.300-4 7.300-8.500 11.800z",
  "M10 .8L17 10l-7 9.200L3 10z",
  "M10 1a4.200 4.200 0 0 1 3.500 6.500A4.200 4.200 0 1 1 11.200 14.300c.2 1.900.7 3.300 1.800 4.700H7c1.100-1.400 1.600-2.800 1.800-4.700A4.200 4.200 0 1 1 6.500 7.500 4.200 4.200 0 0 1 10 1z",
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
    [34, 36],
    [66, 36],
    [34, 104],
    [66, 104],
  ],
  5: [
    [34, 36],
    [66, 36],
    [50, 70],
    [34, 104],
    [66, 104],
  ],
  6: [
    [34, 34],
    [66, 34],
    [34, 70],
    [66, 70],
    [34, 106],
    [66, 106],
  ],
  7: [
    [34, 34],
    [66, 34],
    [50, 52],
    [34, 70],
    [66, 70],
    [34, 106],
    [66, 106],
  ],
  8: [
    [34, 34],
    [66, 34],
    [50, 52],
    [34, 70],
    [66, 70],
    [50, 88],
    [34, 106],
    [66, 106],
  ],
  9: [
    [34, 30],
    [66, 30],
    [34, 57],
    [66, 57],
    [50, 70],
    [34, 83],
    [66, 83],
    [34, 110],
    [66, 110],
  ],
  10: [
    [34, 30],
    [66, 30],
    [50, 43],
    [34, 57],
    [66, 57],
    [34, 83],
    [66, 83],
    [50, 97],
    [34, 110],
    [66, 110],
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

/** A card as an element; -1 is face down. @param {number} card */
export function makeCard(card) {
  const made = h("div", { class: "card", role: "img" });
  turnCard(made, card);
  return made;
}

/**
 * Show another face of a card that lies there already.
 *
 * @param {HTMLElement} element
 * @param {number} card
 */
export function turnCard(element, card) {
  if (element.dataset.card === String(card)) return;
  const was_hidden = element.dataset.card === "-1";
  element.dataset.card = String(card);
  element.setAttribute("aria-label", cardName(card));
  element.replaceChildren(card < 0 ? back() : face(card));
  if (was_hidden && isMoving()) {
    element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
      duration: 260,
      easing: "ease-out",
    });
  }
}

/** @param {number} card */
function face(card) {
  const rank = card >> 2,
    suit = card & 3;
  const label = RANKS[rank];
  const corner = () => [
    h("text", { x: 17, y: 31, class: label.length > 1 ? "index wide" : "index" }, label),
    h("path", { d: SUITS[suit], transform: "translate(6 36) scale(1.100)" }),
  ];
  return h(
    "svg",
    {
      viewBox: "0 0 100 140",
      class: suit === 1 || suit === 2 ? "face red" : "face",
      "aria-hidden": "true",
    },
    corner(),
    h("g", { transform: "rotate(180 50 70)" }, corner()),
    h("g", { class: "middle" }, middle(rank, suit)),
    h(
      "g",
      { class: "big" },
      h("path", { d: SUITS[suit], transform: "translate(43 83) scale(2.550)" }),
    ),
  );
}

/** @param {number} rank @param {number} suit */
function middle(rank, suit) {
  if (rank === 0)
    return [h("path", { d: SUITS[suit], transform: "translate(26 46) scale(2.400)" })];
  if (rank > 9) {
    return [
      h("rect", { x: 28, y: 24, width: 44, height: 92, rx: 5, class: "frame" }),
      h("text", { x: 50, y: 84, class: "court" }, RANKS[rank]),
      h("path", { d: SUITS[suit], transform: "translate(41 28) scale(.9)" }),
      h("path", { d: SUITS[suit], transform: "rotate(180 50 70) translate(41 28) scale(.9)" }),
    ];
  }
  return PIPS[rank + 1].map(([x, y]) =>
    h("path", {
      d: SUITS[suit],
      transform: `rotate(${y > 70 ? 180 : 0} ${x} ${y}) translate(${x - 9} ${y - 9}) scale(.9)`,
    }),
  );
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

/**
 * Let a card come from the shoe to where it lies.
 * @param {HTMLElement} element @param {Element | null} shoe
 */
export function dealFrom(element, shoe) {
  if (!shoe || !isMoving()) return;
  const from = shoe.getBoundingClientRect(),
    to = element.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2,
    y = from.top + from.height / 2 - to.top - to.height / 2;
  element.animate(
    [
      {
        transform: `translate(${x}px, ${y}px) rotate(-24deg) rotateY(80deg)`,
        opacity: 0.2,
        offset: 0,
      },
      { opacity: 1, offset: 0.2 },
      { transform: "none", opacity: 1, offset: 1 },
    ],
    { duration: 300, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}
