// What the lobby has below its tables: bots to watch, the hand of the day, games of the gallery.

import { get, post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { edgeWords } from "../core/edge.js";
import { LiveElement, make } from "../core/element.js";
import { style } from "../core/styles.js";
import { shownName } from "../shell/guests.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/lobby.js";
import "../../lang/en/more.js";
import { language } from "../words/language.js";
import { t, titled } from "../words/translate.js";
import { TryHand } from "./try_hand.js";

/**
 * @typedef {import("../core/protocol.js").DayHand} DayHand
 * @typedef {import("../core/protocol.js").DemoSummary} Demo
 * @typedef {import("../odds/answers").BookSummary} BookSummary
 */

/** Games that many know: they are shown at once, and the others open. */
const KNOWN = [
  "spanish_21",
  "pontoon",
  "double_exposure",
  "super_fun_21",
  "six_card_charlie",
  "macau",
  "vegas_strip_s17",
  "european",
];
const KEY = "pitboss.day";
const DATE = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });

/** `<lobby-more>` */
export class LobbyMore extends LiveElement {
  /** Where the hand of the day lies, and where bots are watched. */
  day = h("section");
  demo = h("section");

  begin() {
    style("/css/more.css").then(() => this.#show(), complain);
  }

  #show() {
    this.#showDemo(this.demo).catch(complain);
    this.#showDay(this.day).catch(complain);
    this.#showGames(this).catch(complain);
  }

  /** The bots' table, where the house has one. @param {HTMLElement} place */
  async #showDemo(place) {
    /** @type {Demo | null} */
    const demo = await get("/api/demo-table");
    if (!demo || this.signal.aborted) return;
    const open = () => post("/api/demo-table");
    const go = () => open().then(({ table }) => (location.hash = `#/table/${table}`), complain);
    place.dataset.cloth = demo.rulebook;
    fill(
      place,
      h(
        "div",
        { class: "picture", aria: { hidden: "true" } },
        demo.bots.map((bot) => h("span", { class: "face-of" }, shownName(bot).slice(0, 1))),
      ),
      h("h2", null, t("lobby.demo")),
      h("p", { class: "hook" }, t("demo.text")),
      h("p", { class: "here small soft" }, t("demo.rest")),
      h("button", { type: "button", class: "main", onclick: go }, t("demo.watch")),
    );
    place.hidden = false;
  }

  /** @param {HTMLElement} place */
  async #showDay(place) {
    fill(place, h("h2", null, t("lobby.day")), h("p", { class: "soft" }, t("day.wait")));
    place.hidden = false;
    /** @type {DayHand} */
    const hand = await get("/api/hand-of-the-day");
    if (this.signal.aborted) return;
    const { rulebook, title, day, values } = hand;
    const more = h("a", { class: "button", href: `#/drills/${rulebook}` }, t("day.more"));
    const played = make(TryHand, {
      hand: { ...hand, acts: Object.keys(values).sort(byName) },
      title: t("day.ask"),
      label: t("lobby.day"),
      values: () => Promise.resolve(values),
    });
    played.addEventListener("judged", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      localStorage.setItem(KEY, `${day} ${detail}`);
    });
    fill(
      place,
      h(
        "div",
        { class: "about" },
        h("h2", null, t("lobby.day")),
        h("p", null, t("day.text", { title: titled(title) })),
        h("p", { class: "soft small" }, DATE.format(new Date(day))),
        more,
      ),
      played,
    );
    const [before, act] = (localStorage.getItem(KEY) ?? "").split(" ");
    if (before === day && act in values) played.judge(act).catch(complain);
  }

  /** @param {HTMLElement} place */
  async #showGames(place) {
    /** @type {BookSummary[]} */
    const games = await get("/api/gallery");
    if (this.signal.aborted) return;
    const known = KNOWN.flatMap((id) => games.find((game) => game.id === id) ?? []);
    const others = games.filter((game) => !known.includes(game));
    fill(
      place,
      h("h2", null, t("lobby.more")),
      h("p", { class: "soft" }, t("more.text", { n: games.length })),
      h("ul", { class: "games" }, known.map(gameCard)),
      h(
        "details",
        null,
        h("summary", null, t("more.all", { n: others.length })),
        h("ul", { class: "games" }, others.map(gameCard)),
      ),
    );
  }
}

customElements.define("lobby-more", LobbyMore);

/** In the order in which players name them. */
const ACTS = ["hit", "stand", "double", "double_half", "split", "surrender"];
const byName = (/** @type {string} */ a, /** @type {string} */ b) =>
  ACTS.indexOf(a) - ACTS.indexOf(b);

/** @param {BookSummary} game */
const gameCard = ({ id, title, about, house_edge: edge }) =>
  h(
    "li",
    { data: { cloth: id } },
    h("a", { href: `#/open/${id}?private` }, titled(title)),
    edge === null || edge === undefined ? null : h("strong", { class: "numbers" }, edgeWords(edge)),
    h("p", { class: "soft small" }, titled(about)),
  );
