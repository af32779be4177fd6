// A study that the server plays for the desk, with its progress.

import { fill, h } from "../core/dom.js";
import { LiveElement } from "../core/element.js";
import { queryOf } from "../odds/choice.js";
import { events } from "../core/stream.js";
import { t, whole } from "../words/translate.js";
import "../../lang/en/desk.js";

const ROUNDS = [1_000_000, 20_000_000, 100_000_000];

/** `<study-run>`: tells that it is done; a run ends when the desk is left. */
export class StudyRun extends LiveElement {
  path = "";
  /** @type {import("../odds/choice.js").Options} */
  options = {};
  /** @type {AbortController | undefined} */
  #stop;
  #state = h("p", { class: "soft small", role: "status" });
  #bar = h("progress", { max: 1, value: 0, hidden: true, aria: { label: t("desk.progress") } });
  /** @type {HTMLSelectElement} */
  #rounds = h(
    "select",
    { id: "desk-rounds" },
    ROUNDS.map((n) => h("option", { value: n, selected: n === ROUNDS[1] }, whole(n))),
  );
  #end = h(
    "button",
    { type: "button", hidden: true, onclick: () => this.#stop?.abort() },
    t("desk.stop"),
  );

  begin() {
    this.classList.add("stack", "panel");
    fill(
      this,
      h("p", null, t("desk.unstudied")),
      h(
        "form",
        {
          class: "row",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.#run();
          },
        },
        h(
          "div",
          { class: "field" },
          h("label", { for: "desk-rounds" }, t("desk.rounds")),
          this.#rounds,
        ),
        h("button", { class: "main" }, t("desk.play")),
        this.#end,
      ),
      h("div", { class: "sim-progress" }, this.#bar, this.#state),
    );
    this.signal.addEventListener("abort", () => this.#stop?.abort());
  }

  async #run() {
    this.#stop?.abort();
    const { signal } = (this.#stop = new AbortController());
    this.#end.hidden = this.#bar.hidden = false;
    this.#state.textContent = t("desk.preparing");
    const query = queryOf([this.options], [{ rounds: this.#rounds.value }]);
    let is_done = false;
    try {
      for await (const told of events(`${this.path}${query}`, signal)) {
        this.#bar.setAttribute("max", told.wanted);
        this.#bar.setAttribute("value", told.rounds);
        this.#state.textContent = t("desk.playing", {
          rounds: whole(told.rounds),
          wanted: whole(told.wanted),
        });
        is_done = told.rounds >= told.wanted;
      }
    } catch (error) {
      if (!signal.aborted)
        fill(
          this.#state,
          h("span", { class: "loss" }, error instanceof Error ? error.message : String(error)),
        );
    } finally {
      this.#end.hidden = this.#bar.hidden = true;
    }
    if (is_done) this.dispatchEvent(new Event("done"));
  }
}

customElements.define("study-run", StudyRun);
