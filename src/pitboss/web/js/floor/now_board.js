// Who acts, in letters that are read from across the table: the box, the name, the hand, its total.

import { fill, h } from "../dom.js";
import { t } from "../strings.js";
import { cardsOf, handsOf } from "../view.js";
import { CardFan } from "../table/fan.js";
import { isGuest, shownName } from "../guests.js";
import { actsOf, dueNow, seats } from "./keyed_commands.js";

/** @typedef {import("./keyed_commands.js").Now} Now */

/** `<now-board>`: the hand that the table waits for, and the keys of what it may do. */
export class NowBoard extends HTMLElement {
  #shown = "";

  /** @param {Now} now @param {Record<string, string>} keys The key of each act. */
  show(now, keys) {
    const { view } = now.desk;
    const [box, number] = placeOf(now);
    const hand = handsOf(view.boxes[box] ?? { hands: {} }).find(([, one]) => one.number === number);
    const dealer = view.dealer_hands[view.spot];
    const player = seats(now).get(box) ?? "";
    const seen = box ? hand?.[1] : view.phase === "betting" ? undefined : dealer;
    const acts = actsOf(now);
    const parts = { box, number, player, seen, acts, phase: view.phase, round: view.round };
    const shown = JSON.stringify(parts);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hands = Object.keys(view.boxes[box]?.hands ?? {}).length;
    const nobody = t(view.phase === "betting" ? "console.betting" : "felt.dealer");
    fill(
      this,
      h(
        "p",
        { class: "who" },
        box ? t("felt.box", { n: box }) : nobody,
        player && shownName(player) !== t("felt.box", { n: box })
          ? h("span", { class: "name" }, ` ${shownName(player)}`)
          : null,
        hands > 1 ? h("span", { class: "name" }, ` ${t("field.nth_hand", { n: number })}`) : null,
        player && !isGuest(player) ? h("span", { class: "badge" }, t("console.device")) : null,
      ),
      seen ? h("p", { class: "total numbers" }, seen.total) : null,
      seen ? fan(seen.cards, view.round) : null,
      h(
        "ul",
        { class: "acts" },
        acts
          .filter(({ act }) => keys[act])
          .map(({ act, text, stake }) =>
            h("li", null, h("kbd", null, keys[act]), text, " ", stake),
          ),
      ),
    );
  }
}

customElements.define("now-board", NowBoard);

/** Where the next card goes, or who decides: box and hand; box 0 is the dealer. @param {Now} now */
function placeOf(now) {
  const due = dueNow(now);
  const { phase, turn } = now.desk.view;
  if (due?.do === "enter_card") return [due.box, due.hand];
  return phase === "playing" ? turn : [0, 0];
}

/** @param {Record<string, number>} cards @param {number} round */
function fan(cards, round) {
  const made = new CardFan();
  made.show(cardsOf(cards, round));
  return made;
}
