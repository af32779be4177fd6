// One hand of a drill: the cards, the acts, and after the answer what each act is worth.

import { fill, h } from "../core/dom.js";
import { LiveElement } from "../core/element.js";
import { expectation, whole } from "../odds/figures.js";
import { named, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import "../../lang/en/learn.js";
import { KEYS } from "../table/controls/buttons.js";
import { cardName } from "../table/felt/card.js";
import { CardFan } from "../table/felt/fan.js";
import { inMoney } from "./assumed.js";
import { costOf, NEAR, shownBy } from "./deck.js";

/** @typedef {import("../core/protocol.js").Drill} Drill */

const SUITS = 4;
/** Acts in the order of their buttons, and the keys of those that the table has no key for. */
const ORDER = /** @type {const} */ ([
  ...["hit", "stand", "double", "double_half", "split", "surrender"],
  ...["insure", "take_even_money", "decline"],
]);
/** @type {Record<string, string>} */
const ALL_KEYS = { ...KEYS, double_half: "F", insure: "I", take_even_money: "E", decline: "N" };

/**
 * `<drill-question>`: says `answered` with the act and what it cost, then `next`.
 */
export class DrillQuestion extends LiveElement {
  /** @type {Drill | null} */
  #hand = null;
  #act = "";
  /**
   * What your own chart plays; nothing where the exact odds decide.
   * @type {Map<Drill, string | undefined>}
   */
  charted = new Map();
  #felt = h("div", { class: "drill-felt", aria: { live: "polite" } });
  #acts = h("div", { class: "row acts" });
  #verdict = h("div", { class: "verdict stack", role: "status" });

  begin() {
    this.role = "region";
    this.ariaLabel = t("drill.title");
    this.tabIndex = -1;
    this.classList.add("panel");
    fill(this, this.#felt, this.#acts, this.#verdict);
    document.addEventListener("keydown", (event) => this.#heard(event), { signal: this.signal });
  }

  /** @param {Drill} hand */
  ask(hand) {
    this.#hand = hand;
    this.#act = "";
    if (this.contains(document.activeElement)) {
      this.focus({ preventScroll: true });
      // A small screen has gone down to the verdict.
      this.#felt.scrollIntoView({ block: "nearest" });
    }
    fill(this.#verdict);
    fill(
      this.#felt,
      this.#cards(t("felt.dealer"), shownBy(hand)),
      this.#cards(t("drill.your_hand"), hand.cards),
    );
    this.dataset.hand = `${hand.cards.join("+")} ${shownBy(hand).join("+")}`;
    fill(
      this.#acts,
      ORDER.filter((act) => act in hand.values).map((act) =>
        h(
          "button",
          {
            type: "button",
            data: { act },
            aria: { keyshortcuts: ALL_KEYS[act] },
            onclick: () => this.#answer(act),
          },
          actText(hand, act),
          h("kbd", null, ALL_KEYS[act]),
        ),
      ),
    );
  }

  /** Tell the same again, under other assumptions. */
  retell() {
    if (this.#act) this.#tell();
  }

  /** @param {string} act */
  #answer(act) {
    const hand = this.#hand;
    if (!hand || this.#act) return;
    this.#act = act;
    const cost = costOf(hand, act);
    const is_right = this.#isRight(hand, act);
    for (const button of this.#acts.querySelectorAll("button")) {
      button.disabled = true;
      button.classList.toggle("best", this.#isRight(hand, button.dataset.act ?? ""));
      button.classList.toggle("wrong", !is_right && button.dataset.act === act);
    }
    this.#tell();
    const detail = { hand, act, cost, is_right };
    this.dispatchEvent(new CustomEvent("answered", { detail }));
    const next = /** @type {HTMLElement | null} */ (this.#verdict.querySelector("button"));
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  }

  /**
   * By your own chart if there is one, or by the exact odds.
   *
   * @param {Drill} hand
   * @param {string} act
   */
  #isRight(hand, act) {
    const charted = this.charted.get(hand);
    return charted ? act === charted : costOf(hand, act) < NEAR;
  }

  #tell() {
    const hand = this.#hand;
    if (!hand) return;
    const cost = costOf(hand, this.#act);
    const charted = this.charted.get(hand);
    const [best] = charted ? [charted] : Object.keys(hand.values);
    const is_right = this.#isRight(hand, this.#act);
    const told = { act: actText(hand, this.#act), best: actText(hand, best) };
    const wrong = charted ? "chart_file.wrong" : "drill.wrong";
    fill(
      this.#verdict,
      h(
        "p",
        { class: is_right ? "notice good" : "notice bad" },
        h("strong", null, t(is_right ? "drill.right" : wrong, told)),
        cost < NEAR ? null : ` ${t("drill.cost", costText(hand, cost))}`,
      ),
      h(
        "button",
        {
          type: "button",
          class: "main",
          aria: { keyshortcuts: "Enter" },
          onclick: () => this.dispatchEvent(new Event("next")),
        },
        t("drill.next"),
        h("kbd", null, "Enter"),
      ),
      h(
        "dl",
        { class: "facts" },
        Object.entries(hand.values).flatMap(([act, ev]) => [
          h("dt", null, actText(hand, act)),
          h("dd", { class: "numbers" }, expectation(ev, 4)),
        ]),
      ),
    );
  }

  /** @param {string} name @param {readonly number[]} cards */
  #cards(name, cards) {
    const fan = new CardFan();
    const suit = Math.floor(Math.random() * SUITS);
    const dressed = cards.map((card, place) => card - (card % SUITS) + ((suit + place) % SUITS));
    fan.show(dressed.map((card, place) => ({ id: String(place), card })));
    const label = `${name}: ${dressed.map(cardName).join(", ")}`;
    return h("div", { role: "img", aria: { label } }, h("span", null, name), fan);
  }

  /** @param {KeyboardEvent} event */
  #heard(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const is_typing = target.closest("input, select, textarea, dialog");
    if (is_typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toUpperCase();
    if (key === "ENTER" && this.#act && !target.closest("button, a, summary")) {
      this.dispatchEvent(new Event("next"));
      return;
    }
    const act = Object.keys(ALL_KEYS).find((one) => ALL_KEYS[one] === key);
    if (act && this.#hand && act in this.#hand.values) this.#answer(act);
  }
}

customElements.define("drill-question", DrillQuestion);

/** An act of a hand in words. @param {Drill} hand @param {string} act */
export function actText(hand, act) {
  const name = ["insure", "decline"].includes(act) ? named("drill.act", act) : named("act", act);
  return hand.free.includes(act) ? t("drill.free", { act: name }) : name;
}

/** What an error costs each time and in an hour. @param {Drill} hand @param {number} cost */
const costText = ({ chance }, cost) => ({ ...inMoney(cost, chance), rounds: whole(1 / chance) });
