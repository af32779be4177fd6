// People at the table without a device: their names on the wire, on the page, and their boxes.

import { t } from "../words/translate.js";

const GUEST = "guest-";
/** Bots with a name of their own: `bot-ada`. */
const BOT = /\bbot-([a-z]{2,})(?![\w-])/g;

/** Whether somebody has no device, so that the dealer keys for them. @param {string} name */
export const isGuest = (name) => name.startsWith(GUEST);

/**
 * The name of a guest who comes to a box: `guest-3`, or `guest-3-bob`.
 *
 * @param {number} box
 * @param {string} name
 */
export const guestName = (box, name) => GUEST + [box, name].filter(Boolean).join("-");

/** The box that a guest came to; 0 where the name tells none. @param {string} name */
const boxOf = (name) => Number(/^guest-(\d+)/.exec(name)?.[1] ?? 0);

/** Names that people have changed, by those on the wire. @type {Map<string, string>} */
const changed = new Map();

/** Learn names that people have changed. @param {Record<string, string>} names */
export const learnNames = (names) => {
  for (const [name, shown] of Object.entries(names)) changed.set(name, shown);
};

/** A sentence with the bots by their names. @param {string} text */
export const withBots = (text) =>
  text.replace(BOT, (_, name) =>
    t("here.bot", { name: name.charAt(0).toUpperCase() + name.slice(1) }),
  );

/** As people read it: `bob`, `Box 3`, `Ada (bot)`. @param {string} name */
export function shownName(name) {
  const other = changed.get(name);
  if (other) return other;
  if (!isGuest(name)) return withBots(name);
  const [, box, called] = /^guest-(?:(\d+)(?:-|$))?(.*)$/.exec(name) ?? [];
  return called || t("felt.box", { n: Number(box) });
}

/**
 * A sentence with the names of guests as people read them; a guest who is called by the box is not
 * named beside it.
 *
 * @param {string} text
 */
export const inWords = (text) =>
  withBots(text)
    .replace(/ of guest-(\d+)(?= on box \1\b)/g, "")
    .replace(/\bguest-[\p{L}\p{M}\p{N}_-]+/gu, shownName)
    .replace(/^(\S+ \d+): \1(?= )/, "$1:");

/**
 * Who sits at each box: by the wagers that are up, by those of the last round, or as they came.
 *
 * @param {number} boxes
 * @param {import("../core/view.js").WatchedTable} table
 * @param {Record<string, number>} players
 * @returns {Map<number, string>}
 */
export function seatsOf(boxes, { view, last }, players) {
  /** @type {Map<number, string>} */
  const seats = new Map();
  for (const name of Object.keys(players)) if (boxOf(name)) seats.set(boxOf(name), name);
  for (const seen of [last, view]) {
    for (const box of Object.values(seen?.boxes ?? {})) {
      const [name] = Object.keys(box.mains);
      if (name && Object.hasOwn(players, name)) seats.set(box.number, name);
    }
  }
  return new Map([...seats].filter(([box]) => box <= boxes).sort(([a], [b]) => a - b));
}
