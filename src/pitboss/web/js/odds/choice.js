// A table that is asked about: a rulebook with options, as addresses have it, and the rulebooks
// there are: the shipped ones, the gallery, and a game in one line.

import { ApiError, get } from "../core/api.js";
import "../../lang/en/odds.js";
import { named, plain, t } from "../words/translate.js";

/**
 * @typedef {Record<string, string>} Options Values as they are written, by name; the rest is as by
 *   default.
 * @typedef {{rulebook: string, options: Options}} Choice
 * @typedef {import("./answers").OptionRow} OptionRow
 */

/** Names in an address that are no options. */
const ASIDE = new Set(["b", "removed", "q", "class", "seed"]);

/**
 * The options in a query, those of the other table with its prefix.
 *
 * @param {URLSearchParams} query
 * @param {string} [prefix]
 */
export function optionsIn(query, prefix = "") {
  /** @type {Options} */
  const options = {};
  for (const [name, value] of query) {
    const is_ours = prefix ? name.startsWith(prefix) : !name.includes(".") && !ASIDE.has(name);
    if (is_ours) options[name.slice(prefix.length)] = value;
  }
  return options;
}

/**
 * Options and other things as a query, with its question mark; nothing where there is nothing.
 *
 * @param {...[Options, string?]} parts
 */
export function queryOf(...parts) {
  const query = new URLSearchParams();
  for (const [options, prefix = ""] of parts) {
    for (const [name, value] of Object.entries(options))
      if (value !== "") query.set(prefix + name, value);
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** The options that differ from the default. @param {OptionRow[]} rows @returns {Options} */
export function changed(rows) {
  return Object.fromEntries(rows.filter(isChanged).map((row) => [row.name, row.written]));
}

/** A value in words. @param {unknown} value */
export function valueText(value) {
  if (value === true || value === "true") return t("odds.yes");
  if (value === false || value === "false") return t("odds.no");
  return typeof value === "string" ? plain(value) : String(value);
}

/** @param {Options} options */
export function setInWords(options) {
  const set = Object.entries(options);
  return set.length
    ? set.map(([name, value]) => `${named("option", name)}: ${valueText(value)}`).join(", ")
    : t("odds.as_default");
}

/** @param {{books: import("./answers").BookSummary[]}} asked @param {Choice} choice */
export const titleOf = (asked, choice) =>
  asked.books.find((book) => book.id === choice.rulebook)?.title ?? choice.rulebook;

/**
 * A table in words.
 *
 * @param {{books: import("./answers").BookSummary[]}} asked
 * @param {Choice} choice
 */
export const inWords = (asked, choice) =>
  `${titleOf(asked, choice)}, ${setInWords(choice.options)}`;

/** Whether two tables are one. @param {Choice} a @param {Choice} b */
export const isSame = (a, b) =>
  a.rulebook === b.rulebook && queryOf([a.options]) === queryOf([b.options]);

/** @param {OptionRow} row */
export const isChanged = (row) => JSON.stringify(row.value) !== JSON.stringify(row.default);

/** @typedef {import("./answers").BookSummary} BookSummary */

/**
 * Every rulebook with a name, and the one that is asked for where it is a line of terms.
 *
 * @param {string} asked
 * @returns {Promise<BookSummary[]>}
 */
export async function allBooks(asked) {
  const [shipped, gallery] = await Promise.all([get("/api/rulebooks"), get("/api/gallery")]);
  const books = [...shipped, ...gallery];
  if (!asked || books.some(({ id }) => id === asked)) return books;
  try {
    const { title, about, source } = await get(`/api/rules/${asked}`);
    return [...books, { id: asked, title, about, source, clauses: 0, terms: title }];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return books;
    throw error;
  }
}

/** Whether a rulebook is one of the gallery, or a line. @param {BookSummary} book */
export const isOfGallery = ({ terms }) => terms !== undefined;

/** A line of terms as an address writes it: `6D_H17_3-2`. @param {string} line */
export const lineId = (line) =>
  line.trim().replaceAll("+", "").replaceAll(":", "-").replaceAll(/[\s,]+/g, "_");
