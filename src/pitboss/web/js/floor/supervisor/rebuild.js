// A round that was dealt wrongly, laid as it should have been: each hand's cards can be written
// again.

import { form, labelled } from "../../account/form.js";
import { post } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { signed, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { handsOf } from "../../core/view.js";
import { cited } from "../duty.js";
import { parseCards, showCard } from "../keys/notation.js";
import { wagerTitle } from "../keys/side_keys.js";

/** @param {import("../duty.js").Duty} duty @param {import("../duty.js").Desk} desk */
export function rebuildForm(duty, desk) {
  const { boxes, dealer_hands, spot } = desk.view;
  const hands = Object.values(boxes).flatMap((box) =>
    handsOf(box).map(([, { number, cards }]) => ({ box: box.number, hand: number, cards })),
  );
  if (!hands.length) return h("p", { class: "soft" }, t("rebuild.no_round"));
  let previewed = "";
  const preview = h("div", { role: "status" });
  const made = form(
    t("rebuild.title"),
    duty.text,
    t("duty.rule"),
    [
      ...hands.map((one) =>
        labelled(
          t("dealer.hand", { box: one.box, hand: one.hand }),
          cards(`${one.box}.${one.hand}`, Object.values(one.cards)),
        ),
      ),
      labelled(
        t("felt.dealer"),
        cards(
          "dealer",
          Object.values(dealer_hands[spot]?.cards ?? {}).filter((card) => card >= 0),
        ),
      ),
    ],
    async (values) => {
      /** @param {string} name */
      const read = (name) => {
        const laid = parseCards(values[name]);
        if (!laid) throw new Error(t("rebuild.not_cards", { text: values[name] }));
        return laid;
      };
      const command = {
        do: "rebuild",
        hands: hands.map((one) => [one.box, one.hand, read(`${one.box}.${one.hand}`)]),
        dealer: read("dealer"),
        wagers: "all",
      };
      if (JSON.stringify(command) === previewed) return desk.give(command);
      fill(preview);
      const { refused, changes } = await post(`/api/tables/${desk.table}/ask`, { command });
      if (refused) throw new Error(`${refused.text} [${refused.clause}]`);
      fill(preview, changesOf(changes, desk));
      previewed = JSON.stringify(command);
      return true;
    },
  );
  made.insertBefore(preview, made.lastElementChild);
  const clauses = cited(duty.clauses, desk.sheet);
  if (clauses) made.insertBefore(clauses, made.lastElementChild);
  return made;
}

/**
 * What the hands as they should have been change: each wager before and after.
 *
 * @param {{box: number, wager: string, before: number, after: number}[]} changes
 * @param {import("../duty.js").Desk} desk
 */
function changesOf(changes, { layout }) {
  const rows = changes.map(({ box, wager, before, after }) =>
    h(
      "li",
      null,
      `${t("felt.box", { n: box })} ${wagerTitle(layout, wager)}: `,
      t("rebuild.change", { before: signed(before), after: signed(after) }),
    ),
  );
  return [
    rows.length ? h("ul", null, rows) : h("p", null, t("rebuild.no_change")),
    h("p", null, t("rebuild.again")),
  ];
}

/** @param {string} name @param {number[]} numbers */
const cards = (name, numbers) =>
  h("input", {
    name,
    value: numbers.map(showCard).join(" "),
    autocomplete: "off",
    spellcheck: "false",
  });
