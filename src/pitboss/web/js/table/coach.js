// The coach: what each act is worth, what the chosen one cost, and a score over the session.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { complain } from "../shell.js";
import { named, t } from "../strings.js";

/**
 * @typedef {import("../protocol.js").Advice} Advice
 * @typedef {"off" | "show" | "drill"} Mode
 * @typedef {{decisions: number, best: number, cost: number}} Score
 */

const ASKED_FOR = new Set(["hit", "stand", "double", "split", "surrender", "insure"]);
/** Two values nearer than this are the same to a player. */
const NEAR = 5e-5;

/** @param {string} table @param {() => void} changed Called when there is something new to show. */
export function makeCoach(table, changed) {
  /** @type {Advice | null} */
  let advice = null;
  let asked = -1;
  let verdict = "";
  /** @type {Mode} */
  let mode = /** @type {Mode} */ (sessionStorage.getItem("pitboss.coach") ?? "off");
  /** @type {Score} */
  let score = JSON.parse(sessionStorage.getItem("pitboss.score") ?? "null") ?? {
    decisions: 0,
    best: 0,
    cost: 0,
  };
  const element = h("section", {
    class: "coach panel",
    aria: { label: t("coach.title") },
    role: "group",
  });

  function show() {
    element.hidden = mode === "off";
    const share = score.decisions ? Math.round((100 * score.best) / score.decisions) : 0;
    fill(
      element,
      h(
        "div",
        { class: "row" },
        h("strong", null, t("coach.title")),
        ["show", "drill"].map((name) =>
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              aria: { pressed: String(mode === name) },
              onclick: () => choose(/** @type {Mode} */ (name)),
            },
            t(name === "show" ? "coach.show" : "coach.drill"),
          ),
        ),
        h(
          "span",
          { class: "soft small score" },
          t("coach.score", { decisions: score.decisions, share, cost: score.cost.toFixed(3) }),
        ),
        score.decisions
          ? h("button", { type: "button", class: "quiet", onclick: restart }, t("coach.restart"))
          : null,
      ),
      h(
        "p",
        { class: "small verdict", role: "status" },
        verdict || (mode === "drill" ? t("coach.drill_text") : t("coach.text")),
      ),
      mode === "show" && advice && advice.acts.length ? values(advice) : null,
    );
  }

  /** @param {Advice} told */
  function values(told) {
    return h(
      "ul",
      { class: "values" },
      told.acts.map((one, place) =>
        h(
          "li",
          { class: place === 0 ? "best" : "" },
          h("span", null, named("act", one.act)),
          h("span", { class: "numbers" }, signed3(one.ev)),
          h(
            "span",
            { class: "soft small" },
            place === 0 ? t("coach.best") : t("coach.gives_away", { cost: one.cost.toFixed(3) }),
          ),
        ),
      ),
      h("li", { class: "soft small" }, t("coach.seen", { n: told.cards_seen })),
    );
  }

  /** @param {Mode} next */
  function choose(next) {
    mode = next;
    sessionStorage.setItem("pitboss.coach", mode);
    asked = -1;
    advice = null;
    verdict = "";
    show();
    changed();
  }

  function restart() {
    score = { decisions: 0, best: 0, cost: 0 };
    keep();
    verdict = "";
    show();
  }

  const keep = () => sessionStorage.setItem("pitboss.score", JSON.stringify(score));

  show();
  return {
    element,
    /** The values to show beside the acts, and whether they are kept back until the act. */
    current: () => ({ advice, drill: mode === "drill" }),
    toggle: () => choose(mode === "off" ? "show" : "off"),
    isOn: () => mode !== "off",
    /**
     * Ask about the decision that the viewer has now.
     *
     * @param {import("../protocol.js").Status} status
     */
    async ask(status) {
      const is_due = status.offers.some((offer) => ASKED_FOR.has(offer.do));
      if (mode === "off" || !is_due) {
        advice = null;
        return;
      }
      if (asked === status.version) return;
      asked = status.version;
      advice = null;
      try {
        const told = await get(`/api/tables/${table}/advice`);
        if (asked !== status.version) return;
        advice = told;
      } catch (error) {
        complain(error);
      }
      show();
      changed();
    },
    /** What an act cost, told after it and counted. @param {string} act */
    judge(act) {
      const judged = advice;
      const told = judged?.acts.find((one) => one.act === act);
      advice = null;
      if (mode === "off" || !judged || !told) return;
      const is_best = told.cost < NEAR;
      score = {
        decisions: score.decisions + 1,
        best: score.best + Number(is_best),
        cost: score.cost + told.cost,
      };
      keep();
      const best = named("act", judged.acts[0].act);
      verdict = is_best
        ? t("coach.right", { act: named("act", act), ev: signed3(told.ev) })
        : t("coach.wrong", { act: named("act", act), cost: told.cost.toFixed(3), best });
      show();
    },
  };
}

/** @param {number} ev */
const signed3 = (ev) => (ev < 0 ? "−" : "+") + Math.abs(ev).toFixed(3);
