// What will change at a table: the notice that everybody there can read, and the time it has left.

import { h, say } from "../core/dom.js";
import { every, LiveElement } from "../core/element.js";
import { clockTime, t } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").NoticeView} NoticeView */

/** The place of a notice of something that will change. */
export const PENDING = "pending";
const MINUTE_MS = 60_000;
const TICK_MS = 5_000;

/** `<posted-notice>`: empty where nothing will change. */
export class PostedNotice extends LiveElement {
  /** @type {NoticeView | undefined} */
  #notice;
  #text = h("span", { role: "status" });
  #when = h("span", { class: "soft" });
  #line = h("p", { class: "notice" }, this.#text, " ", this.#when);

  begin() {
    every(TICK_MS, () => this.#tick(), this.signal);
    this.#tick();
  }

  /** Of all that is written at the table. @param {readonly NoticeView[]} notices */
  show(notices) {
    this.#notice = notices.find(({ place }) => place === PENDING);
    if (!this.#notice) this.replaceChildren();
    else if (!this.firstChild) this.append(this.#line);
    this.#tick();
  }

  #tick() {
    if (!this.#notice) return;
    say(this.#text, this.#notice.text);
    say(this.#when, when(this.#notice.from_ms));
  }
}

customElements.define("posted-notice", PostedNotice);

/** When a change takes effect, in words. @param {number} from_ms */
function when(from_ms) {
  const n = Math.ceil((from_ms - Date.now()) / MINUTE_MS);
  if (n <= 0) return t("notice.soon");
  const time = clockTime(from_ms, { hour: "2-digit", minute: "2-digit" });
  return t("notice.from", { time, n });
}
