// The boxes in a row, as the dealer keys for them: who sits there, chips, wagers, hands.

import { fill, h } from "../../core/dom.js";
import { money, named, t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import "../../../lang/en/floor.js";
import { handsOf, sum } from "../../core/view.js";
import { isGuest, shownName } from "../../shell/guests.js";
import { dueNow, seats } from "../keys/keyed_commands.js";
import { wagerTitle } from "../keys/side_keys.js";

/** @typedef {import("../keys/keyed_commands.js").Now} Now */

/** `<box-strip>`: one cell a box; the one that wagers are keyed for is marked. */
export class BoxStrip extends HTMLElement {
  #shown = "";

  /** @param {Now} now */
  show(now) {
    const { desk, layout, cursor } = now;
    const { view, floor } = desk;
    const taken = seats(now);
    const is_betting = view.phase === "betting" || view.phase === "offering";
    const cells = Array.from({ length: layout.boxes }, (_, place) => place + 1).map((box) => ({
      box,
      player: taken.get(box) ?? "",
      chips: floor.players[taken.get(box) ?? ""] ?? 0,
      wagers: wagersOf(now, box),
      hands: handsOf(view.boxes[box] ?? { hands: {} }).map(([, hand]) => hand.total),
      is_here: is_betting && cursor.box === box,
      is_served: cursor.is_served,
      is_turn: box === boxInPlay(now),
    }));
    const shown = JSON.stringify(cells);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.role = "list";
    this.ariaLabel = t("console.boxes");
    fill(this, cells.map(cellOf));
  }
}

customElements.define("box-strip", BoxStrip);

/** What is up on a box, in words. @param {Now} now @param {number} box */
function wagersOf({ desk: { view }, layout, ahead }, box) {
  const mains = stakesOf(view.boxes[box]);
  const sides = Object.values(view.sides)
    .filter((side) => side.box === box && !isDecided(side))
    .map((side) => `${wagerTitle(layout, side.wager)} ${money(side.amount)}`);
  const insured = Object.values(view.insured)
    .filter((one) => one.box === box && sum(one.amounts) && !isDecided(one))
    .map((answer) => `${named("wager", "insurance")} ${money(sum(answer.amounts))}`);
  const early = ahead
    .filter((one) => one.box === box)
    .map(({ keyed }) => t("console.early", { what: keyed.text }));
  return [...mains, ...sides, ...insured, ...early];
}

/**
 * What lies on each hand of a box, doubles included; before the deal, the wagers of each player.
 *
 * @param {import("../../core/protocol.js").BoxView | undefined} box
 */
function stakesOf(box) {
  if (!box) return [];
  const hands = handsOf(box).map(([, hand]) => {
    const bets = Object.values(hand.bets);
    const up = sum(bets.flatMap(({ stakes, extra }) => [...stakes, ...extra]));
    const free = sum(bets.map((bet) => bet.free));
    const given = free ? `${money(free)} ${t("act.free")}` : "";
    return [up ? money(up) : "", given].filter(Boolean).join(" + ");
  });
  if (hands.length) return hands;
  return Object.entries(box.mains).map(([name, amounts], place) =>
    [place ? shownName(name) : "", money(sum(amounts))].filter(Boolean).join(" "),
  );
}

/** The box that gets the next card, or whose turn it is. @param {Now} now */
function boxInPlay(now) {
  const { phase, turn } = now.desk.view;
  const due = dueNow(now);
  if (due?.do === "enter_card") return due.box;
  return phase === "playing" ? turn[0] : 0;
}

/** Whether the chips of a wager are no longer there. @param {{results: object}} wager */
const isDecided = ({ results }) => Object.keys(results).length > 0;

/**
 * Who sits at a box; the number of it stands there already.
 *
 * @param {number} box
 * @param {string} player
 */
function nameOf(box, player) {
  const name = shownName(player);
  return name === t("felt.box", { n: box }) ? t("console.unnamed") : name;
}

/**
 * @param {{
 *   box: number, player: string, chips: number, wagers: string[], hands: string[],
 *   is_here: boolean, is_served: boolean, is_turn: boolean,
 * }} cell
 */
function cellOf({ box, player, chips, wagers, hands, is_here, is_served, is_turn }) {
  return h(
    "div",
    {
      role: "listitem",
      class: `cell${is_here ? " here" : ""}${is_served ? " served" : ""}${is_turn ? " turn" : ""}`,
      aria: { current: is_here || is_turn ? "true" : null },
    },
    h(
      "strong",
      { class: "nr" },
      box,
      is_here ? h("span", { aria: { hidden: "true" } }, " ◂") : null,
    ),
    h(
      "span",
      { class: player ? "who" : "who soft" },
      player ? nameOf(box, player) : t("console.free"),
      player && !isGuest(player) ? h("span", { class: "badge" }, t("console.device")) : null,
    ),
    player
      ? h("span", { class: "soft numbers" }, t("floor.chips", { amount: money(chips) }))
      : null,
    wagers.map((text) => h("span", { class: "up numbers" }, text)),
    hands.length ? h("span", { class: "totals numbers" }, hands.join(" | ")) : null,
  );
}
