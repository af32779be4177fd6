// The first round explains itself: one short hint at a time at the felt, and never again after it.

import { fill, h, say } from "../core/dom.js";
import { LiveElement } from "../core/element.js";
import * as icons from "../core/icons.js";
import { get, set } from "../shell/settings.js";
import { t } from "../words/translate.js";

/**
 * @typedef {import("../core/view.js").WatchedTable} Table
 * @typedef {import("../core/protocol.js").Status} Status
 * @typedef {"bet" | "deal" | "insurance" | "early" | "act" | "wait" | "over"} Hint
 */

const ACTS = new Set(["hit", "stand", "double", "split", "surrender"]);
const OFFERS = new Set(["insure", "take_even_money"]);

/** `<first-round>`: gone for good once it is closed, or once a second round is dealt. */
export class FirstRound extends LiveElement {
  #text = h("p", { role: "status" });
  #hint = /** @type {Hint | ""} */ ("");
  #is_over = false;

  begin() {
    this.role = "note";
    this.ariaLabel = t("hints.title");
    // Its room is there from the first paint to the last, so that the felt stays where it is.
    this.hidden = get("hints") === "off";
    this.style.visibility = "hidden";
    fill(
      this,
      this.#text,
      h(
        "button",
        {
          type: "button",
          class: "quiet icon",
          aria: { label: t("hints.close") },
          title: t("hints.close"),
          onclick: () => this.#end(),
        },
        icons.cross(),
      ),
    );
  }

  /**
   * Say what can be done now.
   *
   * @param {{table: Table, status: Status | null, laid: number}} now What is known, and the chips
   *   that are laid out.
   * @param {boolean} waits Whether the table deals by itself, and waits for every player.
   */
  show({ table, status, laid }, waits) {
    if (get("hints") === "off" || !status) return;
    const hint = hintFor(table, status, laid);
    if (this.#is_over && hint !== "over" && table.view.phase !== "betting") {
      this.#end();
      return;
    }
    this.#is_over ||= hint === "over";
    if (!hint || hint === this.#hint || (this.#is_over && hint !== "over")) return;
    this.#hint = hint;
    this.dataset.hint = hint;
    this.style.visibility = "";
    say(this.#text, t(hint === "deal" && !waits ? "hints.place" : `hints.${hint}`));
  }

  #end() {
    set({ hints: "off" });
    this.style.visibility = "hidden";
  }
}

customElements.define("first-round", FirstRound);

/**
 * What comes next, by what the server offers.
 *
 * @param {Table} table
 * @param {Status} status
 * @param {number} laid
 * @returns {Hint | ""}
 */
function hintFor({ view, last, you }, { offers, role }, laid) {
  const is_playing = Object.values(view.boxes).some((box) => Object.hasOwn(box.mains, you));
  if (last && Object.values(last.boxes).some((box) => Object.hasOwn(box.mains, you))) return "over";
  if (view.phase === "betting") return laid || is_playing ? "deal" : "bet";
  if (role !== "player" || !is_playing) return "";
  if (offers.some((offer) => OFFERS.has(offer.do))) return "insurance";
  if (offers.some((offer) => offer.do === "keep_hand")) return "early";
  return offers.some((offer) => ACTS.has(offer.do)) ? "act" : "wait";
}
