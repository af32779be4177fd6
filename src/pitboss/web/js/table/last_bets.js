// The bets of the last round at each table, kept on the device so that a reload does not lose them.

/** @typedef {import("./betting.js").Draft} Draft */

const KEY = "pitboss.bets";
/** Tables whose bets are kept. */
const TABLES_MAX = 20;

/** @returns {Record<string, {you: string, laid: [string, any][]}>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * What somebody bet last at a table.
 *
 * @param {string} table
 * @param {string} you
 * @returns {Draft}
 */
export function lastBets(table, you) {
  const kept = read()[table];
  return new Map(kept?.you === you && Array.isArray(kept.laid) ? kept.laid : []);
}

/**
 * @param {string} table
 * @param {string} you
 * @param {Draft} draft
 */
export function keepBets(table, you, draft) {
  const { [table]: _, ...others } = read();
  const kept = Object.entries(others).slice(1 - TABLES_MAX);
  kept.push([table, { you, laid: [...draft] }]);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}
