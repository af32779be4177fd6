// Dialogues of a table: what pays what, the keys, and an amount.

import { h } from "../dom.js";
import { dialogue } from "../shell.js";
import { money, named, plain, t } from "../strings.js";

/**
 * Inscriptions and pay scales in force.
 *
 * @param {import("../protocol.js").Layout} layout
 * @param {import("../view.js").WatchedTable | null} table
 */
export function showPays(layout, table) {
  const range = (/** @type {import("../protocol.js").WagerSpot} */ wager) =>
    wager.only.length
      ? wager.only.map(money).join(", ")
      : wager.high
        ? `${money(wager.low)} – ${money(wager.high)}`
        : t("pays.from", { low: money(wager.low) });
  dialogue(
    t("pays.title"),
    layout.wagers.length ? null : h("p", { class: "soft" }, t("pays.none")),
    ...layout.wagers.map((wager) =>
      h(
        "section",
        null,
        h("h3", null, wager.title, " ", h("span", { class: "clause" }, wager.clause)),
        h("p", { class: "soft small" }, t("pays.stake", { range: range(wager) })),
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", null, t("pays.line")),
              h("th", { class: "number" }, t("pays.pays")),
              h("th", null, t("pays.clause")),
            ),
          ),
          h(
            "tbody",
            null,
            wager.lines.map((line) =>
              h(
                "tr",
                null,
                h("td", null, plain(line.category)),
                h("td", { class: "number" }, line.pays),
                h("td", null, h("span", { class: "clause" }, line.clause)),
              ),
            ),
          ),
        ),
      ),
    ),
    h("h3", null, t("pays.notices")),
    h(
      "ul",
      { class: "notices" },
      (table?.view.notices ?? []).map((notice) =>
        h("li", null, notice.text, " ", h("span", { class: "clause" }, notice.clause)),
      ),
    ),
  );
}

const SHORTCUTS = /** @type {const} */ ([
  ["1 – 9", "keys.box"],
  ["+ −", "keys.chip"],
  ["Enter", "keys.deal"],
  ["U", "keys.undo"],
  ["X", "keys.twice"],
  ["C", "keys.clear"],
  ["L", "keys.repeat"],
  ["H", "keys.hit"],
  ["S", "keys.stand"],
  ["D", "keys.double"],
  ["P", "keys.split"],
  ["R", "keys.surrender"],
  ["I", "keys.insure"],
  ["N", "keys.decline"],
  ["E", "keys.even"],
  ["Space", "keys.prize"],
  ["W", "keys.coach"],
  ["G", "keys.log"],
  ["?", "keys.help"],
]);

/** The keys. */
export function showHelp() {
  dialogue(
    t("keys.title"),
    h("p", null, t("keys.text")),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        SHORTCUTS.map(([key, told]) =>
          h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, t(told))),
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
 * @param {import("../protocol.js").Offer} offer
 * @returns {Promise<number>}
 */
export function askAmount(offer) {
  const text = t("act.amount", { low: money(offer.low), high: money(offer.high) });
  const { low, high, unit } = offer;
  const button = named("act", "double");
  return ask({ title: t("act.for_less"), text, button, low, high, unit, value: high });
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
