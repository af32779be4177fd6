// Which chips lie on the felt: those of a hand, of a circle, and of a side wager.

import { money, signed, t } from "../../words/translate.js";
import { at, handsOf, sum } from "../../core/view.js";

/**
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("../../core/protocol.js").HandView} Hand
 * @typedef {import("../../core/protocol.js").ResultView} Result
 * @typedef {"own" | "other"} Owner
 * @typedef {{amount: number, is_free: boolean, owner: Owner}} Stack
 * @typedef {{
 *   stacks: Stack[], planned: number, insurance: Mark | null, ante: number, coupon: number,
 *   mark: string, tone: string,
 * }} Held
 * @typedef {{text: string, tone: string}} Mark
 */

/** Whether it was taken; a free bet that lost costs nothing. @param {Result | undefined} result */
export const isLost = (result) =>
  result !== undefined && (result.net < 0 || result.result === "loss");

/**
 * The chips that lie by a hand, against one of the dealer's hands or all: what was lost is taken.
 *
 * @param {Hand} hand
 * @param {string} [you]
 * @param {number} [spot]
 * @returns {Stack[]}
 */
export function chipsUp(hand, you = "", spot) {
  return Object.entries(hand.bets).flatMap(([player, bet]) => {
    const owner = /** @type {Owner} */ (player === you ? "own" : "other");
    const results = at(hand.results, player) ?? {};
    const is_up = (/** @type {number} */ place) =>
      (spot === undefined || spot === place) && !isLost(results[place]);
    const up = (/** @type {number[]} */ amounts) => sum(amounts.filter((_, place) => is_up(place)));
    const free = Object.values(results).every(isLost) && Object.keys(results).length ? 0 : bet.free;
    return [
      { amount: up(bet.stakes), is_free: false, owner },
      { amount: up(bet.extra), is_free: false, owner },
      { amount: spot ? 0 : free, is_free: true, owner },
    ].filter((stack) => stack.amount > 0);
  });
}

/** @returns {Held} */
const nothing = () => ({
  stacks: [],
  planned: 0,
  insurance: null,
  ante: 0,
  coupon: 0,
  mark: "",
  tone: "",
});

/**
 * The main wagers against one of the dealer's hands; those of a split box lie by its hands.
 *
 * @param {Table} table
 * @param {number} number
 * @param {number} spot
 * @returns {Held}
 */
export function mainAt(table, number, spot) {
  const held = nothing();
  const box = table.box(number);
  const hands = box ? handsOf(box) : [];
  if (hands.length === 1) held.stacks = chipsUp(hands[0][1], table.you, spot);
  else if (box && !hands.length)
    held.stacks = Object.entries(box.mains)
      .map(([player, amounts]) => ({
        amount: amounts[spot] ?? 0,
        is_free: false,
        owner: /** @type {Owner} */ (player === table.you ? "own" : "other"),
      }))
      .filter((stack) => stack.amount > 0);
  if (spot > 0) return held;
  const { boxes, coupons } = table.view;
  held.insurance = insuranceOf(table, number);
  for (const { box: one, face } of Object.values(coupons)) if (one === number) held.coupon += face;
  held.ante = sum(Object.values(boxes[number]?.antes ?? {}));
  return held;
}

/**
 * The insurance of a box, and once it is settled what came of it.
 *
 * @param {Table} table
 * @param {number} number
 * @returns {Mark | null}
 */
function insuranceOf({ view, last, you }, number) {
  const before = view.boxes[number] ? {} : last?.insured;
  const all = Object.values({ ...before, ...view.insured }).filter((one) => one.box === number);
  if (!all.length) return null;
  const own = all.filter((one) => one.player === you);
  const told = own.length ? own : all;
  const results = told.flatMap((one) => Object.values(one.results));
  if (!results.length) {
    const amount = money(sum(told.flatMap((one) => one.amounts)));
    return { text: t("box.insured", { amount }), tone: "" };
  }
  const net = sum(results.map((result) => result.net));
  return { text: t("box.insured", { amount: signed(net) }), tone: net > 0 ? "win" : "loss" };
}

/**
 * A side wager, and what came of it.
 *
 * @param {Table} table
 * @param {number} number
 * @param {string} wager
 * @returns {Held}
 */
export function sideAt(table, number, wager) {
  const { view, last, you } = table;
  const before = view.boxes[number] ? {} : last?.sides;
  const held = nothing();
  for (const side of Object.values({ ...before, ...view.sides })) {
    if (side.box !== number || side.wager !== wager) continue;
    const [result] = Object.values(side.results);
    if (!isLost(result))
      held.stacks.push({
        amount: side.amount,
        is_free: false,
        owner: side.player === you ? "own" : "other",
      });
    if (result) {
      held.tone = result.net > 0 ? "win" : result.net < 0 ? "loss" : "push";
      held.mark = signed(result.net);
    } else if (side.wins) {
      held.tone = "lammer";
      held.mark = t("box.wins", { n: side.wins });
    }
  }
  return held;
}
