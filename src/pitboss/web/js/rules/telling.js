// The five lines that rules begin with, and the switch for the numbers of clauses.

import { h } from "../core/dom.js";
import { get, set } from "../shell/settings.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";
import { ruled } from "./sentences.js";

/** @typedef {import("../odds/answers").RulesSheet} RulesSheet */

/** How this game differs from plain blackjack. @param {RulesSheet} sheet */
export function tellingLines({ telling }) {
  return h(
    "section",
    { class: "telling", aria: { label: t("rules.telling") } },
    h("h2", null, t("rules.telling")),
    h(
      "ol",
      null,
      telling.map(({ text, clauses, usual }) =>
        h(
          "li",
          null,
          usual ? h("span", { class: "soft" }, `${t("rules.as_usual")} `) : null,
          ruled(text),
          clauses.flatMap((id) => [" ", h("span", { class: "clause" }, id)]),
        ),
      ),
    ),
  );
}

/** Since when an edition is in force. @param {RulesSheet} sheet */
export const inForce = ({ in_force_from: date }) =>
  h(
    "p",
    { class: "soft small" },
    date === "unknown" ? t("rules.in_force_unknown") : t("rules.in_force", { date }),
  );

/**
 * Shows the numbers of clauses within a place, or leaves them out.
 *
 * @param {HTMLElement} place
 */
export function clauseSwitch(place) {
  const show = () => place.classList.toggle("without-clauses", get("clauses") === "off");
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    checked: get("clauses") === "on",
    onchange: () => {
      set({ clauses: box.checked ? "on" : "off" });
      show();
    },
  });
  show();
  return h("label", { class: "row switch small no-print" }, box, t("rules.clauses_shown"));
}
