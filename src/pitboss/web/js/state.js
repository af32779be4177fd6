// What a table shows, without any DOM: the server's view, and each event applied to it.
// It applies and never judges: cards, totals and offers come from the server as they are.

import { rewritten } from "./written.js";

/**
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").Event} Event
 * @typedef {{id: string, card: number}} ShownCard
 * @typedef {{player: string, stakes: number[], extra: number[], free: number}} Bet
 * @typedef {{
 *   player: string, wager: string, result: string, net: number,
 *   clause: string, pays: string, line: string,
 * }} Result
 * @typedef {{
 *   id: string, cards: ShownCard[], total: string, how: string, sideways: boolean,
 *   bets: Bet[], results: Result[], gone: boolean,
 * }} Hand
 * @typedef {{player: string, amounts: number[]}} Main
 * @typedef {{player: string, amount: number}} Ante
 * @typedef {{player: string, amount: number, result: Result | null}} Coupon
 * @typedef {{number: number, mains: Main[], antes: Ante[], coupons: Coupon[], hands: Hand[]}} Box
 * @typedef {{
 *   box: number, player: string, wager: string, amount: number, wins: number,
 *   result: Result | null,
 * }} Side
 * @typedef {{box: number, player: string, amounts: number[], result: Result | null}} Insured
 * @typedef {{cards: ShownCard[], total: string}} Dealer
 * @typedef {{
 *   dealer: Dealer, spots: Dealer[], boxes: Box[], sides: Side[], insured: Insured[],
 * }} Cards
 * @typedef {Cards & {
 *   you: string, phase: string, round: number, dealt: number, left: number, discarded: number,
 *   cut_card: number, turn: [number, number], spot: number, exposed: number, meter: number,
 *   chips: number, notices: import("./protocol.js").NoticeView[], last: Cards | null,
 * }} Table
 */

let made = 0;
const newId = () => `c${++made}`;

/** @param {number[]} cards @returns {ShownCard[]} */
const shownCards = (cards) => cards.map((card) => ({ id: newId(), card }));

/**
 * The table of a `view` message.
 *
 * @param {import("./protocol.js").Resynced} message
 * @returns {Table}
 */
export function opened(message) {
  const { view } = message;
  return {
    you: message.you,
    phase: view.phase,
    round: view.round,
    dealt: view.cards_dealt,
    left: view.cards_left,
    discarded: view.discarded,
    cut_card: view.cut_card,
    dealer: { cards: shownCards(view.dealer), total: view.dealer_total },
    spots: [],
    boxes: view.boxes.map(boxOf),
    sides: view.sides.map(([box, player, wager, amount, wins]) => {
      return { box, player, wager, amount, wins, result: null };
    }),
    insured: view.insured.map(([box, player, amounts]) => ({ box, player, amounts, result: null })),
    turn: view.turn,
    spot: view.spot,
    exposed: view.exposed,
    meter: view.meter,
    chips: view.chips,
    notices: view.notices,
    last: null,
  };
}

/** @param {import("./protocol.js").BoxView} box @returns {Box} */
function boxOf(box) {
  return {
    number: box.number,
    mains: box.mains.map(([player, amounts]) => ({ player, amounts })),
    antes: box.antes.map(([player, amount]) => ({ player, amount })),
    coupons: box.coupons.map(([player, amount]) => ({ player, amount, result: null })),
    hands: box.hands.map((hand) => ({
      id: newId(),
      cards: shownCards(hand.cards),
      total: hand.total,
      how: hand.how,
      sideways: hand.is_sideways,
      bets: hand.bets.map(([player, stakes, extra, free]) => ({ player, stakes, extra, free })),
      results: [],
      gone: false,
    })),
  };
}

/** Apply one numbered message to a table. @param {Table} table @param {Message} message */
export function apply(table, message) {
  const { event } = message;
  const change = /** @type {((table: Table, event: Event) => void) | undefined} */ (
    APPLY[event.event]
  );
  change?.(table, event);
  table.notices = rewritten(table.notices, message);
  for (const [box, hand, cards, total] of message.hands) lay(table, box, hand, cards, total);
  return table;
}

/**
 * Cards as they lie after an event: those that lay there before keep their ids.
 *
 * @param {Table} table
 * @param {number} number
 * @param {number} hand
 * @param {number[]} cards
 * @param {string} total
 */
function lay(table, number, hand, cards, total) {
  const place =
    number === 0 ? table.dealer : table.boxes.find((box) => box.number === number)?.hands[hand - 1];
  if (!place) return;
  place.cards = cards.map((card, index) => {
    const old = place.cards[index];
    if (!old) return { id: newId(), card };
    return old.card === card ? old : { id: old.id, card };
  });
  place.total = total;
}

