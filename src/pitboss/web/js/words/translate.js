// What the page says: looks up a sentence in its language and puts values into it.

import { language, translation } from "./language.js";
import { EN } from "../../lang/en/common.js";

/**
 * @typedef {typeof EN
 *   & typeof import("../../lang/en/console.js").CONSOLE
 *   & typeof import("../../lang/en/desk.js").DESK
 *   & typeof import("../../lang/en/dialogues.js").DIALOGUES
 *   & typeof import("../../lang/en/floor.js").FLOOR
 *   & typeof import("../../lang/en/history.js").HISTORY
 *   & typeof import("../../lang/en/learn.js").LEARN
 *   & typeof import("../../lang/en/lobby.js").LOBBY
 *   & typeof import("../../lang/en/more.js").MORE
 *   & typeof import("../../lang/en/account.js").ACCOUNT
 *   & typeof import("../../lang/en/opening.js").OPENING
 *   & typeof import("../../lang/en/people.js").PEOPLE
 *   & typeof import("../../lang/en/settings.js").SETTINGS
 *   & typeof import("../../lang/en/moments.js").MOMENTS
 *   & typeof import("../../lang/en/session.js").SESSION
 *   & typeof import("../../lang/en/odds.js").ODDS
 *   & typeof import("../../lang/en/yours.js").YOURS
 *   & typeof import("../../lang/en/rules.js").RULES} Strings
 * @typedef {keyof Strings & string} Key
 */

/** The words by their keys. @type {Record<string, string>} */
const WORDS = { ...EN, ...translation };

const PLURALS = new Intl.PluralRules(language);
/** The forms of the language that `|` separates, in the order in which they are written. */
const FORMS = ["zero", "one", "two", "few", "many", "other"].filter((form) =>
  PLURALS.resolvedOptions().pluralCategories.some((own) => own === form),
);
const COUNT = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 });

/** English words of pages that are fetched later. @param {Readonly<Record<string, string>>} more */
export function teach(more) {
  for (const [key, text] of Object.entries(more)) WORDS[key] ??= text;
}

/**
 * The words for a key, with `{name}` replaced by values; `one|many` is chosen by `values.n`.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) =>
  lookUp(key, values.n).replace(/\{(\w+)\}/g, (all, name) => put(values[name] ?? all));

/** The words for a key before anything is put in. @param {string} key @param {unknown} [n] */
export function lookUp(key, n) {
  const text = WORDS[key] ?? key;
  if (n === undefined || !text.includes("|")) return text;
  const forms = text.split("|");
  return forms[FORMS.indexOf(PLURALS.select(Number(n)))] ?? forms[forms.length - 1];
}

/** A value as it stands in a sentence. @param {string | number} value */
export const put = (value) => (typeof value === "number" ? COUNT.format(value) : isolated(value));

/** Letters that are written from right to left, and marks that would turn the words around them. */
const TURNS = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const MARKS = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A name in any script: it keeps its own direction, whatever stands around it, and what could not
 * be seen in it is seen.
 *
 * @param {string} text
 */
export function isolated(text) {
  const shown = text.replace(MARKS, "\ufffd");
  return TURNS.test(shown) !== (document.documentElement.dir === "rtl" && /\p{L}/u.test(shown))
    ? `\u2068${shown}\u2069`
    : shown;
}

/** Whether there are words for a key. @param {string} key @returns {key is Key} */
export const has = (key) => key in WORDS;

/**
 * Words for a key that the server named, or the name itself in plain letters.
 *
 * @param {string} prefix
 * @param {string} name
 */
export function named(prefix, name) {
  const key = `${prefix}.${name}`;
  return has(key) ? t(key) : plain(name);
}

/** A title that the server gave in English, in this language. @param {string} title */
export const titled = (title) => WORDS[`title.${title}`] ?? title;

/** Where an answer of the server has such titles. */
const TITLES = new Set(["title", "about", "text", "source", "section"]);

/** Sentences with numbered places by the prefix of their keys, most words first; and whether they
 * are little but places, as `{1} to {2}`. @type {Map<string, [RegExp, string, boolean][]>} */
const templates = new Map();

