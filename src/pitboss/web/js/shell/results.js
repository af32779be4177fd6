// What a viewer has at stake, and what came of it.

import { at, sum } from "../core/view.js";

/**
 * @typedef {import("../core/protocol.js").TableView} TableView
 * @typedef {import("../core/protocol.js").ResultView} Result
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
    up += at(box.antes, you) ?? 0;
    if (!hands.length) up += sum(at(box.mains, you) ?? []);
    for (const hand of hands) {
      const bet = at(hand.bets, you);
      const results = at(hand.results, you);
      if (bet) up += open(bet.stakes, results) + open(bet.extra, results);
    }
  }
  for (const { player, amount, results } of Object.values(view.sides))
    if (player === you) up += open([amount], results);
  for (const { player, amounts, results } of Object.values(view.insured))
    if (player === you) up += open(amounts, results);
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
  const hands = Object.values(view.boxes).flatMap((box) => Object.values(box.hands));
  const beside = [view.sides, view.insured, view.coupons].flatMap((some) => Object.values(some));
  const own = beside.filter((wager) => wager.player === you).map((wager) => wager.results);
  return [...hands.map((hand) => at(hand.results, you)), ...own].flatMap((some) =>
    Object.values(some ?? {}),
  );
}

/**
 * What lammers have won for somebody: the stakes that the house put up.
 *
 * @param {TableView} view
 * @param {string} you
 */
export const wonFree = (view, you) =>
  sum(
    Object.values(view.boxes)
      .flatMap((box) => Object.values(box.hands))
      .filter((hand) => Object.values(at(hand.results, you) ?? {}).some(({ net }) => net > 0))
      .map((hand) => at(hand.bets, you)?.free ?? 0),
  );
