// The play money of this person, which lobby and felt show as well.

import { get } from "../core/api.js";

/** @typedef {import("../core/protocol.js").BankrollSheet} BankrollSheet */

/** What this person has, in cents, or may buy chips with at a table. @param {string} [table] */
export async function held(table = "") {
  /** @type {BankrollSheet} */
  const sheet = await get(`/api/bankroll?limit=1&table=${table}`);
  return sheet.held;
}
