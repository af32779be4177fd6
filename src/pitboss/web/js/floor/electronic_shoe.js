// An electronic shoe: the dealer confirms the card that it has read, a supervisor makes its key.

import { form } from "../account/form.js";
import { post, remove } from "../api.js";
import { fill, h } from "../dom.js";
import { complain } from "../shell.js";
import { t } from "../strings.js";
import "../strings.floor.en.js";
import { cardName } from "../table/card.js";

/** @typedef {import("./duty.js").Desk} Desk */

/**
 * The card that is due, as the shoe read it; nothing is dealt before the dealer says so. It stays
 * as tall where no card is due, so that nothing below it moves.
 *
 * @param {import("../protocol.js").FromShoe} shoe
 * @param {Desk} desk
 */
export function shoeCard({ card, waiting }, { table, give }) {
  return h(
    "section",
    { class: "panel row shoe-bar", aria: { label: t("shoe.title") } },
    h(
      "button",
      {
        type: "button",
        class: "main big",
        disabled: card < 0,
        onclick: () => void give({ do: "enter_card", card }).catch(complain),
      },
      card < 0 ? t("shoe.none") : t("pad.enter", { card: cardName(card) }),
    ),
    h("span", { class: "soft" }, t("shoe.waiting", { n: waiting })),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        disabled: card < 0 && !waiting,
        onclick: () => void remove(`/api/tables/${table}/shoe`).catch(complain),
      },
      t("shoe.drop"),
    ),
  );
}

/** What a supervisor does about the shoe of a table. @param {string} table */
export function shoeKey(table) {
  const shown = h("output", { class: "key" });
  const path = `/api/tables/${table}/shoe-key`;
  return h(
    "div",
    { class: "stack" },
    form(t("shoe.make"), t("shoe.make_hint"), t("duty.go"), [], async () => {
      const { key } = await post(path);
      fill(shown, h("p", null, t("shoe.key")), h("code", null, key));
    }),
    shown,
    form(t("shoe.end"), t("shoe.end_hint"), t("duty.go"), [], async () => {
      await remove(path);
      fill(shown);
    }),
  );
}
