// What happened at a table, in words: the server says which sentence and what fills it.

import { EVENTS } from "../../lang/en/events.js";
import {
  capital,
  keyedAs,
  lookUp,
  money,
  odds,
  put,
  spokenName,
  t,
  teach,
  titled,
} from "./translate.js";

/**
 * @typedef {import("../core/protocol.js").Saying} Saying
 * @typedef {import("../core/protocol.js").Message} Message
 */

teach(EVENTS);

const SUITS = /** @type {const} */ (["spades", "hearts", "diamonds", "clubs"]);

/**
 * An event in a sentence; empty where there is nothing to say.
 *
 * @param {Pick<Message, "words" | "event">} message
 */
export const tell = ({ words, event }) => say(words, "told.", /** @type {any} */ (event));

/** What the dealer calls out with an event. @param {Message} message @returns {string[]} */
export const heard = ({ calls }) => calls.map((call) => say(call, "", {}));

/**
 * A saying in words. Places are filled by what it brings, else by fields of the event.
 *
 * @param {Saying} saying
 * @param {string} prefix What the keys of such words begin with.
 * @param {Record<string, unknown>} event
 * @returns {string}
 */
function say([key, values], prefix, event) {
  if (!key) return "";
  const text = lookUp(prefix + key, values.count);
  return text.replace(/\{(\w+)((?::[^}]*)?)\}/g, (_all, name, forms) => {
    const value = values[name] ?? event[name] ?? "";
    if (isSaying(value)) return say(value, prefix, event);
    if (Array.isArray(value) && value.every(isSaying))
      return value.map((one) => say(one, prefix, event)).join(t("list.between"));
    return spoken(value, forms.slice(1));
  });
}

/** @param {unknown} value @returns {value is Saying} */
const isSaying = (value) =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && !!value[1]
  && typeof value[1] === "object";

/**
 * A value in the form that its place asks for: `{card:card:first}`, `{by:or The dealer}`.
 *
 * @param {any} value
 * @param {string} forms
 */
function spoken(value, forms) {
  let text = value;
  for (const form of forms.split(":")) {
    if (form === "money") text = money(value);
    else if (form === "sum") text = value.map(money).join(t("list.and"));
    else if (form === "card") text = card(value);
    else if (form === "odds") text = odds(value);
    else if (form === "wager") text = titled(value);
    else if (form === "plain") text = spokenName(value);
    else if (form === "keyed") text = keyedAs(value);
    else if (form === "first") text = capital(text);
    else if (form.startsWith("or ")) text ||= form.slice(3);
  }
  return forms && typeof text === "string" && text !== value ? text : put(text);
}

/** A card in words; one that may not be seen is face down. @param {number} number */
function card(number) {
  if (number < 0) return t("spoken.face_down");
  const rank = lookUp(`spoken.rank.${number >> 2}`);
  return t("spoken.card", { rank, suit: t(`card.suit.${SUITS[number & 3]}`) });
}
