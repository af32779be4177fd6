// Moments, fetched with the first of them: a push, a blackjack, a side wager that wins, a rare win
// with its odds and a link that proves it, and the button of a prize with its real weights.

import "../../../lang/en/moments.js";
import { get } from "../../core/api.js";
import { copyText } from "../../core/copy.js";
import { h, say } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { style } from "../../core/styles.js";
import { at, cardsOf, handsOf, sum } from "../../core/view.js";
import { toast } from "../../shell/shell.js";
import { money, odds, plain, priced, signed, t, whole } from "../../words/translate.js";
import { chipsFor, makeChip } from "../felt/chips.js";
import { PlayingCard } from "../felt/card.js";
import { isBlackjack } from "../felt/hand.js";
import { parSheet } from "../felt/par_sheet.js";
import { hear } from "./heard.js";
import { paced } from "./motion.js";

await style("/css/moment.css");

const STAYS_MS = 2_800;
const BACK_MS = 700;
const RARE_STAYS_MS = 12_000;
const COUNTS_MS = 1_300;
const SPIN_MS = 1_900;
const SPARKS = 14;
/** A side wager that wins so many times its stake is a moment, or one that comes with its proof. */
const [BIG, RARE] = [5, 50];

/**
 * @typedef {import("../../core/protocol.js").TableView} TableView
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("../../core/protocol.js").WagerSettled} WagerSettled
 * @typedef {import("../../core/protocol.js").PrizeDrawn} PrizeDrawn
 * @typedef {import("../../core/protocol.js").MeterRaised} MeterRaised
 * @typedef {{view: TableView, layout: Layout, felt: Element, you: string}} Seen The table as it was
 *   when it happened.
 */

/**
 * Honour what happened to the viewer, if it is a moment.
 *
 * @param {WagerSettled} event
 * @param {Seen} seen
 */
export async function honour(event, seen) {
  const { felt, layout, view } = seen;
  if (event.wager === revealed.wager) {
    revealed.won = signed(event.net);
    const counted = felt.querySelector(".moment.is-prize .sum");
    return counted ? say(counted, revealed.won) : undefined;
  }
  if (event.wager === "main") {
    const hands = view.boxes[event.box]?.hands ?? {};
    const hand = Object.values(hands).find(({ number }) => number === event.hand);
    if (!hand || !isBlackjack(hand)) return undefined;
    const made = show(felt, t("moment.blackjack"), event.net);
    hear("blackjack");
    return tellChance(made, event, seen);
  }
  const wager = layout.wagers.find(({ name }) => name === event.wager);
  const times = event.net / event.stake;
  if (!wager || times < BIG) return undefined;
  const is_rare = times >= RARE || event.pays === "meter";
  const made = is_rare
    ? showRare(event, seen, wager)
    : show(felt, `${wager.title} · ${plain(event.line)}`, event.net);
  hear(is_rare ? "prize" : "blackjack");
  return tellChance(made, event, seen);
}

/**
 * A moment that stays for a while.
 *
 * @param {Element} felt
 * @param {string} title
 * @param {number} net
 */
function show(felt, title, net) {
  for (const before of felt.querySelectorAll(".moment")) before.remove();
  const made = h(
    "div",
    { class: "moment", aria: { hidden: "true" } },
    h("strong", null, title),
    h("span", { class: "sum" }, signed(net)),
  );
  felt.append(made);
  if (paced(1)) sparkle(made, net);
  setTimeout(() => leave(made), STAYS_MS);
  return made;
}

/** Nothing was won or lost: the chips are pushed back. @param {Element} felt */
export function pushBack(felt) {
  const duration = paced(BACK_MS);
  if (!duration) return;
  const frames = [{}, { transform: "translateY(45%)" }, {}];
  for (const chips of felt.querySelectorAll(".is-mine :is(.spot-main, .stake) chip-stack"))
    chips.animate(frames, { duration, easing: "ease-in-out" });
}

/** @param {HTMLElement} made */
function leave(made) {
  const duration = paced(300);
  if (!duration) return made.remove();
  const away = made.animate([{ opacity: 1 }, { opacity: 0 }], { duration });
  away.onfinish = away.oncancel = () => made.remove();
  return undefined;
}

/**
 * A rare win fills the cloth: its cards, the sum as it is counted out, and a link that proves it.
 *
 * @param {WagerSettled} event
 * @param {Seen} seen
 * @param {import("../../core/protocol.js").WagerSpot} wager
 */
