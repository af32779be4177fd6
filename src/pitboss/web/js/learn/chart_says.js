// What your own chart plays with the hand in question, for the coach.

import { get } from "../core/api.js";
import { OwnPlay } from "../odds/own_chart.js";
import { named, t } from "../words/translate.js";
import "../../lang/en/odds.js";

/** The chart that was read last, and for which game. */
let read = { game: "", play: new OwnPlay() };

/**
 * A sentence; empty where there is no chart, or where it plays what is not on offer.
 *
 * @param {string} table
 * @param {import("../core/protocol.js").Layout} layout
 * @param {readonly string[]} acts
 */
export async function chartSays(table, layout, acts) {
  const { rulebook, options } = layout;
  const game = JSON.stringify([rulebook, options, OwnPlay.text]);
  if (read.game !== game) read = { game, play: await OwnPlay.at({ rulebook, options }) };
  const plays = read.play.chart?.plays ?? [];
  /** @type {import("../core/protocol.js").ChartSquare | null} */
  const square = plays.length ? await get(`/api/tables/${table}/square`) : null;
  const charted =
    square &&
    plays.find(
      ({ chart, row, up }) => chart === square.chart && row === square.row && up === square.up,
    );
  return charted && acts.includes(charted.act)
    ? t("chart_file.plays", { act: named("act", charted.act) })
    : "";
}
