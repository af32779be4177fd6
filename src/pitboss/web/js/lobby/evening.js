// An evening among friends: everybody's chips and net result by round, and at its end who has won.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { every } from "../core/element.js";
import { savePng } from "../core/save.js";
import { Screen } from "../core/screen.js";
import { at, handsOf, WatchedTable } from "../core/view.js";
import { shortCard } from "../floor/keys/notation.js";
import { commitmentOf, seedBytes, shuffled } from "../history/fairness.js";
import { learnNames, shownName } from "../shell/guests.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/people.js";
import { money, signed, t } from "../words/translate.js";

const LOOK_MS = 5_000;
const WIDTH = 110;
const HEIGHT = 28;
const ROW = 34;
const NAME_MAX = 14;
const LINE = 20;
const LINE_MAX = 58;

/**
 * @typedef {import("../core/protocol.js").Evening} Evening
 * @typedef {import("../core/protocol.js").EveningPlayer} EveningPlayer
 * @typedef {import("../core/protocol.js").BiggestWin} BiggestWin
 */

/** `<pit-evening>` @extends {Screen<Evening>} */
class PitEvening extends Screen {
  static styles = ["/css/evening.css"];

  #board = h("div");
  #sheet = h("div", { class: "stack", aria: { live: "polite" } });
  #shown = "";
  #win = h("p");
  /** What is said of the play. @type {string[]} */
  #said = [];
  /** @type {Evening | null} */
  #newest = null;

  load() {
    return get(`/api/tables/${this.params.table}/evening`);
  }

