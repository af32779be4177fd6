// Rules in the short terms of the trade: `6 decks`, `S17`, `DAS`.

import { has, plain, t } from "../words/translate.js";
import "../strings.lobby.en.js";

/** @typedef {import("../core/protocol.js").Term} Term */

/** What an abbreviation stands for. @param {Term} term */
export function termTold({ name }) {
  const key = `term_told.${name}`;
  return has(key) ? t(key) : null;
}

/** A term in words. @param {Term} term */
export function termText({ name, n, text }) {
  const key = `term.${name}`;
  return has(key) ? t(key, { n, text }) : [plain(name), text].filter(Boolean).join(" ");
}
