// Every key of the dealer's console, with what it does.

import { h } from "../../core/dom.js";
import { dialogue } from "../../shell/shell.js";
import { t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import { sample, sideKeys, wagerTitle } from "./side_keys.js";

const ROWS = /** @type {const} */ ([
  ["A s, 1 0 h", "card"],
  ["Space", "stand"],
  ["X", "double"],
  ["2 0 X", "for_less"],
  ["P", "split"],
  ["R", "surrender"],
  ["F", "refuse_card"],
  ["U", "turn_over"],
  ["3 U", "turn_box"],
  ["I", "insure"],
  ["3 I", "insure_box"],
  ["E", "even"],
  ["N", "no"],
  ["Y", "yes"],
  ["Enter", "enter"],
  ["⌫", "back"],
  ["Esc", "escape"],
  ["Shift Enter", "go_on"],
  ["2 5 Enter", "amount"],
  ["0 Enter", "zero"],
  ["← →", "arrows"],
  ["B 3", "box"],
  ["L", "repeat"],
  ["< >", "sides"],
  ["G 2 0 0 Enter", "guest"],
  ["G b o b 2 0 0 Enter", "named_guest"],
  ["G 2 0 0 C Enter", "guest_chips"],
  ["W 2 Enter", "bettor"],
  ["W b o b 1 0 0 Enter", "new_bettor"],
  ["1 P", "parts"],
  ["Z", "double_alone"],
  ["2 Z", "double_without"],
  ["1 N", "nominate"],
  ["+ 1 0 0 Enter", "more"],
  ["O Enter", "leaves"],
  ["!", "report"],
  ["?", "help"],
]);

/** @param {import("../../core/protocol.js").Layout} layout */
export function showKeys(layout) {
  const sides = [...sideKeys(layout)].map(([letter, name]) => {
    const amount = sample(layout, name);
    const told = t("console.does.side", { wager: wagerTitle(layout, name), amount });
    return [`${amount} ${letter.toUpperCase()}`, told];
  });
  const rows = ROWS.map(([key, told]) => [key, t(`console.does.${told}`)]);
  dialogue(
    t("console.keys"),
    h("p", null, t("console.keys_text")),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        [...rows, ...sides].map(([key, told]) =>
          h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, told)),
        ),
      ),
    ),
  );
}
