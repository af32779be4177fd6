// The choice of a language, where there is more than English.

import { h } from "../core/dom.js";
import { language, languages } from "../words/language.js";
import "../strings.lobby.en.js";
import { t } from "../words/translate.js";
import { settleLanguage } from "./kept_settings.js";

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