function showRare(event, { felt, view, layout }, wager) {
  for (const before of felt.querySelectorAll(".moment")) before.remove();
  const title = `${wager.title} · ${plain(event.line)}`;
  const total = h("span", { class: "sum" }, signed(event.net));
  const close = () => leave(made);
  const won = `${title}, ${signed(event.net)}`;
  const link = `${location.origin}/#/history/${layout.table}/${view.round}`;
  const made = h(
    "div",
    { class: "moment is-rare", role: "group", aria: { label: won } },
    h("div", { class: "rays" }),
    h("strong", null, title),
    h("div", { class: "fan" }, winningCards(event, view, wager).map(shown)),
    total,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => share(won, layout, link) }, t("moment.share")),
      h("button", { type: "button", class: "quiet", onclick: close }, t("moment.go_on")),
    ),
  );
  made.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element && target.closest("button"))) close();
  });
  felt.append(made);
  countOut(total, event.net);
  if (paced(1)) sparkle(made, event.net);
  setTimeout(close, RARE_STAYS_MS);
  return made;
}

/** @param {number} card */
const shown = (card) => make(PlayingCard, { card });

/**
 * The cards with which a side wager won: the dealer's, or those of the box.
 *
 * @param {WagerSettled} event
 * @param {TableView} view
 * @param {import("../../core/protocol.js").WagerSpot} wager
 */
function winningCards({ box, line }, view, wager) {
  const example = wager.lines.find(({ category }) => category === line)?.example;
  const [first] = view.boxes[box] ? handsOf(view.boxes[box]) : [];
  const [dealer] = Object.values(view.dealer_hands);
  const cards = example?.dealer.length ? dealer?.cards : first?.[1].cards;
  return cardsOf(cards ?? {}, view.round).map(({ card }) => card);
}

/** An amount is counted out. @param {HTMLElement} place @param {number} net */
function countOut(place, net) {
  const duration = paced(COUNTS_MS);
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    const share = duration ? Math.min(1, Math.max(0, (now - began) / duration)) : 1;
    const eased = 1 - (1 - share) ** 3;
    place.textContent = signed(share < 1 ? Math.round((net * eased) / 100) * 100 : net);
    if (share < 1) requestAnimationFrame(step);
  };
  if (duration) step(began);
}

/**
 * Say how rare it is, by the exact odds of this table.
 *
 * @param {HTMLElement} made
 * @param {WagerSettled} event
 * @param {Seen} seen
 */
async function tellChance(made, event, { layout }) {
  const chance = await parSheet(layout).then(
    (sheet) => chanceOf(sheet, event),
    () => 0,
  );
  const pays = event.pays && /\d/.test(event.pays) ? priced(odds(event.pays)) : "";
  const hands = chance ? t("moment.chance", { n: whole(Number((1 / chance).toPrecision(3))) }) : "";
  const told = [pays, hands].filter(Boolean).join(" · ");
  if (!told || !made.isConnected) return;
  const line = h("span", { class: "how" }, told);
  made.querySelector(".sum")?.after(line);
}

/**
 * The probability of what won; 0 if the sheet does not tell it.
 *
 * @param {import("../../odds/answers").ParSheet} sheet
 * @param {WagerSettled} event
 */
function chanceOf({ outcomes, wagers }, { wager, line, net, stake }) {
  // Of a main wager only a blackjack wins a fraction.
  if (wager === "main") return Number.isInteger(net / stake) ? 0 : (outcomes[net / stake] ?? 0);
  const sheet = wagers.find((one) => one.wager === wager);
  return sheet?.outcomes.find(({ name }) => name === line)?.probability ?? 0;
}

/** @param {string} won @param {Layout} layout @param {string} url */
async function share(won, { title }, url) {
  const text = t("moment.shared", { won, title });
  if (navigator.share) await navigator.share({ text, url }).catch(() => {});
  else if (await copyText(`${text}\n${url}`)) toast(t("moment.copied"));
}

/** Chips fly up around it. @param {HTMLElement} made @param {number} net */
function sparkle(made, net) {
  const is_rare = made.matches(".is-rare");
  if (!is_rare)
    made.animate(
      [
        { transform: "translate(-50%, -50%) scale(.5)", opacity: 0 },
        { transform: "translate(-50%, -50%) scale(1.08)", opacity: 1, offset: 0.6 },
        { transform: "translate(-50%, -50%) scale(1)", opacity: 1 },
      ],
      { duration: paced(420), easing: "ease-out" },
    );
  for (let place = 0; place < SPARKS * (is_rare ? 2 : 1); place += 1) {
    const chip = makeChip(chipsFor(net)[0]);
    chip.classList.add("spark");
    made.append(chip);
    const angle = (place / SPARKS) * 2 * Math.PI;
    const far = 7 + (place % 3) * 2.5 + (place >= SPARKS ? 8 : 0);
    const to = `translate(${Math.cos(angle) * far * 1.6}rem, ${Math.sin(angle) * far}rem)`;
    const flight = chip.animate(
      [
        { transform: "translate(0, 0) scale(.6)", opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: `${to} rotate(${180 + place * 40}deg)`, opacity: 0 },
      ],
      { duration: paced(1_100 + (place % 4) * 120), easing: "cubic-bezier(.15,.7,.4,1)" },
    );
    flight.onfinish = flight.oncancel = () => chip.remove();
  }
}

