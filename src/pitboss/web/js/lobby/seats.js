// Your seats: wherever your chips lie, whether it is your turn, and the way back.

import { post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { style } from "../core/styles.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/lobby.js";
import { money, t } from "../words/translate.js";

await style("/css/seats.css");

/**
 * @typedef {import("../core/protocol.js").OwnSeat} OwnSeat
 * @typedef {import("../core/protocol.js").CashedOut} CashedOut
 */

/** `<own-seats>`: says `cashed` once chips have gone back. */
export class OwnSeats extends HTMLElement {
  #list = h("ul", { class: "seats" });
  #all = h(
    "button",
    { type: "button", onclick: () => this.#cashOut().catch(complain) },
    t("seats.cash_out"),
  );
  #shown = "";

  connectedCallback() {
    this.hidden = true;
    fill(
      this,
      h(
        "section",
        { class: "panel own-seats", aria: { label: t("seats.title") } },
        h("div", { class: "row head" }, h("h2", null, t("seats.title")), this.#all),
        this.#list,
      ),
    );
  }

  /** @param {OwnSeat[]} seats */
  show(seats) {
    const text = JSON.stringify(seats);
    if (text === this.#shown) return;
    this.#shown = text;
    this.hidden = seats.length === 0;
    this.#all.hidden = !seats.some((seat) => seat.chips > 0);
    fill(this.#list, seats.map(row));
  }

  async #cashOut() {
    /** @type {CashedOut[]} */
    const told = await post("/api/seats/cash-out");
    for (const { refused } of told)
      if (refused) toast(refused.text, { bad: true, clause: refused.clause });
    const amount = told.reduce((sum, one) => sum + one.amount, 0);
    if (amount) toast(t("seats.cashed", { amount: money(amount) }));
    this.dispatchEvent(new CustomEvent("cashed"));
  }
}

customElements.define("own-seats", OwnSeats);

/** @param {OwnSeat} seat */
function row(seat) {
  return h(
    "li",
    { class: seat.is_turn ? "turn" : null, data: { cloth: seat.rulebook } },
    h("span", { class: "swatch", aria: { hidden: "true" } }),
    h("a", { href: `#/table/${seat.table}` }, h("bdi", null, seat.title)),
    seat.is_own ? h("span", { class: "badge" }, t("lobby.private")) : null,
    seat.is_turn ? h("strong", { class: "badge your-turn" }, t("seats.turn")) : null,
    h("span", { class: "numbers chips" }, t("seats.chips", { amount: money(seat.chips) })),
    seat.at_stake
      ? h("span", { class: "numbers soft" }, t("seats.up", { amount: money(seat.at_stake) }))
      : null,
    h(
      "a",
      { class: "button main", href: `#/table/${seat.table}` },
      t("seats.return"),
      h("span", { class: "visually-hidden" }, ` ${seat.title}`),
    ),
  );
}
