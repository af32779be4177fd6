// Counts down what the table waits for.

import { h, say } from "../dom.js";
import { every, LiveElement } from "../element.js";
import { t } from "../strings.js";

/** `<countdown-timer>`: a bar that shortens until a moment, and the seconds left. */
export class CountdownTimer extends LiveElement {
  #until_ms = 0;
  #from_ms = 0;
  #seconds = h("span", { class: "seconds" });

  /** The moment it counts down to; 0 where nothing is waited for. */
  get until_ms() {
    return this.#until_ms;
  }

  set until_ms(until_ms) {
    if (until_ms === this.#until_ms) return;
    this.#until_ms = until_ms;
    this.#from_ms = Date.now();
    this.#tick();
  }

  begin() {
    this.role = "timer";
    this.ariaLabel = t("table.timer");
    this.replaceChildren(h("span", { class: "bar" }), this.#seconds);
    every(250, () => this.#tick(), this.signal);
    this.#tick();
  }

  #tick() {
    const left_ms = this.#until_ms - Date.now();
    this.classList.toggle("is-idle", left_ms <= 0);
    if (left_ms <= 0) return;
    const share = left_ms / Math.max(1, this.#until_ms - this.#from_ms);
    this.style.setProperty("--share", String(share));
    say(this.#seconds, t("table.seconds", { n: Math.ceil(left_ms / 1_000) }));
  }
}

customElements.define("countdown-timer", CountdownTimer);
