// The keys that were typed and what waits to be given, so that nothing keyed is out of sight.

import { fill, h, say } from "../../core/dom.js";
import { inWords } from "../../shell/guests.js";
import { capital, t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import { hint } from "./key_reader.js";

/** `<key-line>`: what is being typed, the queue, and what held it up. */
export class KeyLine extends HTMLElement {
  #typed = h("kbd", { class: "typed" });
  #hint = h("span", { class: "hint" });
  #waiting = h("ol", { class: "waiting", aria: { label: t("console.waiting") } });
  #refused = h("div", { class: "notice bad", role: "alert", hidden: true });
  #shown = "";

  connectedCallback() {
    fill(
      this,
      h("p", { class: "row" }, this.#typed, this.#hint),
      this.#waiting,
      this.#refused,
    );
  }

  /**
   * @param {import("./key_reader.js").KeyReader} reader
   * @param {import("./key_queue.js").KeyQueue} queue
   * @param {string} usual What may be keyed now.
   */
  show(reader, queue, usual) {
    say(this.#typed, reader.typed || "\u00a0");
    say(this.#hint, reader.told || hint(reader.typed) || queue.waits_for || usual);
    const { waiting, is_sent, refused } = queue;
    this.dataset.waiting = String(waiting.length);
    const now = JSON.stringify([waiting.map(({ text }) => text), is_sent, refused]);
    if (now === this.#shown) return;
    this.#shown = now;
    fill(
      this.#waiting,
      waiting.map(({ text }, place) =>
        h("li", { class: is_sent && !place ? "sent" : "" }, text),
      ),
    );
    this.#refused.hidden = !refused;
    fill(
      this.#refused,
      refused &&
        h(
          "p",
          null,
          refused.keyed &&
            h("strong", null, t("console.refused", { what: refused.keyed.text })),
          " ",
          capital(inWords(refused.text)),
          " ",
          refused.clause ? h("span", { class: "clause" }, refused.clause) : null,
        ),
      refused &&
        h(
          "p",
          { class: "row" },
          button(
            waiting.length ? t("console.drop", { n: waiting.length }) : t("console.understood"),
            "Esc",
            () => queue.drop(),
          ),
          waiting.length
            ? button(t("console.go_on", { n: waiting.length }), "Shift Enter", () => queue.goOn())
            : null,
        ),
    );
  }
}

customElements.define("key-line", KeyLine);

/** @param {string} text @param {string} key @param {() => void} act */
const button = (text, key, act) =>
  h("button", { type: "button", onclick: act }, text, " ", h("kbd", null, key));
