// The exact odds of a table, asked for once: of interest to moments and to what is told of a wager.

import { get } from "../../core/api.js";

/** @typedef {import("../../odds/answers").ParSheet} ParSheet */

/** Par sheets that were asked for. @type {Map<string, Promise<ParSheet>>} */
const asked = new Map();

/**
 * The par sheet of a table. A refusal is not remembered.
 *
 * @param {import("../../core/protocol.js").Layout} layout
 * @returns {Promise<ParSheet>}
 */
export function parSheet({ rulebook, options }) {
  const path = `/api/odds/${rulebook}?${new URLSearchParams(options)}`;
  const known = asked.get(path) ?? get(path);
  asked.set(path, known);
  known.catch(() => asked.delete(path));
  return known;
}
