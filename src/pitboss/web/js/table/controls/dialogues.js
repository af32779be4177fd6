// Dialogues of a table: the keys, and an amount.

import "../../../lang/en/dialogues.js";
import { h } from "../../core/dom.js";
import { dialogue } from "../../shell/shell.js";
import { money, named, t } from "../../words/translate.js";
import { SIDE_KEYS } from "./keys.js";

const SHORTCUTS = /** @type {const} */ ([
  ["Space, Enter", "keys.deal"],
  ["1 – 9", "keys.box"],
  ["← →", "keys.walk"],
  ["↑ ↓", "keys.lay"],
  ["+ −", "keys.chip"],
  ["M", "keys.max"],
  [".", "keys.amount"],
  ["U", "keys.undo"],
  ["X", "keys.twice"],
  ["C", "keys.clear"],
  ["L", "keys.repeat"],
  ["Z", "keys.sit_out"],
  ["H", "keys.hit"],
  ["S", "keys.stand"],
  ["D", "keys.double"],
  ["P", "keys.split"],
  ["R", "keys.surrender"],
  ["I", "keys.insure"],
  ["N", "keys.decline"],
  ["E", "keys.even"],
  ["W", "keys.coach"],
  ["G", "keys.log"],
  ["?", "keys.help"],
]);

/**
 * The keys; those of side wagers are the table's own.
 *
 * @param {import("../../core/protocol.js").Layout} layout
 */
export function showHelp(layout) {
  const sides = layout.wagers
    .slice(0, SIDE_KEYS.length)
    .map(({ title }, place) => [SIDE_KEYS[place], t("keys.side", { wager: title })]);
  const rows = SHORTCUTS.map(([key, told]) => [key, t(told)]);
  dialogue(
    t("keys.title"),
    h("p", null, t("keys.text")),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        [...rows.slice(0, 2), ...sides, ...rows.slice(2)].map(([key, told]) =>
          h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, told)),
        ),
      ),
    ),
  );
}

/**
 * An amount to buy in for; 0 where none is chosen.
 *
 * @param {number} held What the bankroll holds.
 * @param {number} usual What is suggested.
 * @returns {Promise<number>}
 */
export function askBuyIn(held, usual) {
  const text = t("buy.amount", { held: money(held) });
  const bounds = { low: 1, high: held, unit: 1, value: Math.min(held, usual) };
  return ask({ title: t("buy.title"), text, button: t("buy.go"), ...bounds });
}

/**
 * An amount within the bounds of an offer; 0 where none is chosen.
 *
 * @param {import("../../core/protocol.js").Offer} offer
 * @returns {Promise<number>}
 */
export function askAmount(offer) {
  const text = t("act.amount", { low: money(offer.low), high: money(offer.high) });
  const { low, high, unit } = offer;
  const button = named("act", "double");
  return ask({ title: t("act.for_less"), text, button, low, high, unit, value: high });
}

/**
 * An amount to bet with, in place of a chip; 0 where none is chosen.
 *
 * @param {import("../../core/protocol.js").Layout} layout
 * @param {number} usual What is suggested.
 * @returns {Promise<number>}
 */
export function askStake({ chip_unit, max_bet }, usual) {
  const value = Number.isFinite(usual) ? usual : max_bet;
  const bounds = { low: chip_unit, high: max_bet, unit: chip_unit, value };
  const [title, text, button] = [t("stake.title"), t("stake.text"), t("stake.go")];
  return ask({ title, text, button, ...bounds });
}

/**
 * An amount in cents; 0 where none is chosen.
 *
 * @param {{
 *   title: string, text: string, button: string,
 *   low: number, high: number, unit: number, value: number,
 * }} what
 * @returns {Promise<number>}
 */
function ask({ title, text, button, low, high, unit, value }) {
  return new Promise((resolve) => {
    /** @type {HTMLInputElement} */
    const input = h("input", {
      type: "number",
      min: low / 100,
      max: high / 100,
      step: unit / 100,
      value: value / 100,
      id: "amount",
    });
    let chosen = 0;
    const opened = dialogue(
      title,
      h(
        "form",
        {
          class: "stack",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            chosen = Math.round(Number(input.value) * 100);
            opened.close();
          },
        },
        h("div", { class: "field" }, h("label", { for: "amount" }, text), input),
        h("button", { class: "main" }, button),
      ),
    );
    opened.addEventListener("close", () => resolve(chosen));
    input.select();
  });
}
