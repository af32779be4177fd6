// "Why was I paid this?": every settlement of a round with its odds and the clause behind it.

import { h } from "../core/dom.js";
import { inSigns } from "../floor/keys/notation.js";
import { shownName } from "../shell/guests.js";
import { me } from "../shell/session.js";
import { has, money, named, odds, t } from "../words/translate.js";
import "../../lang/en/history.js";
import "../../lang/en/yours.js";
import { tell } from "../words/events.js";
import { amount } from "./rounds.js";

/** @typedef {import("../core/protocol.js").RoundSteps} RoundSteps */

/** @param {RoundSteps} round */
export function payments(round) {
  /** Boxes with more than one hand. @type {Set<number>} */
  const split = new Set();
  for (const { message } of round.steps)
    if (message.event.event === "wager_settled" && message.event.hand > 1)
      split.add(message.event.box);
  const settled = round.steps.flatMap(({ message, why }) => {
    const { event } = message;
    if (event.event !== "wager_settled") return [];
    const { box, hand } = event;
    const place = t(hand && split.has(box) ? "paid.hand" : "paid.box", { box, hand });
    const is_yours = event.player === me()?.name;
    const nth = split.has(box) && has(`table.hand.${hand}`) ? `table.hand.${hand}` : "whose.hand";
    const whose = hand && is_yours ? t(/** @type {"whose.hand"} */ (nth)) : "";
    return [payment(message, event, { place, clauses: round.clauses, whose, is_yours }, why)];
  });
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("paid.title")),
    settled.length === 0 && h("p", { class: "soft" }, t("paid.none")),
    settled,
  );
}

/**
 * @param {import("../core/protocol.js").Message} message
 * @param {import("../core/protocol.js").WagerSettled} event
 * @param {{
 *   place: string, clauses: RoundSteps["clauses"], whose: string, is_yours: boolean,
 * }} known Where it lay, and the clauses.
 * @param {import("../core/protocol.js").PaymentChain | null} why
 */
function payment(message, event, { place, clauses, ...of }, why) {
  const clause = clauses[event.clause];
  return h(
    "details",
    { class: "payment", open: true },
    h(
      "summary",
      null,
      h(
        "span",
        { class: "what" },
        t("paid.line", {
          player: of.is_yours ? t("box.you") : shownName(event.player),
          wager: named("wager", event.wager),
          place,
        }),
      ),
      " ",
      h("span", { class: "soft" }, named("result", event.result)),
      " ",
      amount(event.net),
      " ",
      h("span", { class: "clause" }, event.clause),
    ),
    h(
      "div",
      { class: "why" },
      h("p", null, tell(message, of)),
      h(
        "dl",
        null,
        h("dt", null, t("paid.stake")),
        h("dd", { class: "numbers" }, money(event.stake)),
        event.pays ? [h("dt", null, t("paid.pays")), h("dd", null, odds(event.pays))] : null,
        event.line
          ? [h("dt", null, t("paid.category")), h("dd", null, named("category", event.line))]
          : null,
        why ? chain(why) : [],
        clause
          ? [
              h("dt", null, t("paid.clause")),
              h("dd", null, h("strong", null, `${clause.ref}: `), clause.text),
            ]
          : null,
      ),
    ),
  );
}

/**
 * The cards, the arithmetic, and the options and readings that decided a payment.
 *
 * @param {import("../core/protocol.js").PaymentChain} why
 */
function chain(why) {
  const total = (/** @type {string} */ cards, /** @type {number} */ sum) =>
    sum ? t("paid.total", { cards: inSigns(cards), total: sum }) : inSigns(cards);
  const fact = (/** @type {string} */ name, /** @type {string} */ text) =>
    text ? [h("dt", null, name), h("dd", null, text)] : [];
  return [
    ...fact(t("paid.cards"), total(why.cards, why.total)),
    ...fact(t("paid.dealer"), total(why.dealer, why.dealer_total)),
    h("dt", null, t("paid.sum")),
    h("dd", { class: "numbers", lang: "en" }, why.arithmetic),
    ...[...why.readings, ...why.options].flatMap((one) => [
      h("dt", null, t("paid.chosen")),
      h(
        "dd",
        null,
        h("strong", null, `${one.name} = ${one.value} `),
        h("span", { class: "clause" }, one.clause),
        " ",
        h("span", { lang: "en" }, one.text),
        one.otherwise.map(
          ({ value, net }) =>
            ` ${net ? t("paid.otherwise", { value, net }) : t("paid.not_offered", { value })}`,
        ),
      ),
    ]),
  ];
}