/** @param {Table} table @param {number} number */
function boxAt(table, number) {
  let box = table.boxes.find((one) => one.number === number);
  if (!box) {
    box = { number, mains: [], antes: [], coupons: [], hands: [] };
    table.boxes.push(box);
    table.boxes.sort((a, b) => a.number - b.number);
  }
  return box;
}

/** A hand with its wagers. @param {ShownCard[]} cards @param {Bet[]} bets @returns {Hand} */
const newHand = (cards, bets) => ({
  id: newId(),
  cards,
  total: "",
  how: "",
  sideways: false,
  bets,
  results: [],
  gone: false,
});

/** Whether every part of a bet has been settled. @param {Hand} hand @param {Bet} bet */
const isSettled = (hand, bet) =>
  hand.results.filter((result) => result.player === bet.player).length >= bet.stakes.length;

/**
 * A bettor whose wagers on a box are all void has no part in it any more.
 *
 * @param {Box} box
 * @param {string} player
 */
function withoutVoid(box, player) {
  for (const hand of box.hands) {
    const last = hand.results.findLast((result) => result.player === player)?.result;
    hand.bets = hand.bets.filter(
      (bet) => bet.player !== player || last !== "void" || !isSettled(hand, bet),
    );
  }
  const is_in = box.hands.some((hand) => hand.bets.some((bet) => bet.player === player));
  if (!is_in) box.mains = box.mains.filter((main) => main.player !== player);
}

/** @param {number[]} amounts */
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);

