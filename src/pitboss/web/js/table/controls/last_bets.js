// The last round at each table, kept on the device: a reload loses neither bets nor results,
// and a round that ended meanwhile is brought back.

import { get } from "../../core/api.js";
import { WatchedTable } from "../../core/view.js";
import { resultsOf, stakesUp } from "../../shell/results.js";
import { toast } from "../../shell/shell.js";
import { signed, t } from "../../words/translate.js";

/** @typedef {import("./betting.js").Draft} Draft */

const KEY = "pitboss.bets";
/** Tables whose bets are kept. */
const TABLES_MAX = 20;

/**
 * `round` is the one that was bet on, `is_seen` whether its player has seen how it ended.
 *
 * @typedef {{you: string, laid: [string, any][], round?: number, is_seen?: boolean}} Kept
 */

/** @returns {Record<string, Kept>} */
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
 * @param {number} round
 */
export function keepBets(table, you, draft, round) {
  keep(table, { you, laid: [...draft], round, is_seen: false });
}

/** The player has seen how the round ended. @param {string} table */
export function seeEnd(table) {
  const kept = read()[table];
  if (kept) keep(table, { ...kept, is_seen: true });
}

/**
 * The round that somebody bet on last at a table; 0 where there is none.
 *
 * @param {string} table
 * @param {string} you
 */
export function lastRound(table, you) {
  const kept = read()[table];
  const { round = 0, is_seen = true } = kept?.you === you ? kept : {};
  return { round, is_seen };
}

/** @param {string} table @param {Kept} made */
function keep(table, made) {
  const { [table]: _, ...others } = read();
  const kept = [...Object.entries(others).slice(1 - TABLES_MAX), [table, made]];
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}

/**
 * Lay the round on the felt again if none has followed, and say what came of it if nobody has yet.
 *
 * @param {string} id
 * @param {WatchedTable} table
 * @param {{round: number, is_seen: boolean}} left
 */
export async function bringBack(id, table, { round, is_seen }) {
  if (is_seen && table.view.round !== round) return;
  /** @type {import("../../core/protocol.js").RoundSteps} */
  const { view, steps } = await get(`/api/tables/${id}/rounds/${round}/steps`);
  const played = new WatchedTable({ you: table.you, view });
  for (const { message } of steps) played.take(message);
  const results = played.last ? resultsOf(played.last, table.you) : [];
  if (!results.length) return;
  const { phase, round: last } = table.view;
  if (phase === "betting" && last === round && !stakesUp(table.view, table.you))
    table.last ??= played.last;
  const net = results.reduce((total, result) => total + result.net, 0);
  if (!is_seen) toast(t("table.missed", { n: round, amount: signed(net) }));
}
