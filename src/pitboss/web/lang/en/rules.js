// The English sentences of the rules, fetched with the pages that say them.

import { teach } from "../../js/words/translate.js";

export const RULES = /** @type {const} */ ({
  "rules.title": "Rules",
  "rules.view.words": "In words",
  "rules.view.clauses": "Clauses",
  "rules.view.differences": "Differences",
  "rules.source": "{source}. {n} clause.|{source}. {n} clauses.",
  "rules.clause_link": "What {id} says",
  "rules.inscriptions": "Words at the table",
  "rules.telling": "How this game differs",
  "rules.as_usual": "As usual:",
  "rules.clauses_shown": "Clause numbers",
  "rules.differences": "What differs in the rules",
  "rules.differences_default": "What these options change",
  "rules.this_table": "This table",
  "rules.default_table": "The rulebook with its defaults",
  "rules.same": "The two tables play by the same rules.",
  "rules.nothing": "nothing said",
  "rules.search": "Search the clauses",
  "rules.search_hint": "double ace, NZ-11.1, insurance…",
  "rules.class": "Enforced by",
  "rules.every_class": "everybody",
  "rules.class.engine": "the engine",
  "rules.class.config": "the options",
  "rules.class.procedure": "the staff",
  "rules.class.display": "the screen",
  "rules.class.analysis": "the odds",
  "rules.class.physical": "the house itself",
  "rules.found": "{n} of {all} clauses|{n} of {all} clauses",
  "rules.ambiguity": "Unclear:",
  "rules.in_english": "Clauses stay in English, the language of their sources.",
  "rules.kept": "Enforced in: {enforced}; tests that show it: {tests}",
});

teach(RULES);
