// A shoe that is counted down: cards come at a pace, then the count and the bet are asked for.

import { fill, h, say } from "../core/dom.js";
import { LiveElement, make } from "../core/element.js";
import { t } from "../words/translate.js";
import "../../lang/en/learn.js";
import { CardFan } from "../table/felt/fan.js";
import { CountAnswer } from "./count_answer.js";

/**
 * @typedef {import("../core/protocol.js").CountedShoe} CountedShoe
 * @typedef {import("../core/protocol.js").CountedRound} CountedRound
 * @typedef {import("../core/protocol.js").SeenCard} SeenCard
 */

/** Cards a second that can be chosen. */
const PACES = { slowest: 0.5, fastest: 10, usual: 2 };
const KEY = "pitboss.count.pace";

/** `<counted-table>`: says `done` when another shoe is wanted. */
export class CountedTable extends LiveElement {
  /** @type {CountedShoe | undefined} */
  shoe;
  #round = -1;
  #shown = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #felt = h("div", { class: "count-felt", role: "img" });
  #rack = h("div", { class: "count-rack", role: "img" });
  #status = h("p", { class: "soft", role: "status" });
  #place = h("div", { class: "stack" });
  /** @type {Record<string, {asked: number, right: number}>} */
  #score = {};
  #scored = h("dl", { class: "figures" });
  /** @type {HTMLInputElement} */
  #pace = h("input", {
    id: "pace",
    type: "range",
    min: PACES.slowest,
    max: PACES.fastest,
    step: 0.5,
    value: Number(localStorage.getItem(KEY)) || PACES.usual,
    oninput: () => {
      localStorage.setItem(KEY, this.#pace.value);
      this.#tellPace();
    },
  });
  #paceText = h("output", { for: "pace" });

  begin() {
    const { shoe } = this;
    if (!shoe) return;
    this.classList.add("panel", "stack");
    fill(
      this,
      h("h2", null, t("count.shoe", { title: shoe.title, n: shoe.decks })),
      tagTable(shoe),
      h("div", { class: "row pace" }, h("label", { for: "pace" }, t("count.pace")), this.#pace),
      h("div", { class: "count-table" }, this.#felt, this.#rack),
      this.#status,
      this.#place,
      this.#scored,
    );
    this.querySelector(".pace")?.append(this.#paceText);
    this.#tellPace();
    this.signal.addEventListener("abort", () => clearTimeout(this.#timer));
    this.#next();
  }

  #tellPace() {
    say(this.#paceText, t("count.a_second", { n: Number(this.#pace.value) }));
  }

  /** The next round is dealt. */
  #next() {
    this.#round += 1;
    this.#shown = 0;
    fill(this.#place);
    const round = this.shoe?.rounds[this.#round];
    if (!round) this.#end();
    else this.#deal(round);
  }

  /** @param {CountedRound} round */
  #deal(round) {
    this.#shown += 1;
    this.#draw(round.cards.slice(0, this.#shown));
    const of = this.shoe?.rounds.length ?? 0;
    say(this.#status, t("count.dealing", { n: this.#round + 1, of }));
    this.dataset.dealt = String(this.#shown);
    const wait_ms = 1000 / Number(this.#pace.value);
    const go_on = this.#shown < round.cards.length;
    this.#timer = setTimeout(() => (go_on ? this.#deal(round) : this.#ask(round)), wait_ms);
  }

  /** @param {CountedRound} round */
  #ask(round) {
    const { shoe } = this;
    if (!shoe) return;
    const before = this.#dealt(round);
    this.#rack.style.setProperty("--full", String(before / (shoe.decks * shoe.deck_size)));
    this.#rack.ariaLabel = t("count.rack", { n: Math.round((2 * before) / shoe.deck_size) / 2 });
    say(this.#status, t("count.asked"));
    const answer = make(CountAnswer, { shoe, round });
    answer.addEventListener("answered", (event) =>
      this.#note(/** @type {CustomEvent} */ (event).detail),
    );
    answer.addEventListener("next", () => this.#next());
    fill(this.#place, answer);
    answer.take();
  }

  /** Cards that have left the shoe. @param {CountedRound} round */
  #dealt(round) {
    return (this.shoe?.decks ?? 0) * (this.shoe?.deck_size ?? 0) - round.cards_left;
  }

  /** @param {Record<string, boolean>} answers */
  #note(answers) {
    for (const [name, is_right] of Object.entries(answers)) {
      const score = (this.#score[name] ??= { asked: 0, right: 0 });
      score.asked += 1;
      score.right += Number(is_right);
    }
    fill(
      this.#scored,
      Object.entries(this.#score).map(([name, { asked, right }]) =>
        h(
          "div",
          null,
          h("dt", null, t(/** @type {"count.running"} */ (`count.${name}`))),
          h("dd", { class: "numbers" }, t("count.of", { right, asked })),
        ),
      ),
    );
  }

  #end() {
    fill(this.#felt);
    say(this.#status, t("count.over"));
    fill(
      this.#place,
      h(
        "button",
        { type: "button", class: "main", onclick: () => this.dispatchEvent(new Event("done")) },
        t("count.again"),
      ),
    );
  }

  /** Cards by the hand that they came to. @param {SeenCard[]} cards */
  #draw(cards) {
    /** @type {Map<string, SeenCard[]>} */
    const hands = new Map([["0.0", []]]);
    for (const card of cards) {
      const key = card.box ? `${card.box}.${card.hand}` : "0.0";
      hands.set(key, [...(hands.get(key) ?? []), card]);
    }
    const sorted = [...hands].sort(([a], [b]) => Number(a) - Number(b));
    this.#felt.ariaLabel = t("count.felt", { n: cards.length });
    fill(
      this.#felt,
      sorted.map(([key, held]) => {
        const fan = new CardFan();
        fan.show(held.map(({ card }, place) => ({ id: String(place), card })));
        const name = key === "0.0" ? t("felt.dealer") : t("felt.box", { n: key.split(".")[0] });
        return h("div", { class: key === "0.0" ? "dealer" : "hand" }, h("span", null, name), fan);
      }),
    );
  }
}

customElements.define("counted-table", CountedTable);

/** What each value counts. @param {CountedShoe} shoe */
function tagTable({ tags, start, ramp, is_true }) {
  const steps = ramp.map(([from, units], place) =>
    place ? t("count.step", { from, n: units }) : t("count.least", { n: units }),
  );
  return h(
    "details",
    { class: "tags" },
    h("summary", null, t("count.tags")),
    h(
      "div",
      { class: "scroll-x", tabindex: 0 },
      h(
        "table",
        null,
        h("tr", null, ...Object.keys(tags).map((name) => h("th", { scope: "col" }, name))),
        h(
          "tr",
          null,
          ...Object.values(tags).map((tag) =>
            h("td", { class: "numbers" }, tag > 0 ? `+${tag}` : String(tag).replace("-", "−")),
          ),
        ),
      ),
    ),
    h("p", { class: "small" }, t(is_true ? "count.how_true" : "count.how_running", { start })),
    h("p", { class: "small" }, t("count.bets", { steps: steps.join(", ") })),
  );
}
