// One panel for insurance: none, all, or each box by itself; even money where it is offered. Then
// early surrender, box by box.

import { h } from "../../core/dom.js";
import { at, sum } from "../../core/view.js";
import { money, t } from "../../words/translate.js";

/**
 * @typedef {import("../../core/protocol.js").Offer} Offer
 * @typedef {import("./controls.js").Now} Now
 * @typedef {import("./commands.js").Commands} Commands
 * @typedef {(
 *   tone: string, text: string, key: string, act: () => void,
 *   ...more: import("../../core/dom.js").Child[]
 * ) => HTMLElement} MakeButton
 */

/** @param {readonly Offer[]} offers */
const total = (offers) => offers.reduce((sum, { high }) => sum + high, 0);

/**
 * @param {Now} now
 * @param {Commands} commands
 * @param {MakeButton} button
 * @param {HTMLElement | null} worth What the coach says of insurance.
 */
export function insuranceButtons(now, commands, button, worth) {
  const offers = now.status?.offers ?? [];
  const asked = offers.filter((offer) => offer.do === "insure");
  const insurable = asked.filter((offer) => offer.high > 0);
  const even = offers.filter((offer) => offer.do === "take_even_money");
  const is_one = asked.length === 1;
  const buttons = [];
  if (even.length) buttons.push(evenButton(now, even, commands, button));
  if (insurable.length) {
    const amount = money(total(insurable));
    const text = is_one ? t("act.insure_one") : t("act.insure_all");
    const brings = h("span", { class: "below" }, t("act.insure_brings", { amount }), " ", worth);
    buttons.push(button("asked", text, "I", () => commands.insure(asked, true), brings));
  }
  if (asked.length) {
    const text = even.length ? t("act.play_on") : t("act.decline_all");
    const brings = even.length ? t("act.play_on_brings") : "";
    buttons.push(
      button("asked main", text, "N", () => commands.insure(asked, false), below(brings)),
    );
  }
  if (insurable.length && !is_one) buttons.push(eachBox(asked, commands));
  return buttons;
}

/**
 * A hand that is surrendered or kept before the dealer looks: the first one that is asked about.
 *
 * @param {Now} now
 * @param {Commands} commands
 * @param {MakeButton} button
 * @param {HTMLElement | null} worth What the coach says of surrender.
 */
export function earlyButtons(now, commands, button, worth) {
  const { box } = /** @type {Offer} */ (
    (now.status?.offers ?? []).find((offer) => offer.do === "keep_hand")
  );
  const give = () => commands.give({ do: "surrender", box });
  const keep = () => commands.give({ do: "keep_hand", box });
  return [
    button("", t("act.surrender_early", { box }), "R", give, worth),
    button("main", t("act.keep_hand", { box }), "N", keep),
  ];
}

/** What a button brings, in a line of its own. @param {string} told */
const below = (told) => (told ? h("span", { class: "below" }, told) : null);

/**
 * What even money pays: as much as the main wagers.
 *
 * @param {Now} now
 * @param {readonly Offer[]} even
 */
const evenWin = ({ table: { view, you } }, even) =>
  even.reduce((total, { box }) => total + sum(at(view.boxes[box]?.mains, you) ?? []), 0);

/**
 * @param {Now} now
 * @param {readonly Offer[]} even
 * @param {Commands} commands
 * @param {MakeButton} button
 */
function evenButton(now, even, commands, button) {
  const text =
    even.length > 1
      ? t("act.even_money_on", { boxes: even.map(({ box }) => box).join(", ") })
      : t("act.take_even_money");
  const brings = below(t("act.even_brings", { amount: money(evenWin(now, even)) }));
  const take = async () => {
    for (const { box } of even) await commands.give({ do: "take_even_money", box });
  };
  return button("asked", text, "E", take, brings);
}

/** Each box by itself. @param {readonly Offer[]} asked @param {Commands} commands */
const eachBox = (asked, commands) =>
  h(
    "div",
    { class: "each-box", role: "group", aria: { label: t("act.insure_each") } },
    asked.map((offer) =>
      h(
        "span",
        { class: "one-box" },
        h("span", null, t("box.number", { n: offer.box })),
        offer.high
          ? h(
              "button",
              {
                type: "button",
                aria: {
                  label: t("act.insure", { box: offer.box, amount: money(offer.high) }),
                },
                onclick: () => commands.insure([offer], true),
              },
              t("act.insure_for", { amount: money(offer.high) }),
            )
          : null,
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            aria: { label: t("act.decline", { box: offer.box }) },
            onclick: () => commands.insure([offer], false),
          },
          t("act.no"),
        ),
      ),
    ),
  );
