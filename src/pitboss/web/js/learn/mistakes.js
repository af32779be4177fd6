// Decisions held against the exact odds: how many were best, what the others gave away.

import { h } from "../core/dom.js";
import { money, named, t } from "../words/translate.js";
import "../strings.learn.en.js";
import { cardName } from "../table/felt/card.js";

/** @typedef {import("../core/protocol.js").Decided} Decided */

/** @param {Decided} decisions */
export function mistakes({ count, right, cost, mistakes: made }) {
  const share = count ? Math.round((100 * right) / count) : 0;
  return h(
    "section",
    { class: "panel stack decisions" },
    h("h2", null, t("stats.decisions")),
    count
      ? h("p", null, t("stats.decided", { n: count, share, cost: money(Math.round(cost)) }))
      : h("p", { class: "soft" }, t("stats.undecided")),
    made.length
      ? h(
          "ol",
          { class: "mistakes" },
          made.map((one) =>
            h(
              "li",
              null,
              h(
                "a",
                { href: `#/history/${one.table}/${one.round}` },
                t("stats.mistake", {
                  hand: one.cards.map(cardName).join(", "),
                  up: cardName(one.up),
                }),
              ),
              " ",
              t("stats.instead", { act: act(one.act), best: act(one.best) }),
              " ",
              h("strong", { class: "numbers loss" }, money(-Math.round(one.cost))),
            ),
          ),
        )
      : null,
    h("p", { class: "soft small" }, t("stats.decision_note")),
  );
}

/** @param {string} name */
const act = (name) =>
  ["insure", "decline"].includes(name) ? named("drill.act", name) : named("act", name);
