// What the viewer may do now, with its stake: chips, bets and acts, and what is to be said of it.

import { fill, h, keyed, say } from "../dom.js";
import { resultsOf } from "../results.js";
import { money, signed, t } from "../strings.js";
import { draftSum } from "./betting.js";
import { buttonsFor, offered, placed } from "./buttons.js";
import { makeChip } from "./chips.js";
import { CountdownTimer } from "./timer.js";

/**
 * @typedef {import("../view.js").WatchedTable} Table
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {import("./commands.js").Commands} Commands
 * @typedef {{
 *   table: Table,
 *   status: import("../protocol.js").Status | null,
 *   draft: import("./betting.js").Draft,
 *   chip: number,
 *   can_repeat: boolean,
 *   waiting: string[] | null,
 *   has_coupon: boolean,
 *   advice: import("./coach.js").Advice | null,
 *   is_drill: boolean,
 *   busy: boolean,
 * }} Now
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
  #tray = h("div", { class: "tray", role: "radiogroup", aria: { label: t("table.chips") } });
  #buttons = h("div", { class: "buttons" });
  #offered = "";

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("table.controls");
    fill(this, this.#told, this.#timer, this.#tray, this.#buttons);
  }

  /** @param {Now} now */
  show(now) {
    const { layout, commands } = this;
    if (!layout || !commands) return;
    const { phase } = now.table.view;
    this.dataset.phase = now.busy ? "busy" : phase;
    this.#timer.until_ms = now.busy ? 0 : (now.status?.deadline_ms ?? 0);
    this.#tray.hidden = phase !== "betting" || now.busy;
    keyed(
      this.#tray,
      this.chips,
      String,
      (worth) => trayChip(worth, commands),
      (chip, worth) => {
        chip.ariaChecked = String(worth === now.chip);
        chip.tabIndex = worth === now.chip ? 0 : -1;
      },
    );
    say(this.#told, tell(now, layout));
    this.#showButtons(buttonsFor(now, layout, commands), now.status?.offers);
  }

  /**
   * Buttons are made anew only where they differ, and the focus stays on the one that had it.
   *
   * @param {HTMLElement[]} made
   * @param {unknown} offers
   */
  #showButtons(made, offers) {
    const now = JSON.stringify([made.map((one) => one.outerHTML), offers]);
    if (this.#offered === now) return;
    this.#offered = now;
    const held = this.#buttons.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-keyshortcuts")
      : null;
    fill(this.#buttons, made);
    if (held) made.find((one) => one.getAttribute("aria-keyshortcuts") === held)?.focus();
  }
}

customElements.define("table-controls", TableControls);

/** @param {number} worth @param {Commands} commands */
function trayChip(worth, commands) {
  return h(
    "button",
    {
      type: "button",
      class: "tray-chip",
      role: "radio",
      draggable: "true",
      aria: { label: t("table.chip", { amount: money(worth) }) },
      onclick: () => commands.choose(worth),
      ondragstart: (/** @type {DragEvent} */ event) =>
        event.dataTransfer?.setData("text/plain", String(worth)),
    },
    makeChip(worth),
  );
}

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
  if (offers.has("draw_prize")) return t("table.prize");
  const is_split = Object.keys(boxes[turn[0]]?.hands ?? {}).length > 1;
  if (offers.size)
    return (
      t("table.your_turn", { n: turn[0] }) +
      (is_split ? t("table.which_hand", { n: turn[1] }) : "")
    );
  if (phase === "playing") return t("table.others_turn", { n: turn[0] });
  return t("table.wait");
}

/** @param {Now} now @param {Layout} layout */
function tellBetting(now, layout) {
  const { table } = now;
  if (now.waiting?.length) return t("table.waiting_for", { names: now.waiting.join(", ") });
  if (now.waiting || placed(table)) return t("table.placed");
  if (draftSum(now.draft)) return t("table.laid", { amount: money(draftSum(now.draft)) });
  const results = table.last ? resultsOf(table.last, table.you) : [];
  if (results.length) {
    const net = results.reduce((total, result) => total + result.net, 0);
    return t(net > 0 ? "table.won" : net < 0 ? "table.lost" : "table.pushed", {
      amount: signed(net),
    });
  }
  return t("table.bet", { low: money(layout.min_bet), high: money(layout.max_bet) });
}
