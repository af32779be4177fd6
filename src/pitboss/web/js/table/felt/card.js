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
  "M10 .8c2.6 4.4 8.2 6.9 8.2 11.5a4.1 4.1 0 0 1-7 2.9c.2 1.8.9 3.1 2.2 4.4H6.6" +
    "c1.3-1.3 2-2.6 2.2-4.4a4.1 4.1 0 0 1-7-2.9C1.8 7.7 7.4 5.2 10 .8z",
  "M10 18.9C5.3 14.3 1.3 11.2 1.3 6.8A4.8 4.8 0 0 1 10 4a4.8 4.8 0 0 1 8.7 2.8" +
    "c0 4.4-4 7.5-8.7 12.1z",
  "M10 .6Q13 5.8 17 10 13 14.2 10 19.4 7 14.2 3 10 7 5.8 10 .6z",
  "M10 .9a4.2 4.2 0 0 1 3.5 6.6A4.2 4.2 0 1 1 11.2 14.3c.2 1.9.8 3.5 2 5.2H6.8" +
    "c1.2-1.7 1.8-3.3 2-5.2A4.2 4.2 0 1 1 6.5 7.5 4.2 4.2 0 0 1 10 .9z",
];

/** Columns of pips on a face of 100 by 140: left, middle, right; rows by how many there are. */
const [LEFT, MIDDLE, RIGHT] = [33, 50, 67];
const ROWS = { two: [30, 110], three: [30, 70, 110], four: [30, 56.7, 83.3, 110] };

/** @param {readonly number[]} rows @returns {[number, number][]} */
const sides = (rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
/** @param {...number} rows @returns {[number, number][]} */
const centre = (...rows) => rows.map((y) => [MIDDLE, y]);

/**
 * Where the pips of a number card lie: the wide grid of real cards.
 *
 * @type {Record<number, [number, number][]>}
 */
const PIPS = {
  2: centre(30, 110),
  3: centre(30, 70, 110),
  4: sides(ROWS.two),
  5: [...sides(ROWS.two), ...centre(70)],
  6: sides(ROWS.three),
  7: [...sides(ROWS.three), ...centre(50)],
  8: [...sides(ROWS.three), ...centre(50, 90)],
  9: [...sides(ROWS.four), ...centre(70)],
  10: [...sides(ROWS.four), ...centre(43.3, 96.7)],
};

/** The drawings of the courts, once they are here. @type {typeof import("./courts.js") | null} */
let courts = null;

/** Fetch the drawings, which are not waited for, and draw what lies there already. */
export async function fetchCourts() {
  courts ??= await import("./courts.js").catch(() => null);
  if (!courts) return;
  document.querySelector("table-felt > .cloth:first-child")?.before(courts.drawTray());
  for (const card of document.querySelectorAll("playing-card"))
    if (card instanceof PlayingCard) card.redraw();
}

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

  /** Draw the face of a court again, with its drawing. */
  redraw() {
    if (this.card >= 40 && this.firstElementChild?.matches(".face"))
      this.replaceChildren(face(this.card));
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
    h("text", { x: 13, y: 25, class: `index ${width}` }, label),
    h("path", { d: SUITS[suit], transform: "translate(4.5 31) scale(.85)" }),
  ];
  const is_court = rank > 9;
  return h(
    "svg",
    {
      viewBox: "0 0 100 140",
      class: [
        "face",
        SUIT_NAMES[suit],
        suit === 1 || suit === 2 ? "red" : "",
        is_court ? "is-court" : "",
      ].join(" "),
      "aria-hidden": "true",
    },
    corner(),
    h("g", { class: "turned", transform: "rotate(180 50 70)" }, corner()),
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
  if (rank === 0) return [h("path", { d: SUITS[suit], transform: "translate(22 42) scale(2.8)" })];
  if (rank > 9) {
    if (courts) return courts.drawCourt(rank - 10, suit, SUITS[suit]);
    // The page is drawn first; then comes what is only to be looked at.
    requestAnimationFrame(() => setTimeout(fetchCourts));
    return [h("rect", { x: 24, y: 14, width: 52, height: 112, rx: 3, class: "frame" })];
  }
  return PIPS[rank + 1].map(([x, y]) => {
    const turned = `rotate(${y > 70 ? 180 : 0} ${x} ${y})`;
    return h("path", {
      d: SUITS[suit],
      transform: `${turned} translate(${x - 9} ${y - 9}) scale(.9)`,
    });
  });
}

/** The back: a lattice of lozenges round our mark, the same from both ends. */
function back() {
  return h(
    "svg",
    { viewBox: "0 0 100 140", class: "back", "aria-hidden": "true" },
    h("rect", { x: 5, y: 5, width: 90, height: 130, rx: 6, class: "plain" }),
    h("path", { class: "weave", d: weave() }),
    h("rect", { x: 5, y: 5, width: 90, height: 130, rx: 6, class: "edge" }),
    h("rect", { x: 9, y: 9, width: 82, height: 122, rx: 4, class: "edge fine" }),
    h("path", { class: "seal", d: "M50 44l19 26-19 26-19-26z" }),
    h("path", { class: "seal fine", d: "M50 50l14.5 20-14.5 20-14.5-20z" }),
    h("path", { d: SUITS[0], transform: "translate(43 56.5) scale(.7)", class: "mark" }),
    h("path", {
      d: SUITS[0],
      transform: "rotate(180 50 70) translate(43 56.5) scale(.7)",
      class: "mark",
    }),
  );
}

function weave() {
  let path = "";
  for (let at = -130; at < 90; at += 10) path += `M${at + 5} 5l130 130M${at + 135} 5l-130 130`;
  return path;
}
