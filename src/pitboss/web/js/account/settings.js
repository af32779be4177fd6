// Settings: how cards, table and page look and sound. They hold at once, and go with the account.

import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { me } from "../shell/session.js";
import { SETTINGS, get, set, subscribe } from "../shell/settings.js";
import "../strings.lobby.en.js";
import { t } from "../words/translate.js";
import { PlayingCard } from "../table/felt/card.js";
import { secondFactor } from "./factor.js";
import { languageChoice } from "./languages.js";

/** @typedef {import("../shell/settings.js").Setting} Setting */

const GROUPS = /** @type {const} */ ([
  ["cards", ["deck", "back"]],
  ["look", ["text", "theme", "hand"]],
  ["play", ["speed", "motion", "sounds", "autoRebet", "coach", "hints", "clauses", "emotes"]],
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
    keys.map(choice),
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
