// Who acts, in letters that are read from across the table: the box, the name, the hand, its total.

import { fill, h } from "../../core/dom.js";
import { capital, money, t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import "../../../lang/en/floor.js";
import { cardsOf, handsOf } from "../../core/view.js";
import { CardFan } from "../../table/felt/fan.js";
import { toldTotal } from "../../table/felt/hand.js";
import { isGuest, shownName } from "../../shell/guests.js";
import { entryTitle, isDeterminant, title } from "../duty.js";
import { answersOf, waitsFor } from "./answers.js";
import { actsOf, dueNow, faceDown, isFaceDown, seats } from "../keys/keyed_commands.js";
import { sample, sideKeys, wagerTitle } from "../keys/side_keys.js";

/** @typedef {import("../keys/keyed_commands.js").Now} Now */

/** `<now-board>`: the hand that the table waits for, and the keys of what it may do. */
export class NowBoard extends HTMLElement {
  #shown = "";

  /** @param {Now} now @param {Record<string, string>} keys The key of each act. */
  show(now, keys) {
    const { view } = now.desk;
    const is_betting = view.phase === "betting";
    const [box, number] = placeOf(now);
    const hand = handsOf(view.boxes[box] ?? { hands: {} }).find(([, one]) => one.number === number);
    const dealer = view.dealer_hands[view.spot];
    const player = (is_betting && now.cursor.bettor) || (seats(now).get(box) ?? "");
    const seen = box ? hand?.[1] : is_betting ? undefined : dealer;
    const acts = is_betting ? [] : actsOf(now);
    const said = saidOf(now);
    const answers = [...answersOf(now), ...turned(now)];
    const parts = { box, number, player, seen, acts, answers, said, head: headline(now) };
    const shown = JSON.stringify(parts);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hands = Object.keys(view.boxes[box]?.hands ?? {}).length;
    fill(
      this,
      h(
        "p",
        { class: "who" },
        box ? t("felt.box", { n: box }) : headline(now),
        player && shownName(player) !== t("felt.box", { n: box })
          ? h("span", { class: "name" }, ` ${shownName(player)}`)
          : null,
        hands > 1 ? h("span", { class: "name" }, ` ${t("field.nth_hand", { n: number })}`) : null,
        player && !isGuest(player) ? h("span", { class: "badge" }, t("console.device")) : null,
      ),
      said
        ? h(
            "p",
            { class: "step" },
            said.text,
            said.clauses.map((id) => [" ", h("span", { class: "clause" }, id)]).flat(),
          )
        : null,
      seen ? h("p", { class: "total numbers" }, toldTotal(seen)) : null,
      seen ? fan(seen.cards, view.round) : null,
      h(
        "ul",
        { class: "acts" },
        is_betting && box ? wagerKeys(now) : null,
        answers.map(([key, text]) => keyItem(key, text)),
        acts
          .filter(({ act }) => keys[act])
          .map(({ act, text, stake }) => keyItem(keys[act], `${text} ${stake}`)),
      ),
    );
  }
}

customElements.define("now-board", NowBoard);

/** @param {string} key @param {string} text */
const keyItem = (key, text) => h("li", null, h("kbd", null, key), text);

/**
 * The keys that turn over cards nobody has seen; a double and a split do so first.
 *
 * @param {Now} now
 * @returns {[string, string][]}
 */
function turned(now) {
  if (isFaceDown(now))
    return [
      ["U", t("console.act.turn_over")],
      ["X", t("console.act.double")],
      ["P", t("console.act.split")],
    ];
  const [box] = faceDown(now);
  const is_offered = box && now.desk.view.phase === "offering";
  return is_offered ? [[`${box} U`, t("console.turn_box", { box })]] : [];
}

/** What is keyed for wagers. @param {Now} now */
function wagerKeys({ layout }) {
  return [
    keyItem(`${money(usualBet(layout))} ⏎`, t("console.main")),
    ...[...sideKeys(layout)].map(([letter, name]) =>
      keyItem(`${sample(layout, name)} ${letter.toUpperCase()}`, wagerTitle(layout, name)),
    ),
    keyItem("L", t("console.act.repeat")),
    keyItem("G", t("console.guest")),
    keyItem("?", t("console.keys")),
  ];
}

/** A wager within the limits. @param {Now["layout"]} layout */
const usualBet = ({ min_bet, max_bet }) => Math.min(max_bet, Math.max(min_bet, 25_00));

/** The step that is due, in the rulebook's words, with its clauses. @param {Now} now */
function saidOf(now) {
  const due = dueNow(now);
  if (due && isDeterminant(due))
    return { text: t("console.determinant"), clauses: due.clauses };
  if (!due || due.do === "deal" || now.chips.open) return null;
  return due.text ? { text: capital(due.text), clauses: due.clauses } : null;
}

/**
 * Where the next card or wager goes, or who decides: box and hand; box 0 is the dealer.
 *
 * @param {Now} now
 * @returns {[number, number]}
 */
function placeOf(now) {
  const due = dueNow(now);
  const { phase, turn } = now.desk.view;
  if (due?.do === "enter_card") return [due.box, due.hand];
  const is_open = !now.chips.open && (!due || due.do === "deal");
  if (phase === "betting") return is_open ? [now.cursor.box, 0] : [0, 0];
  return phase === "playing" ? turn : [0, 0];
}

/** What is to be done where it is no box's turn. @param {Now} now */
function headline(now) {
  const due = dueNow(now);
  if (due?.do === "enter_card") return isDeterminant(due) ? entryTitle(due) : t("felt.dealer");
  if (now.desk.view.phase === "offering" && !now.chips.open) return t("console.offered");
  if (now.chips.open && !now.desk.view.turn[0]) return t("chips.title");
  if (now.desk.view.phase !== "betting") return t("felt.dealer");
  if (!due) return t("chips.title");
  const who = waitsFor(due, now);
  return who ? t("dealer.waits_for", { who }) : title(due);
}

/** @param {Record<string, number>} cards @param {number} round */
function fan(cards, round) {
  const made = new CardFan();
  made.show(cardsOf(cards, round));
  return made;
}
