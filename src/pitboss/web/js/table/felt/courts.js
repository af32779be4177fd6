// What is only to be looked at, fetched after the first felt, which is drawn without it: the courts
// and the chips of the house.
//
// The twelve courts: half figures, the same from both ends, in two colours and gold. A king wears
// a crown and a beard, a queen a tiara over long hair, a jack a cap with a feather; what they wear
// tells their suits apart as well.

import { h } from "../../core/dom.js";

/** The dress of each suit: two colours, the pattern of the robe, and its side. */
const SUITS = [
  { robe: "blue", trim: "red", pattern: "chevron", is_mirrored: false },
  { robe: "red", trim: "blue", pattern: "scales", is_mirrored: false },
  { robe: "red", trim: "blue", pattern: "lozenge", is_mirrored: true },
  { robe: "blue", trim: "red", pattern: "bars", is_mirrored: true },
];

/** Patterns of a robe, on the left half of the body. @type {Record<string, string>} */
const PATTERNS = {
  chevron: "M26 57l13 7 8-9M26 63l13 7 9-11M30 53l9 5 6-7",
  scales:
    "M27 58a4 4 0 0 0 8 0a4 4 0 0 0 8 0M27 65a4 4 0 0 0 8 0a4 4 0 0 0 8 0M33 52a4 4 0 0 0 8 0",
  lozenge: "M31 54l4 5-4 5-4-5zM39 51l4 5-4 5-4-5zM39 61l4 5-4 5-4-5z",
  bars: "M28 56v14M33 53v17M38 51v19M43 50v20",
};

/** Names, as the ranks follow each other. */
const KINDS = [jack, queen, king];

/**
 * A court as children of a face of 100 by 140.
 *
 * @param {number} kind 0 for a jack, 1 for a queen, 2 for a king.
 * @param {number} suit
 * @param {string} pip The outline of the suit in a square of 20.
 */
export function drawCourt(kind, suit, pip) {
  const style = SUITS[suit];
  const half = () => [
    h(
      "g",
      style.is_mirrored ? { transform: "matrix(-1 0 0 1 100 0)" } : null,
      ...body(style),
      ...KINDS[kind](style),
    ),
    h("path", { class: "pip", d: pip, transform: "translate(25.5 15.5) scale(.62)" }),
  ];
  return [
    h("rect", { class: "field", x: 24, y: 14, width: 52, height: 112, rx: 3 }),
    h("g", { class: "half" }, half()),
    h("g", { class: "half", transform: "rotate(180 50 70)" }, half()),
    h("path", { class: "gold", d: "M24 74.5L76 65.5v-5L24 69.5z" }),
    h("path", { class: "line", d: "M24 69.5L76 60.5M24 74.5L76 65.5" }),
    h("rect", { class: "frame", x: 24, y: 14, width: 52, height: 112, rx: 3 }),
  ];
}

/** Columns of the house's tray: the class of the chips, and how many of 7 are seen in each. */
const COLUMNS = /** @type {const} */ ([
  ["one", 6],
  ["five", 7],
  ["ten", 6],
  ["twentyfive", 7],
  ["hundred", 5],
  ["fivehundred", 4],
  ["thousand", 3],
]);
/** A column of the tray, and a chip that stands on its edge in it. */
const COLUMN = { width: 34, gap: 4, chip: 4, top: 4 };
const ROWS = 7;
const BODY = { fill: "var(--chip-colour)" };
const MARK = { fill: "var(--chip-mark, #fffdf6)", opacity: "0.85" };
/** It lies on the rail before the dealer. */
const ON_RAIL = {
  position: "absolute",
  bottom: "calc(100% - 0.55rem)",
  left: "50%",
  width: "clamp(6rem, 18cqw, 13rem)",
  translate: "-50%",
  filter: "drop-shadow(0 3px 4px rgb(0 0 0 / 0.5))",
};

/** The chips of the house, on edge in their tray, as the players see them. */
export function drawTray() {
  const { width, gap, chip, top } = COLUMN;
  const all = COLUMNS.length * (width + gap) + gap;
  const high = ROWS * chip + 2 * top;
  return h(
    "svg",
    { viewBox: `0 0 ${all} ${high}`, class: "house-tray", "aria-hidden": "true", style: ON_RAIL },
    h("rect", { width: all, height: high, rx: 6, fill: "#5d605c", stroke: "#c9ccc8" }),
    COLUMNS.map(([kind, count], place) => {
      const x = gap + place * (width + gap);
      return h(
        "g",
        { class: `chip-of ${kind}` },
        h("rect", { x, y: top, width, height: ROWS * chip, rx: 3, fill: "#120d0a" }),
        Array.from({ length: count }, (_, row) => {
          const y = top + row * chip;
          return h(
            "g",
            null,
            h("rect", { x, y, width, height: chip - 0.4, rx: 1, style: BODY }),
            [0.1, 0.42, 0.74].map((at) =>
              h("rect", { x: x + at * width, y, width: 5, height: chip - 0.4, style: MARK }),
            ),
          );
        }),
      );
    }),
  );
}

