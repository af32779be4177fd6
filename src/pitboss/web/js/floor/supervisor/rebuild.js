// A round that was dealt wrongly, laid as it should have been: each hand's cards can be written
// again.

import { form, labelled } from "../../account/form.js";
import { h } from "../../core/dom.js";
import { t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { handsOf } from "../../core/view.js";
import { cited } from "../duty.js";
import { parseCards, showCard } from "../keys/notation.js";

/** @param {import("../duty.js").Duty} duty @param {import("../duty.js").Desk} desk */
export function rebuildForm(duty, desk) {
  const { boxes, dealer_hands, spot } = desk.view;
  const hands = Object.values(boxes).flatMap((box) =>
    handsOf(box).map(([, { number, cards }]) => ({ box: box.number, hand: number, cards })),
  );
  if (!hands.length) return h("p", { class: "soft" }, t("rebuild.no_round"));
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
    (values) => {
      /** @param {string} name */
      const read = (name) => {
        const laid = parseCards(values[name]);
        if (!laid) throw new Error(t("rebuild.not_cards", { text: values[name] }));
        return laid;
      };
      return desk.give({
        do: "rebuild",
        hands: hands.map((one) => [one.box, one.hand, read(`${one.box}.${one.hand}`)]),
        dealer: read("dealer"),
        wagers: "all",
      });
    },
  );
  const clauses = cited(duty.clauses, desk.sheet);
  if (clauses) made.insertBefore(clauses, made.lastElementChild);
  return made;
}

/** @param {string} name @param {number[]} numbers */
const cards = (name, numbers) =>
  h("input", {
    name,
    value: numbers.map(showCard).join(" "),
    autocomplete: "off",
    spellcheck: "false",
  });
