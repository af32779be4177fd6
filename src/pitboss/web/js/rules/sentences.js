// Rules in the language of the page: the server says them in English sentences.

import { language } from "../words/language.js";
import { fromTemplate, has, percent, plainValue, sign, titled } from "../words/translate.js";

/** A sentence about rules, or about what differs, in this language. @param {string} text */
export const ruled = (text) =>
  language === "en" ? text : fromTemplate("rule.", text, part) ?? sign(text);

/** Sentences that each have words of their own. @param {string} text */
export const severalTitled = (text) => text.split(/(?<=\.) /).map(titled).join(" ");

/** What stands in a place of a sentence; names of people's own games stay. @param {string} told */
export const part = (told) => exact(told) ?? conditions(told) ?? list(told) ?? phrase(told) ?? told;

/** A share, a letter, a title, an amount, odds or a name. @param {string} told */
function exact(told) {
  const [, share] = /^(\d[\d.]*) %$/.exec(told) ?? [];
  if (share) return percent(Number(share) / 100, (share.split(".")[1] ?? "").length);
  if (/^[a-z]$/.test(told)) return told;
  return has(`title.${told}`) ? titled(told) : plainValue(told);
}

/** @param {string} told @returns {string | undefined} */
const phrase = (told) => fromTemplate("part.", told, part);

const RESULT = "against|blackjack|bust|lower|equal|higher|win|push|lose|\\d+ to \\d+";
const HAND =
  "(?:of|against) [A2-9T]+(?!\\w)|[2-9](?:-[2-9]|\\+)? cards|hard|soft|dealt|split|" +
  "(?:not )?doubled";
const CONDITION = new RegExp(`${HAND}|${RESULT}|\\d+(?:-\\d+)?`, "g");
const ALL_CONDITIONS = new RegExp(`^(?:(?:${CONDITION.source})(?:; |: | |$))+$`);

/** `hard 9-11 2 cards; against AT`, which is what a file has. @param {string} told */
const conditions = (told) =>
  ALL_CONDITIONS.test(told)
    ? told.replace(CONDITION, (w) => exact(w) ?? fromTemplate("part.", w, values) ?? w)
    : undefined;

/** `A or 10` for `AT`. @param {string} told */
function values(told) {
  if (!/^[A2-9T]+$/.test(told)) return told;
  const ranks = [...told].map((rank) => (rank === "T" ? "10" : rank));
  return new Intl.ListFormat(language, { type: "disjunction" }).format(ranks);
}

/** `9, 10 or 11`, where something is known of each item. @param {string} told */
function list(told) {
  const is_sum = told.includes(" and ");
  const items = told.split(is_sum ? /, | and / : /, | or (?!more)/);
  const said = each(items, (item) => exact(item) ?? phrase(item));
  const type = is_sum ? "conjunction" : "disjunction";
  if (said) return new Intl.ListFormat(language, { type }).format(said);
  return each(told.split(" "), plainValue)?.join(" ");
}

/**
 * What is said of several items; nothing where that is not known of one.
 *
 * @param {string[]} items
 * @param {(item: string) => string | undefined} say
 */
function each(items, say) {
  const said = items.length > 1 ? items.flatMap((item) => say(item) ?? []) : [];
  return said.length === items.length ? said : undefined;
}
