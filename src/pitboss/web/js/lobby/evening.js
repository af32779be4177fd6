// An evening among friends: everybody's chips and net result by round, and at its end who has won.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { every } from "../core/element.js";
import { savePng } from "../core/save.js";
import { Screen } from "../core/screen.js";
import { commitmentOf, seedBytes, shuffled } from "../history/fairness.js";
import { learnNames, shownName } from "../shell/guests.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/people.js";
import { money, signed, t } from "../words/translate.js";

const LOOK_MS = 5_000;
const WIDTH = 120;
const HEIGHT = 28;
const ROW = 34;

/**
 * @typedef {import("../core/protocol.js").Evening} Evening
 * @typedef {import("../core/protocol.js").EveningPlayer} EveningPlayer
 */

/** `<pit-evening>` @extends {Screen<Evening>} */
class PitEvening extends Screen {
  static styles = ["/css/evening.css"];

  #board = h("div");
  #sheet = h("div", { class: "stack", aria: { live: "polite" } });
  #shown = "";

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
    this.#shown = text;
    learnNames(evening.shown_names);
    fill(this.#board, ranking(evening), biggest(evening));
  }

  /** Luck and decisions by the exact odds, and every shoe checked here. */
  async #judge() {
    fill(this.#sheet, h("p", { class: "soft" }, t("evening.computing")));
    /** @type {Evening} */
    const evening = await get(`/api/tables/${this.params.table}/evening?play=yes`);
    const sound = await Promise.all(evening.shoes.map((shoe) => isSound(shoe, evening.cards)));
    const kept = sound.filter(Boolean).length;
    if (!this.signal.aborted) fill(this.#sheet, awards(evening), shoesLine(kept, sound.length));
  }

  async #share() {
    const drawn = this.querySelector("svg.share");
    if (drawn instanceof SVGSVGElement) await savePng("evening", drawn);
  }
}

customElements.define("pit-evening", PitEvening);

/** @param {Evening["shoes"][number]} shoe @param {readonly number[]} cards */
async function isSound({ seed, commitment }, cards) {
  const bytes = seedBytes(seed);
  if (!bytes) return false;
  return (await commitmentOf(bytes, await shuffled([...cards], 1, bytes))) === commitment;
}

/** Ranked, each with the net result by round as a curve: one drawing, to be shared. */
function ranking(/** @type {Evening} */ { players, rounds }) {
  if (!rounds) return h("p", { class: "soft" }, t("evening.none"));
  const height = ROW * players.length + 8;
  return h(
    "svg",
    { class: "share", viewBox: `0 0 420 ${height}`, role: "img", aria: { label: spoken(players) } },
    players.map((player, place) =>
      h(
        "g",
        { class: player.net > 0 ? "win" : player.net < 0 ? "loss" : "even" },
        h("text", { x: 8, y: ROW * place + 26 }, `${place + 1}. ${shownName(player.name)}`),
        h("polyline", { points: curve(player.by_round, ROW * place + 6), fill: "none" }),
        h("text", { class: "net", x: 412, y: ROW * place + 26 }, signed(player.net)),
      ),
    ),
  );
}

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

/** @param {readonly number[]} nets @param {number} top */
function curve(nets, top) {
  const all = [0, ...nets];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const x = (/** @type {number} */ place) => 180 + (WIDTH * place) / (all.length - 1 || 1);
  const y = (/** @type {number} */ net) => top + HEIGHT - (HEIGHT * (net - low)) / span;
  return all.map((net, place) => `${x(place).toFixed(1)},${y(net).toFixed(1)}`).join(" ");
}

/** @param {Evening} evening */
function biggest({ biggest: win, table }) {
  if (!win) return null;
  const how = { name: shownName(win.player), amount: money(win.net), round: win.round };
  const href = `#/history/${table}/${win.round}`;
  return h("p", null, h("a", { href }, t("evening.biggest", how)));
}

/** Luckiest and best played, among people. @param {Evening} evening */
function awards({ players }) {
  const people = players.filter((one) => !one.is_bot && one.decisions);
  const luckiest = [...people].sort((a, b) => (b.luck ?? 0) - (a.luck ?? 0))[0];
  const best = [...people].sort((a, b) => a.cost / a.decisions - b.cost / b.decisions)[0];
  return [
    luckiest
      ? h(
          "p",
          null,
          t("evening.luckiest", {
            name: shownName(luckiest.name),
            amount: signed(Math.round(luckiest.luck ?? 0)),
          }),
        )
      : null,
    best
      ? h(
          "p",
          null,
          t("evening.best", {
            name: shownName(best.name),
            right: best.right,
            all: best.decisions,
            cost: money(Math.round(best.cost)),
          }),
        )
      : null,
  ];
}

/** @param {number} kept @param {number} all */
const shoesLine = (kept, all) =>
  h(
    "p",
    { class: kept < all ? "notice bad" : "soft" },
    all ? t("evening.shoes", { kept, all }) : t("evening.no_shoes"),
  );
