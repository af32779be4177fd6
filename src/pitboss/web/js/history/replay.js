// One round, step by step, with what was paid and why, its script, and the proof of its shoe.

import { get } from "../core/api.js";
import { fill, h, say } from "../core/dom.js";
import { every, LiveElement, make } from "../core/element.js";
import { me } from "../shell/session.js";
import { complain, toast } from "../shell/shell.js";
import { moment, t } from "../words/translate.js";
import "../../lang/en/history.js";
import { TableFelt } from "../table/felt/felt.js";
import { patch, WatchedTable } from "../core/view.js";
import { heard, tell } from "../words/events.js";
import { fairness } from "./fairness_panel.js";
import { payments } from "./payments.js";
import { codeOf, receiptOf } from "./receipts.js";
import { amount } from "./rounds.js";
import { titleOf } from "./tables.js";

/**
 * @typedef {import("../core/protocol.js").RoundSteps} RoundSteps
 * @typedef {import("../core/protocol.js").Layout} Layout
 */

const PLAY_MS = 900;

/** One round at a table. @param {string} table @param {number} number */
export async function replay(table, number) {
  const path = `/api/tables/${table}/rounds/${number}`;
  /** @type {[RoundSteps, Layout, string]} */
  const [played, layout, title] = await Promise.all([
    get(`${path}/steps`),
    get(`${path}/layout`),
    titleOf(table),
  ]);
  return [
    h("p", null, h("a", { href: `#/history/${table}` }, t("history.back", { table: title }))),
    h("h1", null, t("history.round_at", { number, table: title })),
    h(
      "p",
      { class: "row" },
      h(
        "time",
        { class: "soft", datetime: new Date(played.round.at_ms).toISOString() },
        moment(played.round.at_ms),
      ),
      Object.entries(played.round.net).map(([name, net]) =>
        h("span", null, `${name} `, amount(net)),
      ),
      receiptCode(table, number),
    ),
    make(RoundReplay, { layout, steps: shownSteps(played) }),
    payments(played),
    script(path, table, number),
    fairness(table, path),
  ];
}

/** The code of the receipt that this device keeps. @param {string} table @param {number} number */
function receiptCode(table, number) {
  const kept = receiptOf(table, number);
  if (!kept) return null;
  return h("span", { class: "soft" }, t("receipt.code"), " ", h("code", null, codeOf(kept)));
}

/** What is told of a round, each event with the table after it. @param {RoundSteps} played */
function shownSteps({ view, steps }) {
  const table = structuredClone(view);
  return steps
    .map(({ message }) => {
      patch(table, message.changes);
      return { message, told: tell(message), view: structuredClone(table) };
    })
    .filter(({ told }) => told);
}

/** `<round-replay>`: the felt of the table, and the controls that go through the round. */
class RoundReplay extends LiveElement {
  /** @type {Layout | undefined} */
  layout;
  /** @type {ReturnType<typeof shownSteps>} */
  steps = [];
  #at = 0;
  /** Stops the round that plays by itself. @type {AbortController | null} */
  #playing = null;
  #felt = new TableFelt();
  #told = h("p", { class: "told", role: "status" });
  #list = h("ol", { class: "steps" });
  /** @type {HTMLInputElement} */
  #slider = h("input", {
    type: "range",
    min: 0,
    aria: { label: t("replay.slider") },
    oninput: () => this.#show(Number(this.#slider.value)),
  });
  #play = h(
    "button",
    {
      type: "button",
      class: "main",
      onclick: () => (this.#playing ? this.#stop() : this.#start()),
    },
    t("replay.play"),
  );

  begin() {
    const last = this.steps.length - 1;
    this.role = "region";
    this.ariaLabel = t("replay.title");
    this.classList.add("panel");
    this.dataset.cloth = this.layout?.rulebook;
    this.#felt.layout = this.layout;
    this.#slider.max = String(last);
    fill(
      this.#list,
      this.steps.map((step, place) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => this.#show(place) },
            step.told,
          ),
        ),
      ),
    );
    fill(
      this,
      h(
        "div",
        { class: "view" },
        this.#felt,
        this.#told,
        h(
          "div",
          { class: "row" },
          this.#button("first", () => 0),
          this.#button("back", () => this.#at - 1),
          this.#play,
          this.#button("next", () => this.#at + 1),
          this.#button("last", () => last),
        ),
        this.#slider,
      ),
      this.#list,
    );
    // What came of it is there at once; the way there is gone back, or played.
    this.#show(last);
    this.signal.addEventListener("abort", () => this.#stop());
  }

  /** @param {"first" | "back" | "next" | "last"} name @param {() => number} place */
  #button(name, place) {
    const go = () => {
      this.#stop();
      this.#show(place());
    };
    return h("button", { type: "button", onclick: go }, t(`replay.${name}`));
  }

  /** @param {number} place */
  #show(place) {
    this.#at = Math.max(0, Math.min(this.steps.length - 1, place));
    const { message, told, view } = this.steps[this.#at];
    const you = me()?.name ?? "";
    const table = new WatchedTable({ you, view });
    // When a round is over its cards have been taken up; what lay there is worth more to see.
    if (message.event.event === "round_ended" && this.#at) {
      table.last = this.steps[this.#at - 1].view;
      this.#felt.show(new WatchedTable({ you, view: table.last }), new Map(), null);
    }
    this.#slider.value = String(this.#at);
    this.#slider.ariaValueText = told;
    say(this.#told, [told, ...heard(message)].join(" "));
    this.#felt.show(table, new Map(), null);
    [...this.#list.children].forEach((item, one) => {
      item.ariaCurrent = one === this.#at ? "step" : null;
    });
    const item = /** @type {HTMLElement} */ (this.#list.children[this.#at]);
    this.dataset.step = String(this.#at);
    this.#list.scrollTop = item.offsetTop - this.#list.clientHeight / 2;
  }

  #start() {
    const is_last = () => this.#at === this.steps.length - 1;
    if (is_last()) this.#show(0);
    this.#playing = new AbortController();
    every(
      PLAY_MS,
      () => (is_last() ? this.#stop() : this.#show(this.#at + 1)),
      this.#playing.signal,
    );
    say(this.#play, t("replay.pause"));
  }

  #stop() {
    this.#playing?.abort();
    this.#playing = null;
    say(this.#play, t("replay.play"));
  }
}

customElements.define("round-replay", RoundReplay);

/**
 * The round as a script, to be kept and to be played again.
 *
 * @param {string} path
 * @param {string} table
 * @param {number} number
 */
function script(path, table, number) {
  const text = h("pre", { class: "script scroll-x", tabindex: 0, hidden: true });
  const verdict = h("p", { role: "status", class: "notice", hidden: true });

  async function show() {
    const told = await get(`${path}/script`);
    fill(text, told);
    text.hidden = false;
    const link = h("a", {
      href: URL.createObjectURL(new Blob([told], { type: "application/toml" })),
      download: `${table}-${number}.round.toml`,
    });
    link.click();
    toast(t("script.saved", { name: `${table}-${number}.round.toml` }));
  }

  async function again() {
    const replayed = await get(`${path}/replay`);
    verdict.hidden = false;
    verdict.classList.toggle("bad", !replayed.ok);
    fill(
      verdict,
      replayed.ok ? t("script.holds") : t("script.fails", { text: replayed.failures.join("; ") }),
    );
  }

  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("script.title")),
    h("p", { class: "soft" }, t("script.hint")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => show().catch(complain) }, t("script.export")),
      h("button", { type: "button", onclick: () => again().catch(complain) }, t("script.replay")),
    ),
    verdict,
    text,
  );
}
