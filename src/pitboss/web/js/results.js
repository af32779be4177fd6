// What a viewer has at stake, and what came of it.

import { at, sum } from "./view.js";

/**
 * @typedef {import("./protocol.js").TableView} TableView
 * @typedef {import("./protocol.js").Result} Result
 */

/**
 * Chips against dealer hands that have not decided about them yet.
 *
 * @param {readonly number[]} amounts
 * @param {Record<string, Result>} [results]
 */
const open = (amounts, results = {}) => sum(amounts.filter((_, spot) => !(spot in results)));

/**
 * What somebody has on the table: chips that are neither before them nor the house's.
 *
 * @param {TableView} view
 * @param {string} you
 */
export function stakesUp(view, you) {
  let up = 0;
  for (const box of Object.values(view.boxes)) {
    const hands = Object.values(box.hands);
    const insured = at(box.insured, you);
    up += at(box.antes, you) ?? 0;
    if (!hands.length) up += sum(at(box.mains, you) ?? []);
    if (insured) up += open(insured.amounts, insured.results);
    for (const hand of hands) {
      const bet = at(hand.bets, you);
      const results = at(hand.results, you);
      if (bet) up += open(bet.stakes, results) + open(bet.extra, results);
    }
  }
  for (const side of Object.values(view.sides))
    if (side.player === you) up += open([side.amount], side.results);
  return up;
}

/**
 * What came of a round for somebody, wager by wager.
 *
 * @param {TableView} view
 * @param {string} you
 * @returns {Result[]}
 */
export function resultsOf(view, you) {
  const own = Object.values(view.boxes).flatMap((box) => [
    ...Object.values(box.hands).map((hand) => at(hand.results, you)),
    at(box.coupons, you)?.results,
    at(box.insured, you)?.results,
  ]);
  const sides = Object.values(view.sides).filter((side) => side.player === you);
  return [...own, ...sides.map((side) => side.results)].flatMap((some) =>
    Object.values(some ?? {}),
  );
}
