// What a viewer has at stake, and what came of it.

/** @param {number[]} amounts */
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * What the viewer has on the table: chips that are neither before them nor the house's.
 *
 * @param {import("./state.js").Table} table
 */
export function stakesUp(table) {
  let up = 0;
  for (const box of table.boxes) {
    up += sum(box.antes.filter((ante) => ante.player === table.you).map((ante) => ante.amount));
    if (!box.hands.length)
      up += sum(
        box.mains.filter((main) => main.player === table.you).flatMap((main) => main.amounts),
      );
    for (const hand of box.hands) {
      const settled = hand.results.filter((result) => result.player === table.you).length;
      for (const bet of hand.bets) {
        if (bet.player !== table.you) continue;
        // Real chips still open: those of dealer hands that have not been settled.
        const open = bet.stakes.slice(settled);
        up += sum(open) + sum(bet.extra.slice(settled));
      }
    }
  }
  for (const side of table.sides) if (side.player === table.you && !side.result) up += side.amount;
  for (const one of table.insured)
    if (one.player === table.you && !one.result) up += sum(one.amounts);
  return up;
}

/**
 * What came of the last round for the viewer, wager by wager.
 *
 * @param {import("./state.js").Cards} cards
 * @param {string} you
 * @returns {import("./state.js").Result[]}
 */
export function resultsOf(cards, you) {
  const found = cards.boxes.flatMap((box) => box.hands.flatMap((hand) => hand.results));
  const coupons = cards.boxes.flatMap((box) => box.coupons);
  for (const one of [...cards.sides, ...cards.insured, ...coupons])
    if (one.result) found.push(one.result);
  return found.filter((result) => result.player === you);
}
