// What the console remembers when the dealer leaves the page: keys that were never given, held back
// afterwards until the dealer says what becomes of them.

/**
 * @typedef {import("./key_reader.js").Keyed} Keyed
 * @typedef {import("../duty.js").Desk} Desk
 */

/** One dealer's keys at one table. @param {Desk} desk */
const place = ({ table, me }) => `pitboss.keys.${table}.${me}`;

/** @param {Desk} desk @param {Keyed[]} unsent */
export function keepKeys(desk, unsent) {
  if (unsent.length) sessionStorage.setItem(place(desk), JSON.stringify(unsent));
  else sessionStorage.removeItem(place(desk));
}

/** @param {Desk} desk @returns {Keyed[]} */
export const keptKeys = (desk) => JSON.parse(sessionStorage.getItem(place(desk)) ?? "[]");
