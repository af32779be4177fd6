// One round, step by step, with what was paid and why, its script, and the proof of its shoe.

import { get } from "../api.js";
import { fill, h, say } from "../dom.js";
import { complain, toast } from "../shell.js";
import { t } from "../strings.js";
import { fairness } from "./fairness_panel.js";
import { showFelt } from "./felt.js";
import { payments } from "./payments.js";
import { amount } from "./rounds.js";

/** @typedef {import("../protocol.js").RoundSteps} RoundSteps */

const PLAY_MS = 900;

/** @param {HTMLElement} page @param {string} table @param {number} number */
export async function replay(page, table, number) {
  const path = `/api/tables/${table}/rounds/${number}`;
  /** @type {RoundSteps} */
  const found = await get(`${path}/steps`);
  const player = stepper(found);
  fill(page,
    h("p", null, h("a", { href: `#/history/${table}` }, t("history.back", { table }))),
    h("h1", null, t("history.round_at", { number, table })),
    h("p", { class: "row" },
      h("time", { class: "soft", datetime: new Date(found.round.at_ms).toISOString() }, new Date(found.round.at_ms).toLocaleString()),
      Object.entries(found.round.net).map(([name, net]) => h("span", null, `${name} `, amount(net)))),
    player.element,
    payments(found),
    script(path, table, number),
    fairness(table, path));
  return player.stop;
}

/** The felt with the controls that go through the round. @param {RoundSteps} found */
function stepper(found) {
  const steps = found.steps.filter((step) => step.message.told);
  const felt = h("div", { class: "small-felt" });
  const told = h("p", { class: "told", role: "status" });
  const list = h("ol", { class: "steps" }, steps.map((step, place) => h("li", null,
    h("button", { type: "button", class: "quiet", onclick: () => show(place) }, step.message.told))));
  /** @type {HTMLInputElement} */
  const slider = h("input", { type: "range", min: 0, max: steps.length - 1, value: 0, aria: { label: t("replay.slider") }, oninput: () => show(Number(slider.value)) });
  const play = h("button", { type: "button", class: "main", onclick: () => (timer ? stop() : start()) }, t("replay.play"));
  let at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  /** @param {number} place */
  function show(place) {
    at = Math.max(0, Math.min(steps.length - 1, place));
    const step = steps[at];
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", step.message.told);
    say(told, [step.message.told, ...step.message.said].join(" "));
    showFelt(felt, step.view);
    [...list.children].forEach((item, one) => {
      if (one === at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const item = /** @type {HTMLElement} */ (list.children[at]);
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }

  function start() {
    if (at === steps.length - 1) show(0);
    timer = setInterval(() => (at === steps.length - 1 ? stop() : show(at + 1)), PLAY_MS);
    say(play, t("replay.pause"));
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    say(play, t("replay.play"));
  }

  /** @param {"first" | "back" | "next" | "last"} name @param {() => number} place */
  const button = (name, place) => h("button", { type: "button", onclick: () => { stop(); show(place()); } }, t(`replay.${name}`));
  const element = h("section", { class: "replay panel", aria: { label: t("replay.title") } },
    h("div", { class: "view" }, felt, told,
      h("div", { class: "row" }, button("first", () => 0), button("back", () => at - 1), play, button("next", () => at + 1), button("last", () => steps.length - 1)),
      slider),
    list);
  requestAnimationFrame(() => show(0));
  return { element, stop };
}

/** The round as a script, to be kept and to be played again. @param {string} path @param {string} table @param {number} number */
function script(path, table, number) {
  const text = h("pre", { class: "script scroll-x", tabindex: 0, hidden: true });
  const verdict = h("p", { role: "status", class: "notice", hidden: true });

  async function show() {
    const told = await get(`${path}/script`);
    fill(text, told);
    text.hidden = false;
    const link = h("a", { href: URL.createObjectURL(new Blob([told], { type: "application/toml" })), download: `${table}-${number}.round.toml` });
    link.click();
    toast(t("script.saved", { name: `${table}-${number}.round.toml` }));
  }

  async function again() {
    const found = await get(`${path}/replay`);
    verdict.hidden = false;
    verdict.classList.toggle("bad", !found.ok);
    fill(verdict, found.ok ? t("script.holds") : t("script.fails", { text: found.failures.join("; ") }));
  }

  return h("section", { class: "panel stack" }, h("h2", null, t("script.title")), h("p", { class: "soft" }, t("script.hint")),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => show().catch(complain) }, t("script.export")),
      h("button", { type: "button", onclick: () => again().catch(complain) }, t("script.replay"))),
    verdict, text);
}
