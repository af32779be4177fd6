// Counts down what the table waits for, and warns in the last seconds.

import { h, say } from "../../core/dom.js";
import { every, LiveElement } from "../../core/element.js";
import { t } from "../../words/translate.js";
import { hear } from "../motion/heard.js";

/** The last seconds, in which the clock warns, in milliseconds. */
const WARN_MS = 5_000;

/** `<countdown-timer>`: a bar that shortens until a moment, and the seconds left. */
export class CountdownTimer extends LiveElement {
  #until_ms = 0;
  #bank_ms = 0;
  #from_ms = 0;
  #ticked = -1;
  #is_mine = false;
  #seconds = h("span", { class: "seconds" });
  #bank = h("span", { class: "bank" });
  #warning = h("span", { class: "visually-hidden", role: "alert" });

  /**
   * Count down to a moment; 0 where nothing is waited for.
   *
   * @param {number} until_ms
   * @param {{bank_ms?: number, is_mine?: boolean}} [how] How much of the end comes from the time
   *   bank, and whether the viewer is waited for.
   */
  show(until_ms, { bank_ms = 0, is_mine = false } = {}) {
    this.#is_mine = is_mine;
    if (until_ms === this.#until_ms && bank_ms === this.#bank_ms) return;
    this.#until_ms = until_ms;
    this.#bank_ms = bank_ms;
    this.#from_ms = Date.now();
    this.#ticked = -1;
    this.#tick();
  }

  begin() {
    this.role = "timer";
    this.ariaLabel = t("table.timer");
    this.replaceChildren(h("span", { class: "bar" }), this.#seconds, this.#bank, this.#warning);
    every(250, () => this.#tick(), this.signal);
    this.#tick();
  }

  #tick() {
    const all_ms = this.#until_ms - Date.now();
    this.classList.toggle("is-idle", all_ms <= 0);
    if (all_ms <= 0) {
      this.classList.remove("is-short", "is-bank");
      say(this.#warning, "");
      return;
    }
    const own_ms = all_ms - this.#bank_ms;
    const is_bank = this.#bank_ms > 0 && own_ms <= 0;
    const left_ms = is_bank ? all_ms : own_ms;
    const whole_ms = is_bank ? this.#bank_ms : this.#until_ms - this.#bank_ms - this.#from_ms;
    const seconds = Math.ceil(left_ms / 1_000);
    const is_short = this.#is_mine && left_ms <= WARN_MS;
    this.classList.toggle("is-bank", is_bank);
    this.classList.toggle("is-short", is_short);
    this.style.setProperty("--share", String(Math.min(1, left_ms / Math.max(1, whole_ms))));
    say(this.#seconds, t("table.seconds", { n: seconds }));
    const bank = Math.ceil(this.#bank_ms / 1_000);
    say(this.#bank, is_bank ? t("table.bank_runs") : bank ? t("table.bank", { n: bank }) : "");
    if (is_short && seconds !== this.#ticked) this.#warn(seconds);
    else if (!is_short) say(this.#warning, "");
  }

  /** @param {number} seconds */
  #warn(seconds) {
    if (this.#ticked < 0 || seconds > this.#ticked)
      say(this.#warning, t("table.hurry", { n: seconds }));
    this.#ticked = seconds;
    hear("tick");
  }
}

customElements.define("countdown-timer", CountdownTimer);
