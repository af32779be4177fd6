// What the viewer may do now, with its stake: chips, bets and acts, and what is to be said of it.

import { fill, h, say } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { resultsOf } from "../../shell/results.js";
import { money, signed, t } from "../../words/translate.js";
import { draftSum } from "./betting.js";
import { buttonsFor, offered, placed } from "./buttons.js";
import { ChipRack } from "./chip_rack.js";
import { PlaySwitches } from "./play_switches.js";
import { CountdownTimer } from "./timer.js";

/**
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("./commands.js").Commands} Commands
 * @typedef {{
 *   table: Table,
 *   status: import("../../core/protocol.js").Status | null,
 *   draft: import("./betting.js").Draft,
 *   chip: number,
 *   last_sum: number,
 *   waiting: string[] | null,
 *   is_placing: boolean,
 *   closed: string,
 *   is_out: boolean,
 *   is_auto: boolean,
 *   has_coupon: boolean,
 *   advice: import("./coach.js").Advice | null,
 *   is_drill: boolean,
 *   busy: boolean,
 * }} Now `closed` says why no box can be taken; `is_auto`: the last bets are about to go up again.
 */

/** `<table-controls>`: made for a layout; what is pressed goes to `commands`. */
export class TableControls extends HTMLElement {
  /** @type {Layout | undefined} */
  layout;
  /** @type {Commands | undefined} */
  commands;
  /** The chips to bet with. @type {readonly number[]} */
  chips = [];
  #told = h("p", { class: "told", role: "status" });
  #timer = new CountdownTimer();
  #tray = new ChipRack();
  #buttons = h("div", { class: "buttons" });
  #offered = "";

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("table.controls");
    this.#tray.commands = this.commands;
    this.#tray.chips = this.chips;
    const switches = make(PlaySwitches, {});
    fill(this, this.#timer, this.#told, this.#tray, this.#buttons, switches);
  }

  /** @param {Now} now */
  show(now) {
    const { layout, commands } = this;
    if (!layout || !commands) return;
    const { phase } = now.table.view;
    const { deadline_ms = 0, bank_ms = 0 } = now.status ?? {};
    const is_mine = phase === "betting" ? draftSum(now.draft) > 0 : offered(now).size > 0;
    this.dataset.phase = now.busy ? "busy" : phase;
    this.#timer.show(now.busy ? 0 : deadline_ms, { bank_ms, is_mine });
    this.#tray.hidden = phase !== "betting" || now.busy || now.is_out || now.closed !== "";
    this.#tray.show(now.chip);
    say(this.#told, tell(now, layout));
    this.#showButtons(buttonsFor(now, layout, commands), now.status?.offers);
  }

  /**
   * Buttons are made again only where they differ, and the focus stays on the one that had it.
   *
   * @param {HTMLElement[]} made
   * @param {unknown} offers
   */
  #showButtons(made, offers) {
    const held_back = made.map((one) => one.ariaDisabled);
    for (const one of made) one.ariaDisabled = null;
    const now = JSON.stringify([made.map((one) => one.outerHTML), offers]);
    if (this.#offered !== now) {
      this.#offered = now;
      const held = this.#buttons.contains(document.activeElement)
        ? document.activeElement?.getAttribute("data-key")
        : null;
      fill(this.#buttons, made);
      if (held) made.find((one) => one.dataset.key === held)?.focus();
    }
    [...this.#buttons.children].forEach((one, place) => {
      one.ariaDisabled = held_back[place];
    });
  }
}

customElements.define("table-controls", TableControls);

/** What is to be said to the viewer now. @param {Now} now @param {Layout} layout */
function tell(now, layout) {
  const { status } = now;
  const { phase, turn, boxes } = now.table.view;
  if (status?.stopped) return t("table.stopped", { why: status.stopped });
  if (now.busy)
    return phase === "dealer" || phase === "settling"
      ? t("table.dealer_plays")
      : t("table.dealing");
  const offers = offered(now);
  if (phase === "betting") return tellBetting(now, layout);
  if (offers.has("insure") || offers.has("take_even_money")) return t("table.insurance");
  const kept = offers.get("keep_hand");
  if (kept) return t("table.early_surrender", { n: kept.box });
  if (offers.has("draw_prize")) return t("table.prize");
  const is_split = Object.keys(boxes[turn[0]]?.hands ?? {}).length > 1;
  if (offers.size)
    return (
      t("table.your_turn", { n: turn[0] }) +
      (is_split ? t("table.which_hand", { n: turn[1] }) : "")
    );
  if (phase === "playing" && status?.is_absent) return t("table.is_absent", { n: turn[0] });
  if (phase === "playing") return t("table.others_turn", { n: turn[0] });
  return t("table.wait");
}

/** @param {Now} now @param {Layout} layout */
function tellBetting(now, layout) {
  const { table } = now;
  if (now.waiting?.length) return t("table.waiting_for", { names: now.waiting.join(", ") });
  if (now.waiting || placed(table)) return t("table.placed");
  if (now.is_out) return t("table.is_out");
  if (draftSum(now.draft)) return t("table.laid", { amount: money(draftSum(now.draft)) });
  if (now.closed) return t("table.closed", { why: now.closed });
  const results = table.last ? resultsOf(table.last, table.you) : [];
  if (results.length) {
    const net = results.reduce((total, result) => total + result.net, 0);
    const amount = signed(net);
    if (now.is_auto) return t("table.again_soon", { amount });
    return t(net > 0 ? "table.won" : net < 0 ? "table.lost" : "table.pushed", { amount });
  }
  return t("table.bet", { low: money(layout.min_bet), high: money(layout.max_bet) });
}