  /** @param {Evening} evening */
  show(evening) {
    const title = t("evening.page", { title: evening.title });
    document.title = `${title} · pitboss`;
    const judge = h(
      "button",
      { type: "button", onclick: () => this.#judge().catch(complain) },
      t("evening.judge"),
    );
    const share = h(
      "button",
      { type: "button", onclick: () => this.#share().catch(complain) },
      t("evening.share"),
    );
    fill(
      this,
      h("h1", null, title),
      this.#board,
      h("div", { class: "row" }, evening.may_judge ? judge : null, share),
      this.#sheet,
    );
    this.#rank(evening);
    if (evening.is_over && evening.may_judge) this.#judge().catch(complain);
    if (!evening.is_over)
      every(LOOK_MS, () => this.load().then((newest) => this.#rank(newest), complain), this.signal);
  }

  /** @param {Evening} evening */
  #rank(evening) {
    const text = JSON.stringify(evening);
    if (text === this.#shown || this.signal.aborted) return;
    const before = this.#newest?.biggest;
    this.#shown = text;
    this.#newest = evening;
    learnNames(evening.shown_names);
    fill(this.#board, ranking(evening), this.#win);
    if (evening.biggest && JSON.stringify(before) !== JSON.stringify(evening.biggest))
      this.#tellWin(evening, evening.biggest).catch(complain);
  }

  /** The biggest win, with its hand. @param {Evening} evening @param {BiggestWin} win */
  async #tellWin({ table }, win) {
    const hand = await handOf(table, win);
    const how = { name: shownName(win.player), amount: money(win.net), round: win.round, hand };
    const href = `#/history/${table}/${win.round}`;
    fill(this.#win, h("a", { href }, t("evening.biggest", how)));
  }

  /** Luck and decisions by the exact odds, and every shoe checked here. */
  async #judge() {
    fill(this.#sheet, h("p", { class: "soft" }, t("evening.computing")));
    /** @type {Evening} */
    const evening = await get(`/api/tables/${this.params.table}/evening?play=yes`);
    const sound = await Promise.all(evening.shoes.map((shoe) => isSound(shoe, evening.cards)));
    const kept = sound.filter(Boolean).length;
    const all = sound.length;
    const shoes = all ? t("evening.shoes", { kept, all }) : t("evening.no_shoes");
    const said = awards(evening);
    if (this.signal.aborted) return;
    this.#said = [...said, shoes];
    fill(
      this.#sheet,
      said.map((text) => h("p", null, text)),
      h("p", { class: kept < all ? "notice bad" : "soft" }, shoes),
    );
  }

  /** The ranking with all that is said of it, as one picture. */
  async #share() {
    const evening = this.#newest;
    if (!evening?.rounds) return;
    const drawn = sheet(evening, [this.#win.textContent ?? "", ...this.#said].filter(Boolean));
    this.append(drawn);
    await savePng("evening", drawn).finally(() => drawn.remove());
  }
}

customElements.define("pit-evening", PitEvening);

/** @param {Evening["shoes"][number]} shoe @param {readonly number[]} cards */
async function isSound({ seed, commitment }, cards) {
  const bytes = seedBytes(seed);
  if (!bytes) return false;
  return (await commitmentOf(bytes, await shuffled([...cards], 1, bytes))) === commitment;
}

/** Ranked, each with chips and the net result by round as a curve. @param {Evening} evening */
function ranking({ players, rounds }) {
  if (!rounds) return h("p", { class: "soft" }, t("evening.none"));
  const height = ROW * players.length + 8;
  return h(
    "svg",
    { class: "share", viewBox: `0 0 420 ${height}`, role: "img", aria: { label: spoken(players) } },
    rows(players),
  );
}

/** @param {readonly EveningPlayer[]} players @param {number} [top] */
function rows(players, top = 0) {
  // One scale for all: a steeper curve is more money.
  const span = Math.max(1, ...players.map(({ by_round }) => rangeOf(by_round)));
  return players.map((player, place) => {
    const y = top + ROW * place;
    const base = y + 26;
    return h(
      "g",
      { class: player.net > 0 ? "win" : player.net < 0 ? "loss" : "even" },
      h("text", { x: 8, y: base }, `${place + 1}. ${short(shownName(player.name))}`),
      h("polyline", { points: curve(player.by_round, y + 6, span), fill: "none" }),
      player.chips ? h("text", { class: "chips", x: 340, y: base }, money(player.chips)) : null,
      h("text", { class: "net", x: 412, y: base }, signed(player.net)),
    );
  });
}

/**
 * The whole evening as one drawing, off the page.
 *
 * @param {Evening} evening
 * @param {string[]} said
 * @returns {SVGSVGElement}
 */
function sheet({ title, players }, said) {
  const top = 44;
  const below = top + ROW * players.length + 20;
  const lines = said.flatMap(wrapped);
  const height = below + LINE * lines.length + 8;
  /** @type {any} */
  const drawn = h(
    "svg",
    { class: "share is-sheet", viewBox: `0 0 420 ${height}`, aria: { hidden: "true" } },
    h("text", { class: "title", x: 8, y: 30 }, title),
    rows(players, top),
    lines.map((text, n) => h("text", { class: "said", x: 8, y: below + LINE * n + 12 }, text)),
  );
  return drawn;
}

/** A sentence in lines that fit the drawing. @param {string} text */
function wrapped(text) {
  /** @type {string[]} */
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length >= LINE_MAX) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

/** The hands of a winner, and the dealer's. @param {string} table @param {BiggestWin} win */
async function handOf(table, { player, round }) {
  /** @type {import("../core/protocol.js").RoundSteps} */
  const played = await get(`/api/tables/${table}/rounds/${round}/steps`);
  const watched = new WatchedTable({ you: player, view: played.view });
  for (const { message } of played.steps) watched.take(message);
  const { boxes, dealer_hands } = watched.last ?? watched.view;
  const hands = Object.values(boxes)
    .filter((box) => at(box.mains, player))
    .flatMap((box) => handsOf(box).map(([, { cards }]) => cards));
  const dealer = Object.values(dealer_hands).map(({ cards }) => cards);
  const [cards, against] = [hands, dealer].map((all) => all.map(told).join(", "));
  return t("evening.hand", { cards, dealer: against });
}

/** @param {Record<string, number>} cards */
const told = (cards) =>
  Object.values(cards)
    .map((card) => (card < 0 ? "?" : shortCard(card)))
    .join(" ");

/** @param {readonly EveningPlayer[]} players */
const spoken = (players) =>
  players
    .map(({ name, net, chips }, place) =>
      t("evening.row", {
        place: place + 1,
        name: shownName(name),
        net: signed(net),
        chips: money(chips),
      }),
    )
    .join(". ");

/** As long as there is room beside the curve. @param {string} name */
const short = (name) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name);

/** @param {readonly number[]} nets */
const rangeOf = (nets) => Math.max(0, ...nets) - Math.min(0, ...nets);

/** @param {readonly number[]} nets @param {number} top @param {number} span */
function curve(nets, top, span) {
  const all = [0, ...nets];
  const middle = (Math.max(...all) + Math.min(...all)) / 2;
  const x = (/** @type {number} */ place) => 160 + (WIDTH * place) / (all.length - 1 || 1);
  const y = (/** @type {number} */ net) => top + HEIGHT / 2 - (HEIGHT * (net - middle)) / span;
  return all.map((net, place) => `${x(place).toFixed(1)},${y(net).toFixed(1)}`).join(" ");
}

/** Luckiest and best played, among people. @param {Evening} evening */
function awards({ players }) {
  const people = players.filter((one) => !one.is_bot && one.decisions);
  const luckiest = [...people].sort((a, b) => (b.luck ?? 0) - (a.luck ?? 0))[0];
  const best = [...people].sort((a, b) => a.cost / a.decisions - b.cost / b.decisions)[0];
  if (!luckiest) return [];
  return [
    t("evening.luckiest", {
      name: shownName(luckiest.name),
      amount: signed(Math.round(luckiest.luck ?? 0)),
    }),
    t("evening.best", {
      name: shownName(best.name),
      right: best.right,
      all: best.decisions,
      cost: money(Math.round(best.cost)),
    }),
  ];
}
