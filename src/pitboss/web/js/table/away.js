// A round that ended while its player was away, or before the page was loaded again.

import { get } from "../core/api.js";
import { resultsOf, stakesUp } from "../shell/results.js";
import { toast } from "../shell/shell.js";
import { signed, t } from "../words/translate.js";
import { WatchedTable } from "../core/view.js";

/**
 * Lay the round on the felt again if none has followed, and say what came of it if nobody has yet.
 *
 * @param {string} id
 * @param {WatchedTable} table
 * @param {{round: number, is_seen: boolean}} left
 */
export async function bringBack(id, table, { round, is_seen }) {
  if (is_seen && table.view.round !== round) return;
  /** @type {import("../core/protocol.js").RoundSteps} */
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
