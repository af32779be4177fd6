// The seats of this person in the bar: a way back, and a sign where a table waits for them.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { every, LiveElement } from "../core/element.js";
import { me, onChange } from "../shell/session.js";
import { t } from "../words/translate.js";
import "../../lang/en/lobby.js";

/** @typedef {import("../core/protocol.js").OwnSeat} OwnSeat */

const LOOK_MS = 5_000;

/** `<seat-badge>`: the seats at other tables than the one that is shown. */
class SeatBadge extends LiveElement {
  #shown = "";

  begin() {
    this.hidden = true;
    const look = () => this.#look();
    onChange(look, this.signal);
    addEventListener("hashchange", look, { signal: this.signal });
    every(LOOK_MS, look, this.signal);
  }

  async #look() {
    if (document.hidden) return;
    /** @type {OwnSeat[]} */
    let seats = [];
    try {
      if (me()) seats = await get("/api/seats");
    } catch {
      return;
    }
    const at = location.hash.split("?")[0];
    const isElsewhere = (/** @type {OwnSeat} */ seat) => at !== `#/table/${seat.table}`;
    this.#show(seats.filter((seat) => seat.chips + seat.at_stake && isElsewhere(seat)));
  }

  /** @param {OwnSeat[]} seats */
  #show(seats) {
    const turn = seats.find((seat) => seat.is_turn);
    const text = turn
      ? t("seats.turn_at", { title: turn.title })
      : t("seats.elsewhere", { n: seats.length });
    // In the lobby they are all in view.
    const is_lobby = ["", "#", "#/"].includes(location.hash);
    this.hidden = !seats.length || is_lobby;
    const to = turn ?? (seats.length === 1 ? seats[0] : null);
    const shown = `${text} ${to?.table}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    fill(
      this,
      h(
        "a",
        {
          class: turn ? "button main turn" : "button quiet",
          href: to ? `#/table/${to.table}` : "#/",
          aria: { label: text },
          title: text,
        },
        h("span", { class: "words" }, text),
      ),
    );
  }
}

customElements.define("seat-badge", SeatBadge);
