// Why a round was paid as it was, beside the felt: every payment with its odds and its clause.

import { get } from "../core/api.js";
import { payments } from "../history/payments.js";
import { style } from "../core/styles.js";

/** @param {string} table @param {number} round */
export async function whyBody(table, round) {
  /** @type {import("../core/protocol.js").RoundSteps} */
  const played = await get(`/api/tables/${table}/rounds/${round}/steps`);
  await style("/css/history.css");
  return [payments(played)];
}