/** @param {string} prefix */
function templatesOf(prefix) {
  const keys = Object.keys(WORDS).filter((key) => key.startsWith(prefix));
  const letters = (/** @type {string} */ key) => key.replace(/\{\d\}/g, "").length;
  keys.sort((one, other) => letters(other) - letters(one));
  return keys.map((key) => {
    const plain = key.slice(prefix.length).replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    const pattern = new RegExp(`^${plain.replace(/\{\d\}/g, "(.*?)")}$`);
    const is_bare = letters(key) < 10;
    return /** @type {[RegExp, string, boolean]} */ ([pattern, WORDS[key], is_bare]);
  });
}

/**
 * An English sentence of the server's in this language, by the template that it was made of;
 * nothing where there is none.
 *
 * @param {string} prefix
 * @param {string} text
 * @param {(told: string, is_bare: boolean) => string | undefined} say What is put into its places;
 *   nothing where they hold something else.
 */
export function fromTemplate(prefix, text, say) {
  if (!templates.has(prefix)) templates.set(prefix, templatesOf(prefix));
  for (const [pattern, words, is_bare] of templates.get(prefix) ?? []) {
    const said = pattern.exec(text)?.slice(1).map((told) => say(told, is_bare));
    if (said && !said.includes(undefined))
      return words.replace(/\{(\d)\}/g, (_, place) => said[place - 1] ?? "");
  }
  return undefined;
}

/** A reason of the server's in this language, with what it names. @param {string} text */
export const reason = (text) => sentence(text) ?? titled(text);

/** @param {string} text @returns {string | undefined} */
const sentence = (text) => fromTemplate("why.", text, value);

/** What stands on a layout or a sign, with the limits that it names. @param {string} text */
export const sign = (text) =>
  WORDS[`title.${text}`] ?? fromTemplate("sign.", text, (told) => plainValue(told) ?? told) ?? text;

/** A number, an amount, odds or a name; nothing where it is more. @param {string} told */
export function plainValue(told) {
  const [, dollars, amount] = /^(\$?)([\d,]+(?:\.\d\d)?)$/.exec(told) ?? [];
  if (amount) return dollars + money(Math.round(Number(amount.replaceAll(",", "")) * 100));
  if (/^\d+\.\d+$/.test(told)) return put(Number(told));
  if (/^\d+(:| to )\d+$/.test(told)) return odds(told.replace(":", " to "));
  const name = WORDS[`name.${told.trim().replaceAll(" ", "_")}`] ?? WORDS[`name.${told.trim()}`];
  return name && told.replace(told.trim(), name);
}

/**
 * A value, several of them, or a part of a sentence about such; nothing where it is more.
 *
 * @param {string} told
 * @returns {string | undefined}
 */
function known(told) {
  // Several: `dealer or supervisor`, `4, 6, 8`.
  const said = told
    .split(/( or |, )/)
    .map((part, at) => (at % 2 ? part.replace("or", t("number.or")) : plainValue(part) ?? ""));
  const several = said.every(Boolean) ? said.join("") : fromTemplate("part.", told, known);
  return plainValue(told) ?? several;
}

/**
 * A value, or a part of a reason; words that a person typed stay, and do not fill a bare template.
 *
 * @param {string} told
 * @param {boolean} is_bare
 */
function value(told, is_bare) {
  const keyed = keyedAs(told);
  const said = keyed === told ? known(told) ?? sentence(told) ?? WORDS[`title.${told}`] : keyed;
  // A clause fills any.
  return said ?? (is_bare && !/-\S+$|]$/.test(told) ? undefined : told);
}

/**
 * What was keyed at a table dealt by hand, in this language. The log of the table has it as
 * `the hit of ann on box 3`, `the card for the dealer`.
 *
 * @param {string} what
 */
export function keyedAs(what) {
  const key = (/** @type {string} */ name) => `keyed.${name.replaceAll(" ", "_")}`;
  const [, told = "", n = ""] = /^the (.+?)(?: on box (\d+))?$/.exec(what) ?? [];
  // Some names have an `of` of their own: `the end of insurance`.
  const [, name = told, how = "", who = ""] = has(key(told))
    ? []
    : (/^(.+) (of|for) (.+)$/.exec(told) ?? []);
  if (!has(key(name))) return what;
  let text = lookUp(key(name));
  const box = /^box (\d+)$/.exec(who)?.[1];
  if (how === "for") text = box ? t("keyed.for", { text, n: box }) : t("keyed.to", { text });
  // A guest without a name is called by the box.
  else if (who && who !== `guest-${n}`) text = t("keyed.of", { text, who });
  return n ? t("keyed.on", { text, n }) : text;
}