/**
 * The button was pressed: every prize with its weight, and the one that came.
 *
 * @param {PrizeDrawn} event
 * @param {Seen} seen
 */
export async function revealPrize({ box, wager: name, prize }, { felt, layout, view }) {
  const wager = layout.wagers.find((one) => one.name === name);
  revealed = { wager: name, won: "" };
  const prizes = await prizesOf(layout, sum(sidesOf(view, box, name)), prize).catch(() => []);
  const place = prizes.findIndex(([amount]) => amount === prize);
  if (!wager || place < 0) {
    revealed.wager = "";
    return;
  }
  for (const before of felt.querySelectorAll(".moment")) before.remove();
  // What is drawn for each dollar staked is told as odds.
  const is_odds = wager.lines.some(({ pays }) => pays === "prize to 1");
  const paid = (/** @type {number} */ cents) =>
    is_odds ? priced(odds(`${cents / 100} to 1`)) : money(cents);
  const all = sum(prizes.map(([, weight]) => weight));
  const most = Math.max(...prizes.map(([, weight]) => weight));
  const bars = prizes.map(([, weight]) =>
    h("i", { style: { "--weight": String(weight / most) } }),
  );
  const ends = [prizes[0], prizes[prizes.length - 1]].map(([amount]) =>
    h("span", null, paid(amount)),
  );
  const told = h("span", { class: "how" });
  const total = h("span", { class: "sum" });
  const made = h(
    "div",
    { class: "moment is-prize", aria: { hidden: "true" } },
    h("strong", null, wager.title),
    h("div", { class: "reel" }, bars),
    h("div", { class: "ends" }, ends),
    total,
    told,
  );
  felt.append(made);
  hear("riffle");
  await spin(bars, place);
  bars[place].classList.add("drawn");
  say(total, revealed.won || paid(prize));
  revealed.wager = "";
  const weight = { n: whole(prizes[place][1]), all: whole(all) };
  say(told, t("moment.weight", { prize: paid(prize), ...weight }));
  hear("prize");
  setTimeout(() => leave(made), STAYS_MS * 1.6);
}

/** The wager whose prize is on its way to be seen, and what it won as far as that is known. */
let revealed = { wager: "", won: "" };

/** Light runs over the bars and stops. @param {HTMLElement[]} bars @param {number} place */
async function spin(bars, place) {
  const duration = paced(SPIN_MS);
  if (!duration) return;
  const steps = bars.length * 2 + place;
  const began = performance.now();
  await new Promise((done) => {
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, (now - began) / duration));
      const lit = Math.floor(steps * (1 - (1 - share) ** 2.4)) % bars.length;
      bars.forEach((bar, at_) => bar.classList.toggle("lit", at_ === lit));
      if (share < 1) requestAnimationFrame(step);
      else done(null);
    };
    requestAnimationFrame(step);
  });
}

/** @param {TableView} view @param {number} box @param {string} wager */
const sidesOf = (view, box, wager) =>
  Object.values(view.sides)
    .filter((side) => side.box === box && side.wager === wager)
    .map(({ amount }) => amount);

/**
 * The prizes of the button in cents with their weights, for a stake, the least first.
 *
 * @param {Layout} layout
 * @param {number} stake
 * @param {number} prize
 * @returns {Promise<[number, number][]>}
 */
async function prizesOf({ rulebook, options }, stake, prize) {
  /** @type {import("../../odds/answers").RulesSheet} */
  const sheet = await get(`/api/rules/${rulebook}?${new URLSearchParams(options)}`);
  const row = sheet.options.find(
    ({ allowed }) => !Array.isArray(allowed) && allowed.type === "prizes",
  );
  const lists = /** @type {Record<string, [number, number][]>} */ (row?.value ?? {});
  /** @param {[number, number]} row */
  const cents = ([amount, weight]) =>
    /** @type {[number, number]} */ ([Math.round(amount * 100), weight]);
  const inCents = (/** @type {[number, number][]} */ list) =>
    list
      .map(cents)
      .sort(([one], [other]) => one - other);
  const own = at(lists, String(stake / 100));
  const known = own ? [own] : Object.values(lists);
  return known.map(inCents).find((list) => list.some(([amount]) => amount === prize)) ?? [];
}

/**
 * The meter of a progressive rolls to its new amount.
 *
 * @param {HTMLElement} place
 * @param {number} from
 * @param {number} to
 * @param {(amount: number) => string} words
 */
export function rollMeter(place, from, to, words) {
  const duration = paced(COUNTS_MS);
  if (!duration) return say(place, words(to));
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    if (!place.isConnected) return;
    const share = Math.min(1, Math.max(0, (now - began) / duration));
    say(place, words(Math.round(from + (to - from) * share)));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return undefined;
}
