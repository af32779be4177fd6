// Rules in the language of the page: the server says them in English sentences.

import { language } from "../words/language.js";
import { fromTemplate, has, percent, plainValue, sign, titled } from "../words/translate.js";

/** A sentence about rules, or about what differs, in this language. @param {string} text */
export const ruled = (text) =>
  language === "en" ? text : fromTemplate("rule.", text, part) ?? sign(text);

/** Sentences that each have words of their own. @param {string} text */
export const severalTitled = (text) => text.split(/(?<=\.) /).map(titled).join(" ");

/** What stands in a place of a sentence; names of people's own games stay. @param {string} told */
export const part = (told) => exact(told) ?? list(told) ?? phrase(told) ?? told;

/** A share, a letter, a title, an amount, odds or a name. @param {string} told */
function exact(told) {
  const [, share] = /^(\d[\d.]*) %$/.exec(told) ?? [];
  if (share) return percent(Number(share) / 100, (share.split(".")[1] ?? "").length);
  if (/^[a-z]$/.test(told)) return told;
  return has(`title.${told}`) ? titled(told) : plainValue(told);
}

/** @param {string} told @returns {string | undefined} */
const phrase = (told) => fromTemplate("part.", told, part);

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