/**
 * A refusal in this language: what its code means, and why.
 *
 * @param {any} told
 */
function refusal(told) {
  if (typeof told?.code !== "string" || typeof told.text !== "string") return told;
  const words = WORDS["refusal." + told.code] ?? "{text}";
  const limit = typeof told.limit === "number" ? money(told.limit) : "";
  // Each thing that is wrong with options is a sentence.
  const wrong = told.problems?.length ? told.problems : [told];
  const whys = wrong.map((/** @type {any} */ one) => reason(one.text));
  const text = words.replace("{text}", () => whys.join("; ")).replace("{limit}", limit);
  return { ...told, text };
}

/** For `JSON.parse`: titles, odds, soft totals and refusals in this language; none for English. */
export const inLanguage =
  language === "en"
    ? undefined
    : (/** @type {string} */ key, /** @type {unknown} */ value) => {
        if (typeof value !== "string") return refusal(value);
        return TITLES.has(key) ? sign(value) : soft(odds(value));
      };

/** `double_deck` as `Double deck`. @param {string} name */
export const plain = (name) => capital(spokenName(name.replaceAll("-", "_")));

/** A name that rulebooks use, as a person says it: `double deck`. @param {string} name */
export const spokenName = (name) => WORDS[`name.${name}`] ?? isolated(name.replaceAll("_", " "));

/** With a capital, as at the beginning of a sentence. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** A number with so many digits after the point. @param {number} value @param {number} [digits] */
export const decimal = (value, digits = 2) =>
  proper(
    value.toLocaleString(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    }),
  );

/** A number without its fraction: `12,500`. @param {number} value */
export const whole = (value) => proper(Math.round(value).toLocaleString(language));

/** A minus as it is printed. @param {string} number */
const proper = (number) => number.replace("-", "−");

/** Cents as an amount: `12.50`, and `12` where there are no cents. @param {number} cents */
export function money(cents) {
  const digits = cents % 100 === 0 ? 0 : 2;
  return proper(
    (cents / 100).toLocaleString(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
  );
}

/** A gain or a loss with its sign: `+12.50`, `−5`, `0`. @param {number} cents */
export function signed(cents) {
  return (cents > 0 ? "+" : "") + money(cents);
}

/** A share as per cent. @param {number} share @param {number} [digits] */
export const percent = (share, digits = 2) =>
  t("number.percent", { share: decimal(share * 100, digits) });

/** Odds such as `3 to 2`, as the language says them. @param {string} pays */
export const odds = (pays) =>
  pays.replace(/^(\d[\d.]*) to (\d+)$/, (_, gain, stake) => t("number.odds", { gain, stake }));

/** What a wager pays, as it is printed: `5,000 to 1`, `up to 5,000`. @param {string} price */
export const priced = (price) =>
  price
    .replace(/^\$(\d+)$/, (_, most) => t("box.up_to", { amount: money(Number(most) * 100) }))
    .replace(/^\$(\d+\.\d\d)$/, (_, sum) => money(Math.round(Number(sum) * 100)))
    .replace(/^prize( to 1)?$/, t("box.prize"))
    .replace(/^meter$/, t("box.meter"))
    .replace(/^\d{4,}(?= )/, (gain) => whole(Number(gain)));

/** A total such as `8 or 18`, as the language says it. @param {string} total */
const soft = (total) =>
  total.replace(/^(\d+) or (\d+)$/, (_, low, high) => t("number.either", { low, high }));

/** A day and a time. @param {number} at_ms */
export const moment = (at_ms) => new Date(at_ms).toLocaleString(language);

/** A time of the day. @param {number} at_ms @param {Intl.DateTimeFormatOptions} [how] */
export const clockTime = (at_ms, how) => new Date(at_ms).toLocaleTimeString(language, how);