/** @type {{[K in Event as K["event"]]?: (table: Table, event: K) => void}} */
const APPLY = {
  chips_bought(table, { player, amount }) {
    if (player === table.you) table.chips += amount;
  },
  chips_cashed(table, { player, amount }) {
    if (player === table.you) table.chips -= amount;
  },
  shoe_loaded(table, { cards, cut_card, is_shuffle }) {
    table.left = cards.length;
    table.dealt = 0;
    table.cut_card = cut_card;
    if (is_shuffle || table.phase !== "betting") table.discarded = 0;
  },
  wager_placed(table, { box, player, wager, amounts }) {
    if (player === table.you) {
      table.chips -= sum(amounts);
      table.last = null;
    }
    if (wager === "main") boxAt(table, box).mains.push({ player, amounts });
    else if (wager === "ante") boxAt(table, box).antes.push({ player, amount: amounts[0] });
    else table.sides.push({ box, player, wager, amount: amounts[0], wins: 0, result: null });
  },
  wager_withdrawn(table, { box, player, wager, amounts }) {
    if (player === table.you) table.chips += sum(amounts);
    const found = boxAt(table, box);
    if (wager === "main") found.mains = found.mains.filter((main) => main.player !== player);
    else if (wager === "ante") found.antes = found.antes.filter((ante) => ante.player !== player);
    else
      table.sides = table.sides.filter(
        (side) => side.box !== box || side.player !== player || side.wager !== wager,
      );
    if (!found.mains.length) table.boxes = table.boxes.filter((one) => one !== found);
  },
  coupon_placed(table, { box, player, amount }) {
    boxAt(table, box).coupons.push({ player, amount, result: null });
  },
  coupon_withdrawn(table, { box, player }) {
    const found = boxAt(table, box);
    found.coupons = found.coupons.filter((coupon) => coupon.player !== player);
  },
  phase_began(table, { phase }) {
    table.phase = phase;
    table.turn = [0, 0];
    if (phase !== "dealing") return;
    table.round += 1;
    table.last = null;
    for (const box of table.boxes) {
      const bets = box.mains.map(({ player, amounts }) => ({
        player,
        stakes: amounts,
        extra: [],
        free: 0,
      }));
      box.hands = [newHand([], bets)];
    }
  },
  meter_raised(table, { amount }) {
    table.meter += amount;
  },
  meter_won(table, { meter }) {
    table.meter = meter;
  },
  card_dealt(table) {
    table.dealt += 1;
    table.left -= 1;
    table.exposed = -1;
  },
  card_burned(table) {
    table.dealt += 1;
    table.left -= 1;
    table.discarded += 1;
  },
  card_discarded(table) {
    table.dealt += 1;
    table.left -= 1;
    table.discarded += 1;
    table.exposed = -1;
  },
  card_exposed(table, { card }) {
    table.exposed = card;
  },
  ante_taken(table, { box, player }) {
    const found = boxAt(table, box);
    found.antes = found.antes.filter((ante) => ante.player !== player);
  },
  insurance_placed(table, { box, player, amounts }) {
    if (player === table.you) table.chips -= sum(amounts);
    table.insured.push({ box, player, amounts, result: null });
  },
  turn_given(table, { box, hand }) {
    table.turn = [box, hand];
  },
  hand_doubled(table, { box, hand, stakes }) {
    const found = boxAt(table, box).hands[hand - 1];
    found.sideways = true;
    for (const [player, extra, free] of stakes) {
      if (player === table.you) table.chips -= sum(extra);
      for (const bet of found.bets) {
        if (bet.player === player) Object.assign(bet, { extra, free: bet.free + free });
      }
    }
  },
  hand_split(table, { box, hand, stays, moves, stakes }) {
    const found = boxAt(table, box);
    const first = found.hands[hand - 1];
    const added = stakes.map(([player, chips, free]) => {
      if (player === table.you) table.chips -= sum(chips);
      return { player, stakes: chips, extra: [], free };
    });
    const moved = first.bets.filter((bet) => moves.includes(bet.player));
    const second = newHand(first.cards.slice(1), [...moved, ...added]);
    first.cards = first.cards.slice(0, 1);
    first.bets = first.bets.filter((bet) => stays.includes(bet.player));
    found.hands.splice(hand, 0, second);
  },
  hand_finished(table, { box, hand, how }) {
    boxAt(table, box).hands[hand - 1].how = how;
  },
  hand_removed(table, { box, hand }) {
    const found = boxAt(table, box).hands[hand - 1];
    found.gone = true;
    table.discarded += found.cards.length;
  },
  dealer_hand_began(table, { spot }) {
    if (spot > 0) table.spots.push({ cards: table.dealer.cards, total: table.dealer.total });
    if (spot > 0)
      table.dealer = {
        cards: table.dealer.cards.slice(0, 1).map(({ card }) => ({ id: newId(), card })),
        total: "",
      };
    table.spot = spot;
  },
  wager_settled(table, event) {
    if (event.player === table.you) table.chips += event.stake + event.net;
    const result = {
      player: event.player,
      wager: event.wager,
      result: event.result,
      net: event.net,
      clause: event.clause,
      pays: event.pays,
      line: event.line,
    };
    if (event.wager === "main") {
      const box = boxAt(table, event.box);
      box.hands[event.hand - 1]?.results.push(result);
      if (event.result === "void") withoutVoid(box, event.player);
      return;
    }
    const mine = (/** @type {{box: number, player: string}} */ one) =>
      one.box === event.box && one.player === event.player;
    if (event.wager === "insurance") {
      for (const one of table.insured.filter(mine)) one.result = result;
    } else if (event.wager === "match_play") {
      for (const one of boxAt(table, event.box).coupons)
        if (one.player === event.player) one.result = result;
    } else {
      for (const one of table.sides.filter(mine))
        if (one.wager === event.wager) one.result = result;
    }
  },
  settlement_reversed(table, { player, amount }) {
    if (player === table.you) table.chips += amount;
  },
  stakes_returned(table, { player, amount }) {
    if (player === table.you) table.chips += amount;
  },
  correction_made(table, { player, amount }) {
    if (player === table.you) table.chips += amount;
  },
  streak_moved(table, { box, player, wins }) {
    for (const side of table.sides) {
      if (side.box === box && side.player === player && side.wager.startsWith("streak"))
        side.wins = wins;
    }
  },
  misdeal_called(table, { collected }) {
    table.phase = "betting";
    table.round -= 1;
    table.discarded += collected.length;
    table.dealer = { cards: [], total: "" };
    table.spots = [];
    table.insured = [];
    table.sides = table.sides.filter((side) => side.result === null);
    table.turn = [0, 0];
    table.spot = 0;
    table.exposed = -1;
    for (const box of table.boxes) {
      const open = box.hands.flatMap((hand) =>
        hand.bets.filter((bet) => !isSettled(hand, bet)).map((bet) => bet.player),
      );
      box.mains = box.mains.filter((main) => open.includes(main.player));
      box.coupons = box.coupons.filter((coupon) => !coupon.result);
      box.hands = [];
    }
    table.boxes = table.boxes.filter((box) => box.mains.length);
  },
  shoe_emptied(table) {
    table.discarded += table.left;
    table.left = 0;
    table.dealt = 0;
  },
  round_ended(table, { collected }) {
    table.last = {
      dealer: table.dealer,
      spots: table.spots,
      boxes: table.boxes,
      sides: table.sides,
      insured: table.insured,
    };
    table.phase = "betting";
    table.discarded += collected.length;
    table.dealer = { cards: [], total: "" };
    table.spots = [];
    table.boxes = [];
    table.sides = table.sides.filter((side) => side.result === null);
    table.insured = [];
    table.turn = [0, 0];
    table.spot = 0;
    table.exposed = -1;
  },
};
