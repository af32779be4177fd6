// What happened at a table, in words: the server says which sentence and what fills it.

import { EVENTS } from "../../lang/en/events.js";
import "../../lang/en/yours.js";
import {
  capital,
  has,
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
import { shownName, withBots } from "../shell/guests.js";

/**
 * @typedef {import("../core/protocol.js").Saying} Saying
 * @typedef {import("../core/protocol.js").Message} Message
 */

teach(EVENTS);

const SUITS = /** @type {const} */ (["spades", "hearts", "diamonds", "clubs"]);

/**
 * The name of the hand that an event is about, and whether it is the reader's or the event is.
 *
 * @typedef {{whose: string, is_yours: boolean}} Whose
 */

/**
 * An event in a sentence; empty where there is nothing to say. A reader is spoken to.
 *
 * @param {Pick<Message, "words" | "event">} message
 * @param {Whose} [of]
 */
export function tell({ words, event }, of) {
  const kinds = [...(of?.is_yours ? ["yours."] : []), ...(of?.whose ? ["whose."] : []), "told."];
  return withBots(say(words, kinds, { ...event, whose: of?.whose }));
}

/**
 * Whose hand an event is about.
 *
 * @param {Message["event"]} event
 * @param {import("../core/protocol.js").TableView} view The table when it happened.
 * @param {string} you
 * @returns {Whose}
 */
export function whoseOf(event, { boxes }, you) {
  const box = "box" in event && typeof event.box === "number" ? event.box : 0;
  const place = "hand" in event && typeof event.hand === "number" ? event.hand : 0;
  const mains = boxes[box]?.mains ?? {};
  const is_own = Object.hasOwn(mains, you);
  const is_yours = "player" in event ? event.player === you : is_own;
  if (!place || !boxes[box]) return { whose: "", is_yours };
  const is_split = Object.keys(boxes[box].hands).length > 1;
  const own = Object.values(boxes).filter((one) => Object.hasOwn(one.mains, you)).length;
  const named = `table.hand.${place}`;
  const hand = has(named) ? t(named) : t("table.hand", { n: place });
  const told = is_split ? hand : t("whose.hand");
  if (is_own) return { whose: own > 1 ? t("table.on_box", { told, n: box }) : told, is_yours };
  const [name] = Object.keys(mains).map(shownName);
  const nth = { name, hand: t("whose.number", { n: place }) };
  return { whose: name && is_split ? t("whose.others", nth) : (name ?? ""), is_yours };
}

/** What the dealer calls out with an event. @param {Message} message @returns {string[]} */
export const heard = ({ calls }) => calls.map((call) => say(call, [""], {}));

/**
 * A saying in words. Places are filled by what it brings, else by fields of the event.
 *
 * @param {Saying} saying
 * @param {readonly string[]} kinds What the keys of such words begin with, the best first.
 * @param {Record<string, unknown>} event
 * @returns {string}
 */
function say([key, values], kinds, event) {
  if (!key) return "";
  const kind = kinds.find((one) => has(one + key)) ?? kinds[kinds.length - 1];
  const text = lookUp(kind + key, values.count);
  return text.replace(/\{(\w+)((?::[^}]*)?)\}/g, (_all, name, forms) => {
    const value = values[name] ?? event[name] ?? "";
    if (isSaying(value)) return say(value, kinds, event);
    if (Array.isArray(value) && value.every(isSaying))
      return value.map((one) => say(one, kinds, event)).join(t("list.between"));
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
