// Corrections: which payout was wrong, and what two people make of it. Each has its number.

import { form, labelled } from "../../account/form.js";
import { get } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { shownName } from "../../shell/guests.js";
import { complain } from "../../shell/shell.js";
import { signed, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { cited } from "../duty.js";
import { wagerTitle } from "../keys/side_keys.js";

/**
 * @typedef {import("../duty.js").Desk} Desk
 * @typedef {import("../../core/protocol.js").Proposal} Proposal
 * @typedef {import("../../core/protocol.js").RoundSteps} RoundSteps
 */

/** A round, and the wagers that were settled in it. @param {Desk} desk */
export function payoutPicker({ table, layout }) {
  const picked = h("select", {
    name: "payout",
    required: true,
    aria: { label: t("field.payout") },
  });
  const round = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "number",
      min: 1,
      inputmode: "numeric",
      aria: { label: t("field.round") },
      onchange: () => void show(Number(round.value)).catch(complain),
    })
  );
  /** @param {number} number */
  async function show(number) {
    /** @type {RoundSteps} */
    const { steps } = await get(`/api/tables/${table}/rounds/${number}/steps`);
    fill(
      picked,
      steps.flatMap(({ message: { event } }) =>
        event.event === "wager_settled" ? [payout(layout, number, event)] : [],
      ),
    );
  }
  /** The round that ended last, unless another was asked for. */
  async function latest() {
    if (round.value) return;
    const { rounds } = await get(`/api/tables/${table}/rounds?limit=1`);
    if (!rounds.length || round.value) return;
    round.value = String(rounds[0].number);
    await show(rounds[0].number);
  }
  return h(
    "span",
    { class: "row", onfocusin: () => void latest().catch(complain) },
    round,
    picked,
  );
}

/**
 * @param {Desk["layout"]} layout
 * @param {number} round
 * @param {import("../../core/protocol.js").WagerSettled} event
 */
function payout(layout, round, { box, hand, player, wager, net }) {
  const place = hand ? t("dealer.hand", { box, hand }) : t("felt.box", { n: box });
  return h(
    "option",
    { value: JSON.stringify({ round, box, hand, player, wager }) },
    `${place}, ${shownName(player)}, ${wagerTitle(layout, wager)}: ${signed(net)}`,
  );
}

/** Every correction that waits for a second person. @param {Desk} desk */
export const confirmations = (desk) =>
  desk.floor.corrections.map((one) => confirmation(one, desk));

/** @param {Proposal} one @param {Desk} desk */
function confirmation(one, desk) {
  const text = t("correction.proposed", {
    number: one.number,
    by: one.by,
    player: shownName(one.player),
    amount: signed(one.amount),
    wager: wagerTitle(desk.layout, one.wager),
    box: one.box,
    round: one.round,
    reason: one.reason,
  });
  const clauses = desk.sheet.orders.find(({ do: name }) => name === "confirm_correction")?.clauses;
  return h(
    "div",
    { class: "panel stack" },
    h("h2", null, t("correction.waits", { number: one.number })),
    h("p", null, text),
    cited(clauses ?? [], desk.sheet),
    one.by === desk.me
      ? h("p", { class: "soft" }, t("correction.another"))
      : form(
          t("correction.confirm", { number: one.number }),
          t("correction.confirm_hint"),
          t("duty.go"),
          [],
          () => desk.give({ do: "confirm_correction", number: one.number }),
        ),
    form(
      t("correction.reject", { number: one.number }),
      null,
      t("duty.go"),
      [labelled(t("field.reason"), h("input", { name: "reason", required: true, maxlength: 200 }))],
      ({ reason }) => desk.give({ do: "reject_correction", number: one.number, reason }),
    ),
  );
}
