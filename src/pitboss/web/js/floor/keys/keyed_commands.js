// What the dealer keyed becomes a command, by how the table stands when its turn comes.

import { money, named, t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import { at, handsOf } from "../../core/view.js";
import { dueCommand, positionField } from "../dealer/due_command.js";
import { guestName, isGuest, seatsOf, shownName } from "../../shell/guests.js";
import { shortCard } from "./notation.js";
import { sideKeys } from "./side_keys.js";

/**
 * @typedef {import("./key_reader.js").Keyed} Keyed
 * @typedef {import("./key_queue.js").Next} Next
 * @typedef {import("../duty.js").Desk} Desk
 * @typedef {import("../duty.js").Duty} Duty
 * @typedef {import("../../core/protocol.js").Offer} Offer
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {{
 *   desk: Desk,
 *   table: import("../../core/view.js").WatchedTable,
 *   layout: Layout,
 *   cursor: import("./box_cursor.js").BoxCursor,
 *   chips: import("../dealer/chip_list.js").ChipList,
 *   scanner: {is_on: boolean},
 *   buy_in: {amount: number},
 *   ahead: Ahead[],
 *   asked: {hand: string, laid: string},
 *   shown_first: {box: number, keyed: Keyed}[],
 * }} Now
 *
 * A side wager that was keyed before the main wager of its box.
 *
 * @typedef {{box: number, player: string, wager: string, keyed: Keyed}} Ahead
 *
 * `shown_first` is an act that waits until the cards of its hand are turned over.
 */

/** @type {Next} */
const DONE = { done: true };

/** What a box answers before the dealer looks, by the letter after its number. */
const ANSWERS = new Map([["e", "take_even_money"], ["r", "surrender"], ["n", "keep_hand"]]);

/** Who sits at each box. @param {Now} now */
export const seats = ({ desk, table, layout }) =>
  seatsOf(layout.boxes, table, desk.floor.players);

/** The first box of somebody without a device, or else the first that is free. @param {Now} now */
export function firstBox(now) {
  const taken = seats(now);
  const [box] = [...taken].find(([, name]) => isGuest(name)) ?? [1];
  return isGuest(taken.get(box) ?? "") ? box : freeBox(now, 1) || 1;
}

/**
 * The next free box from this one on, round the table; 0 where all are taken.
 *
 * @param {Now} now
 * @param {number} from
 */
function freeBox(now, from) {
  const { boxes } = now.layout;
  const order = Array.from({ length: boxes }, (_, step) => ((from - 1 + step) % boxes) + 1);
  const taken = seats(now);
  return order.find((box) => !taken.has(box)) ?? 0;
}

/** What is due from the dealer, or a player without a device. @param {Now} now */
export const dueNow = ({ desk }) => desk.floor.duties.find((duty) => duty.is_due);

/** The card that is due, or what the reader says. @param {Now} now @returns {Duty | undefined} */
const cardDue = ({ desk }) =>
  desk.floor.duties.find((duty) => duty.is_due && duty.do === "enter_card");

/** Whether a change can take effect of which notice was given. @param {Now} now */
export function noticeDue({ desk: { view, floor } }) {
  const is_free = !Object.keys(view.boxes).length && !Object.keys(view.sides).length;
  return floor.notice !== null && floor.notice.from_ms <= Date.now() && is_free;
}

/** Who decides for the hand in play. @param {Now} now */
export function playerInTurn({ desk }) {
  const { phase, turn, boxes } = desk.view;
  return phase === "playing" ? Object.keys(boxes[turn[0]]?.mains ?? {})[0] : undefined;
}

/** @param {Keyed} keyed @param {Now} now @returns {Next} */
export function nextOf(keyed, now) {
  if (keyed.after === "card" && keyed.kind !== "enter") now.scanner.is_on = false;
  switch (keyed.kind) {
    case "card":
      return card(keyed.card, now);
    case "enter":
      return enter(keyed, now);
    case "amount":
      return amount(keyed, keyed.amount, now);
    case "marked":
      if ("xpz".includes(keyed.letter) && isFaceDown(now)) return showFirst(keyed, now);
      return marked(keyed, keyed.amount, keyed.letter, now);
    case "act":
      if (SEEN_ACTS.has(keyed.act) && isFaceDown(now)) return showFirst(keyed, now);
      return act(keyed.act, now);
    case "back":
      now.shown_first.length = 0;
      now.cursor.is_served = false;
      return { give: { do: "take_back", reason: "", back_to: "keystroke" } };
    case "move":
      now.cursor.move(keyed.step, now.layout.boxes);
      return DONE;
    case "box":
      now.cursor.go(Math.min(keyed.box, now.layout.boxes));
      return DONE;
    case "guest":
      return guest(keyed, now);
    case "bettor":
      return bettor(keyed, now);
    default:
      return account(keyed, now);
  }
}

/**
 * A card is entered where one is due; while a hand waits it is its hit.
 *
 * @param {number} card
 * @param {Now} now
 * @returns {Next}
 */
function card(card, now) {
  const due = cardDue(now);
  if (due?.what === "reading") return { refuse: t("console.reading_due") };
  if (due) return { give: { do: "enter_card", card } };
  const player = playerInTurn(now);
  if (!player) return { refuse: t("console.no_card_due") };
  if (!isGuest(player)) return { wait: t("console.own_device", { name: player }) };
  const { exposed, turn } = now.desk.view;
  const total = handInTurn(now)?.total ?? "";
  const hand = `${now.desk.view.round}.${turn}.${total}`;
  if (/\b21$/.test(total) && now.asked.hand !== hand) {
    now.asked.hand = hand;
    return { refuse: t("console.hit_21") };
  }
  if (exposed >= 0 && exposed !== card)
    return { refuse: t("console.exposed_next", { card: shortCard(exposed) }) };
  // The exposed card comes with the hit; any other is entered after it.
  return { give: { do: "hit", box: turn[0], by: player }, goes_on: exposed < 0 };
}

/** Acts for which the player's cards must be seen. */
const SEEN_ACTS = new Set(["double", "double_alone", "split", "surrender"]);

/** The boxes with cards that nobody has seen, where they may be turned over. @param {Now} now */
export const faceDown = ({ desk }) =>
  (desk.floor.duties.find((duty) => duty.do === "turn_over")?.fields[0].choices ?? []).map(Number);

/** Whether the cards of the hand in play lie face down. @param {Now} now */
export const isFaceDown = (now) =>
  now.desk.view.phase === "playing" && faceDown(now).includes(now.desk.view.turn[0]);

/** The cards are turned over, and the act follows. @param {Keyed} keyed @param {Now} now */
function showFirst(keyed, now) {
  const [box] = now.desk.view.turn;
  now.shown_first.splice(0, 1, { box, keyed });
  return turnOver(box, now);
}

/**
 * The cards of a box are turned over: those of the hand in play if none is named.
 *
 * @param {number} box
 * @param {Now} now
 * @returns {Next}
 */
function turnOver(box, now) {
  const { phase, turn } = now.desk.view;
  const wanted = box || (phase === "playing" ? turn[0] : faceDown(now)[0]);
  return faceDown(now).includes(wanted)
    ? { give: { do: "turn_over", box: wanted } }
    : { refuse: t("console.none_face_down") };
}

/** The hand that is played. @param {Now} now */
const handInTurn = ({ desk: { view } }) =>
  handsOf(view.boxes[view.turn[0]] ?? { hands: {} }).find(
    ([, { number }]) => number === view.turn[1],
  )?.[1];

/** Who has chips on the felt that are not placed, and how many. @param {Now} now */
export const laidBy = ({ desk: { floor } }) =>
  Object.entries(floor.laid)
    .map(([name, amount]) => `${shownName(name)} ${money(amount)}`)
    .join(", ");

/** Enter goes on with what is due. @param {Keyed} keyed @param {Now} now @returns {Next} */
function enter(keyed, now) {
  const due = dueNow(now);
  const is_card = due?.do === "enter_card" && due.what !== "reading";
  if (keyed.is_begun) return DONE;
  // A scanner ends each card with Enter, also where the next card is due; such an Enter is its own.
  if (keyed.after === "card" && (is_card || now.scanner.is_on)) {
    now.scanner.is_on = true;
    return DONE;
  }
  const number = now.chips.movedUpTo(keyed.seen ?? 0);
  if (number) return { give: { do: "confirm_moves", number } };
  // What is listed and not seen yet is paid first.
  if (now.chips.open) return DONE;
  if (!due) return noticeDue(now) ? { give: { do: "apply_notice" } } : DONE;
  if (due.do === "enter_card")
    return { refuse: t(is_card ? "console.card_due" : "console.reading_due") };
  // One Enter too many for the chips is not the next deal.
  if (due.do === "deal" && keyed.after === "enter" && now.chips.is_just_passed) return DONE;
  const laid = laidBy(now);
  const asked = `${now.desk.view.round} ${laid}`;
  if (due.do === "deal" && laid && now.asked.laid !== asked) {
    now.asked.laid = asked;
    return { refuse: t("console.laid_wait", { names: laid }) };
  }
  const [early] = now.ahead;
  if (due.do === "deal" && early)
    return { refuse: t("console.main_first", { box: early.box, what: early.keyed.text }) };
  return dueCommand(due, now.desk);
}

/** @param {Keyed} keyed @param {number} cents @param {Now} now @returns {Next} */
function amount(keyed, cents, now) {
  const { desk, cursor } = now;
  const due = dueNow(now);
  if (due && positionField(due)) return dueCommand(due, desk, { count: cents / 100 });
  if (desk.view.phase === "offering") return insure(now, insured(now, cursor.box), cents);
  if (desk.view.phase !== "betting") return { refuse: t("console.no_wagers_now") };
  const taken = seats(now);
  const open = [...taken].filter(([box, name]) => isGuest(name) && !mainOf(now, box, name));
  const box = keyed.is_begun ? cursor.box : cursor.target(open.map(([number]) => number));
  if (!box) return { refuse: t("console.all_wagers_up") };
  const player = cursor.bettor || taken.get(box);
  if (!player) return { refuse: t("console.nobody_at", { box }) };
  if (!cursor.bettor) cursor.go(box);
  const next = laid(keyed, now, { box, wager: "main", player }, cents);
  cursor.is_served = !("goes_on" in next);
  return next;
}

/**
 * An amount with a letter: a side wager, insurance of a box, or a double for less.
 *
 * @param {Keyed} keyed
 * @param {number} cents
 * @param {string} letter
 * @param {Now} now
 * @returns {Next}
 */
function marked(keyed, cents, letter, now) {
  const { desk, layout, cursor } = now;
  if (letter === "u" && faceDown(now).length) return turnOver(cents / 100, now);
  const offer = insured(now, cents / 100);
  if (letter === "i" && offer) return insure(now, offer, offer.high);
  if (letter === "n" && offer) return insure(now, offer, 0);
  if (letter === "n" && declining(now)) return nominated(cents / 100, now);
  const asked = desk.view.phase === "offering" ? ANSWERS.get(letter) : undefined;
  if (asked) return answer(now, cents / 100, asked);
  const player = playerInTurn(now);
  if (letter === "p" && player) return hand("split", now, { choices: parts(now, cents / 100) });
  if (letter === "z" && player) return doubleWithout(String(cents / 100), now);
  if (letter === "x" && player) {
    const stakes = { [player]: desk.view.boxes[desk.view.turn[0]].mains[player].map(() => cents) };
    return hand("double", now, { stakes });
  }
  if (desk.view.phase !== "betting") {
    const is_answer = letter === "i" || ANSWERS.has(letter);
    return { refuse: t(is_answer ? "console.no_question" : "console.no_wagers_now") };
  }
  const wager = sideKeys(layout).get(letter);
  if (!wager) return { refuse: t("console.no_side", { letter: letter.toUpperCase() }) };
  const { box, player: at_box } = keyed.place ?? {
    box: cursor.box,
    player: cursor.bettor || seats(now).get(cursor.box),
  };
  if (!at_box) return { refuse: t("console.nobody_at", { box }) };
  const same = now.ahead.findIndex((one) => one.box === box && one.wager === wager);
  if (same >= 0) now.ahead.splice(same, 1);
  if (!desk.view.boxes[box] && isGuest(at_box)) {
    if (cents) now.ahead.push({ box, player: at_box, wager, keyed });
    return DONE;
  }
  return laid(keyed, now, { box, wager, player: at_box }, cents);
}

/**
 * A wager in place of the one that is up; nothing takes that down.
 *
 * @param {Keyed} keyed
 * @param {Now} now
 * @param {{box: number, wager: string, player: string}} place
 * @param {number} cents
 * @returns {Next}
 */
function laid(keyed, now, { box, wager, player }, cents) {
  if (!isGuest(player)) return { refuse: t("console.own_device", { name: player }) };
  const up =
    wager === "main"
      ? mainOf(now, box, player)
      : Object.values(now.desk.view.sides).some(
          (side) => side.box === box && side.player === player && side.wager === wager,
        );
  const take = { do: "withdraw_wager", box, wager, by: player };
  if (!cents) return { give: take };
  if (up && !keyed.is_begun) return { give: take, goes_on: true };
  const hands = wager === "main" ? now.layout.dealer_hands : 1;
  const amounts = Array(hands).fill(cents);
  return { give: { do: "place_wager", box, wager, amounts, by: player } };
}

/** @param {Now} now @param {number} box @param {string} player */
const mainOf = (now, box, player) => at(now.desk.view.boxes[box]?.mains, player) !== undefined;

/** @param {import("./key_reader.js").Act} name @param {Now} now @returns {Next} */
function act(name, now) {
  const { desk } = now;
  const due = dueNow(now);
  const is_reading = due?.do === "enter_card" && due.what === "reading";
  switch (name) {
    case "repeat":
      return { give: { do: "repeat_wagers" } };
    case "yes":
      return is_reading
        ? { give: { do: "enter_card", has_blackjack: true } }
        : { refuse: t("console.no_question") };
    case "no":
      if (is_reading) return { give: { do: "enter_card", has_blackjack: false } };
      if (due?.do === "perform" && due.what === "cut" && isGuest(due.who))
        return { give: { do: "decline_cut", by: due.who } };
      if (declining(now)) return dueCommand(/** @type {Duty} */ (declining(now)), desk);
      return insured(now, 0) ? insure(now, insured(now, 0), 0) : answer(now, 0, "keep_hand");
    case "left":
    case "right":
      if (!due?.fields.some(({ kind }) => kind === "side"))
        return { refuse: t("console.no_compartments") };
      return dueCommand(due, desk, { side: name === "left" ? 0 : 1 });
    case "insure": {
      const offer = insured(now, 0);
      return insure(now, offer, offer?.high ?? 0);
    }
    case "take_even_money":
      return answer(now, 0, name);
    case "turn_over":
      return turnOver(0, now);
    case "double_alone":
      return hand("double", now, { stakes: notAdding(followers(now)) });
    default:
      if (name === "surrender" && desk.view.phase === "offering") return answer(now, 0, name);
      return desk.view.phase === "playing" ? hand(name, now, {}) : { refuse: t("console.no_hand") };
  }
}

/** Those who bet on the hand in play besides its player, in order. @param {Now} now */
function followers(now) {
  const { view } = now.desk;
  const [, ...others] = Object.keys(view.boxes[view.turn[0]]?.mains ?? {});
  return others.filter((name) => at(handInTurn(now)?.bets, name));
}

/** What each follower of a split does: 1 stays on the first hand, 2 on the second, 3 on both. */
const PARTS = ["", "first", "second", "cover"];

/**
 * The choices of the followers, a digit for each; one digit is for all of them.
 *
 * @param {Now} now
 * @param {number} digits
 */
function parts(now, digits) {
  const [...keyed] = String(digits);
  const partAt = (/** @type {number} */ place) => PARTS[Number(keyed[place] ?? keyed[0])];
  const chosen = followers(now).map((name, place) => [name, partAt(place)]);
  return Object.fromEntries(chosen.filter(([, part]) => part));
}

/**
 * A double to which some followers add nothing, each named by a digit.
 *
 * @param {string} digits
 * @param {Now} now
 * @returns {Next}
 */
function doubleWithout(digits, now) {
  const known = followers(now);
  const names = [...digits].map((digit) => known[Number(digit) - 1]);
  if (names.some((name) => !name)) return { refuse: t("console.none_behind", { digits }) };
  return hand("double", now, { stakes: notAdding(names) });
}

/** The stakes of followers who do not double. @param {readonly string[]} names */
const notAdding = (names) => Object.fromEntries(names.map((name) => [name, [0]]));

/** The player nominates a bettor for the prize button. @param {number} place @param {Now} now */
function nominated(place, now) {
  const named = now.desk.floor.duties.filter((one) => one.do === "decline_prize" && one.what);
  const duty = named[place - 1];
  return duty ? dueCommand(duty, now.desk) : { refuse: t("console.no_question") };
}

/** That the player leaves the prize button to the staff, if that is offered. @param {Now} now */
const declining = ({ desk }) =>
  desk.floor.duties.find((one) => one.do === "decline_prize" && !one.fields.length);

/**
 * An act of the hand in play.
 *
 * @param {string} name
 * @param {Now} now
 * @param {object} more
 * @returns {Next}
 */
function hand(name, now, more) {
  const player = playerInTurn(now) ?? "";
  if (!isGuest(player)) return { refuse: t("console.own_device", { name: player }) };
  return { give: { do: name, box: now.desk.view.turn[0], by: player, ...more } };
}

/**
 * The offer of insurance for a box: the one that is named, else the first without an answer.
 *
 * @param {Now} now
 * @param {number} box
 * @param {string} [name]
 * @returns {Offer | undefined}
 */
function insured({ desk }, box, name = "insure") {
  const offers = Object.values(desk.floor.acting)
    .flat()
    .filter((offer) => offer.do === name && isGuest(offer.by));
  return offers.sort((a, b) => a.box - b.box).find((offer) => !box || offer.box === box);
}

/** @param {Now} now @param {Offer | undefined} offer @param {number} cents @returns {Next} */
function insure(now, offer, cents) {
  if (!offer) return { refuse: t("console.no_question") };
  const spots = now.desk.view.boxes[offer.box]?.mains[offer.by].length ?? 1;
  return {
    give: { do: "insure", box: offer.box, amounts: Array(spots).fill(cents), by: offer.by },
  };
}

/**
 * An answer before the dealer looks: even money, a hand given up early, or played on.
 *
 * @param {Now} now
 * @param {number} box
 * @param {string} name
 * @returns {Next}
 */
function answer(now, box, name) {
  const offer = insured(now, box, name);
  if (!offer) return { refuse: t("console.no_question") };
  return { give: { do: name, box: offer.box, by: offer.by } };
}

/**
 * Somebody without a device comes to the box, or to the next that is free, with cash or with chips.
 *
 * @param {Keyed & {kind: "guest"}} keyed
 * @param {Now} now
 * @returns {Next}
 */
function guest(keyed, now) {
  const { cursor } = now;
  const box = freeBox(now, cursor.box);
  if (!box) return { refuse: t("console.no_box_free") };
  const amount = keyed.amount || now.buy_in.amount;
  if (!amount) return { refuse: t("console.no_buy_in") };
  now.buy_in.amount = amount;
  // Where several come one after another, wagers begin with the first of them.
  if (keyed.after !== "guest") cursor.go(box);
  return handed(guestName(box, keyed.name), amount, keyed.is_chips);
}

/**
 * The next wagers on the marked box are somebody else's than its player's: of the guest of another
 * box, or of one who stands behind, who may come with cash or chips.
 *
 * @param {Keyed & {kind: "bettor"}} keyed
 * @param {Now} now
 * @returns {Next}
 */
function bettor({ name, amount, is_chips }, now) {
  const { desk, cursor } = now;
  const players = Object.keys(desk.floor.players).filter(isGuest);
  const known = /\d/.test(name)
    ? seats(now).get(Number(name))
    : players.find((one) => shownName(one) === name);
  const player = known ?? (amount ? guestName(0, name) : "");
  if (!player) return { refuse: t("console.no_bettor", { name }) };
  if (!isGuest(player)) return { refuse: t("console.own_device", { name: player }) };
  cursor.go(cursor.box);
  cursor.bettor = player;
  return amount ? handed(player, amount, is_chips) : DONE;
}

/**
 * Side wagers that were keyed early and whose main wager is up now.
 *
 * @param {Now} now
 * @returns {Keyed[]}
 */
export function takeEarly(now) {
  const { desk, ahead } = now;
  if (desk.view.phase !== "betting") ahead.length = 0;
  const ready = ahead.filter(({ box, player }) => mainOf(now, box, player));
  for (const one of ready) ahead.splice(ahead.indexOf(one), 1);
  return ready.map(({ box, player, keyed }) => ({ ...keyed, place: { box, player } }));
}

/**
 * An act whose hand has been turned over.
 *
 * @param {Now} now
 * @returns {Keyed[]}
 */
export function takeShown(now) {
  const { phase, turn } = now.desk.view;
  const [waiting] = now.shown_first;
  if (!waiting || cardDue(now) || isFaceDown(now)) return [];
  now.shown_first.length = 0;
  return phase === "playing" && turn[0] === waiting.box ? [waiting.keyed] : [];
}

/**
 * Chips for a guest: sold for cash, or brought along.
 *
 * @param {string} player
 * @param {number} amount
 * @param {boolean} [is_chips]
 * @returns {Next}
 */
const handed = (player, amount, is_chips) =>
  is_chips
    ? { give: { do: "bring_chips", player, amount } }
    : { give: { do: "buy_in", player, amount, by: player } };

/**
 * More chips for the player at the box, or the way out.
 *
 * @param {Keyed} keyed
 * @param {Now} now
 * @returns {Next}
 */
function account(keyed, now) {
  const { box } = now.cursor;
  const player = seats(now).get(box);
  if (!player) return { refuse: t("console.nobody_at", { box }) };
  if (!isGuest(player)) return { refuse: t("console.own_device", { name: player }) };
  if (keyed.kind === "more") return handed(player, keyed.amount, keyed.is_chips);
  const amount = now.desk.floor.players[player];
  return { give: { do: "cash_out", amount, by: player } };
}

/** What a player in turn may do, each with its key and its stake. @param {Now} now */
export function actsOf(now) {
  const player = playerInTurn(now);
  return (player ? (at(now.desk.floor.acting, player) ?? []) : []).map((offer) => ({
    act: offer.do,
    text: named("act", offer.do),
    stake: offer.is_free ? t("act.free") : offer.high ? `+${money(offer.high)}` : "",
  }));
}
