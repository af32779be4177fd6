// A clause's badge, which leads to its meaning.

import { h } from "../core/dom.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";

/** @param {string} rulebook @param {string} id */
export const clauseLink = (rulebook, id) =>
  h(
    "a",
    {
      class: "clause",
      href: `#/rules/${rulebook}/clauses?q=${encodeURIComponent(id)}`,
      title: t("rules.clause_link", { id }),
    },
    id,
  );

/**
 * The badges of several clauses, with spaces between.
 *
 * @param {string} rulebook
 * @param {string[]} ids
 */
export const clauseLinks = (rulebook, ids) => ids.flatMap((id) => [" ", clauseLink(rulebook, id)]);
