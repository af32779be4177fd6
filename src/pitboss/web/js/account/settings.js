// Settings: the language, and how cards, table and page look and sound. They take effect at once,
// and go with the account.

import { secondFactor } from "./factor.js";
import { settleLanguage } from "./kept_settings.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { me } from "../shell/session.js";
import { get, set, SETTINGS, subscribe } from "../shell/settings.js";
import "../../lang/en/lobby.js";
import "../../lang/en/settings.js";
import { canStayAwake } from "../table/awake.js";
import { PlayingCard } from "../table/felt/card.js";
import { language, languages } from "../words/language.js";
import { t } from "../words/translate.js";

/** @typedef {import("../shell/settings.js").Setting} Setting */

const AT_TABLE = /** @type {const} */ (["emotes", "awake"]);
const GROUPS = /** @type {const} */ ([
  ["cards", ["deck", "back"]],
  ["look", ["text", "theme", "hand"]],
  ["play", ["speed", "motion", "sounds", "autoRebet", "coach", "hints", "clauses", ...AT_TABLE]],
]);
/** One of each suit, and a card that nobody sees. */
const SHOWN = [0, 49, 46, 43, -1];

/** `<pit-settings>` */
class PitSettings extends Screen {
  static styles = ["/css/cards.css", "/css/settings.css"];

  show() {
    document.title = t("settings.page");
    const who = me();
    fill(
      this,
      h("h1", null, t("settings.title")),
      h("p", { class: "lead" }, t(who && !who.is_guest ? "settings.kept" : "settings.device")),
      h(
        "div",
        { class: "cards" },
        GROUPS.map(([name, keys]) => group(name, keys)),
        languageChoice(),
        who && !who.is_guest && secondFactor(),
      ),
      h(
        "p",
        null,
        h("button", { type: "button", onclick: () => set(usual()) }, t("settings.reset")),
      ),
    );
    subscribe(() => this.#follow(), this.signal);
  }

  /** What was set elsewhere is shown here. */
  #follow() {
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (
      this.querySelectorAll("input[type=radio]")
    ))
      radio.checked = get(/** @type {Setting} */ (radio.name)) === radio.value;
  }
}

customElements.define("pit-settings", PitSettings);

/** Every setting as it is by itself. */
const usual = () =>
  Object.fromEntries(Object.entries(SETTINGS).map(([key, [first]]) => [key, first]));

/** @param {"cards" | "look" | "play"} name @param {readonly Setting[]} keys */
function group(name, keys) {
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t(`settings.group.${name}`)),
    name === "cards" ? sample() : null,
    keys.filter((key) => key !== "awake" || canStayAwake()).map(choice),
  );
}

/** A few cards, as they look now. */
const sample = () =>
  h(
    "div",
    { class: "sample", aria: { hidden: "true" } },
    SHOWN.map((card) => make(PlayingCard, { card })),
  );

/** @param {Setting} key */
function choice(key) {
  return h(
    "fieldset",
    null,
    h("legend", null, t(/** @type {"settings.deck"} */ (`settings.${key}`))),
    h(
      "div",
      { class: "choices" },
      SETTINGS[key].map((value) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: "radio",
            name: key,
            value,
            checked: get(key) === value,
            onchange: () => set({ [key]: value }),
          }),
          h("span", null, t(/** @type {"settings.deck.two"} */ (`settings.${key}.${value}`))),
        ),
      ),
    ),
  );
}

/** Every language under its own name; nothing where there is no choice. */
export const languageChoice = () =>
  languages.length < 2
    ? null
    : h(
        "section",
        { class: "panel stack" },
        h("h2", null, h("label", { for: "language" }, t("settings.language"))),
        h(
          "select",
          {
            id: "language",
            onchange: (/** @type {Event} */ event) =>
              settleLanguage(/** @type {HTMLSelectElement} */ (event.target).value),
          },
          languages.map((tag) =>
            h("option", { value: tag, lang: tag, selected: tag === language }, ownName(tag)),
          ),
        ),
      );

/** `de` as `Deutsch`. @param {string} tag */
const ownName = (tag) => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