/** @typedef {typeof SUITS[number]} Style */

/** The robe: shoulders, its pattern and a collar in gold. @param {Style} style */
const body = ({ robe, trim, pattern }) => [
  h("path", { class: robe, d: "M24 72V60q3-9 15-11h22q12 2 15 11v12z" }),
  h("path", { class: "stitch", d: PATTERNS[pattern] }),
  h("path", { class: trim, d: "M50 70L61 49q12 2 15 11v8z" }),
  h("path", { class: "gold", d: "M39 49l11 19 11-19 4 .8L50 76 35 49.8z" }),
  h("path", { class: "line", d: "M39 49l11 19 11-19M35 49.8L50 75l15-25.2" }),
];

/** A face that looks ahead. @returns {SVGElement[]} */
const head = () => [
  h("path", { class: "skin", d: "M41.5 34q0-7 8.5-7t8.5 7v7q0 9-8.5 9t-8.5-9z" }),
  h("path", { class: "line", d: "M44.5 37.5h3M52.5 37.5h3M50 38.5v5h-1.5M47.5 46h5" }),
];

/** @param {Style} style */
function king({ trim }) {
  return [
    // Hair and beard go round the face.
    h("path", { class: "dark", d: "M39 32h22v10q0 15-11 17-11-2-11-17z" }),
    ...head(),
    h("path", {
      class: "dark",
      d: "M42.5 43q3.5-2.5 7.5 0 4-2.5 7.5 0v3q-1 9-7.5 11-6.5-2-7.5-11z",
    }),
    h("path", { class: "skin", d: "M47.5 46.5h5l-2.5 2z" }),
    // Five points on a band.
    h("path", { class: "gold", d: "M37 31L34.5 17l7 6 3.5-8 5 7 5-7 3.5 8 7-6L63 31z" }),
    h("path", { class: trim, d: "M37.5 27.5h25V31h-25z" }),
    h("path", { class: "line", d: "M37 31L34.5 17l7 6 3.5-8 5 7 5-7 3.5 8 7-6L63 31z" }),
    // A sword.
    h("path", { class: "gold", d: "M70 20l2 3v32h-4V23zM64.5 55h11v3h-11zM68.5 58h3v9h-3z" }),
    h("path", { class: "line", d: "M70 20l2 3v32h-4V23zM64.5 55h11v3h-11z" }),
  ];
}

/** @param {Style} style */
function queen({ robe, trim }) {
  return [
    // Long hair, to the shoulders.
    h("path", { class: "gold", d: "M36 54q-3-28 14-29 17 1 14 29l-6 3V34H42v23z" }),
    h("path", { class: "line", d: "M38.5 53q-2-24 3-27M61.5 53q2-24-3-27" }),
    ...head(),
    h("path", { class: "rouge", d: "M48 45.5h4l-2 1.5z" }),
    // A tiara: an arc of pearls.
    h("path", { class: robe, d: "M38 30q12-9 24 0l-1-6q-11-7-22 0z" }),
    h("path", { class: "line", d: "M38 30q12-9 24 0l-1-6q-11-7-22 0z" }),
    ...[[39.5, 21.5], [44.5, 18.5], [50, 17], [55.5, 18.5], [60.5, 21.5]].map(([cx, cy]) =>
      h("circle", { class: "pearl", cx, cy, r: cx === 50 ? 2.6 : 1.9 }),
    ),
    // A rose.
    h("path", { class: "stem", d: "M70 44v20M70 56l-4-3M70 60l4-3" }),
    h("circle", { class: trim, cx: 70, cy: 39, r: 5 }),
    h("circle", { class: "gold", cx: 70, cy: 39, r: 2 }),
  ];
}

/** @param {Style} style */
function jack({ robe, trim }) {
  return [
    // Hair cut at the jaw.
    h("path", { class: "dark", d: "M39 31h22v16q-2 3-4 0V36H43v11q-2 3-4 0z" }),
    ...head(),
    // A flat cap with a feather.
    h("path", { class: trim, d: "M35 30q-1-9 13-11 14-1 17 8l-2 5H38z" }),
    h("path", { class: "gold", d: "M36.5 29.5h27v3.5h-27z" }),
    h("path", { class: "line", d: "M35 30q-1-9 13-11 14-1 17 8l-1.5 3M36.5 29.5h27V33h-27z" }),
    h("path", { class: robe, d: "M59 28q-3-13 13-12 3 6-3 10-4 3-10 2z" }),
    h("path", { class: "feather", d: "M59 28q5-8 12-11M62 24l-1-5M65 21l0-4.5M66 24l5-1" }),
    // A halberd.
    h("path", { class: "stem", d: "M31 24v40" }),
    h("path", { class: "gold", d: "M31 17l3 7-3 3-3-3zM31 28q8 0 8 8-4-3-8-2z" }),
    h("path", { class: "line", d: "M31 17l3 7-3 3-3-3zM31 28q8 0 8 8-4-3-8-2z" }),
  ];
}
