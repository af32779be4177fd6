// The code that a phone scans to join the lobby or a table, as the server works it out.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { style } from "../core/styles.js";
import "../../lang/en/lobby.js";
import { t } from "../words/translate.js";

/** Light squares around a code, so that a camera finds it. */
const MARGIN = 4;

/** @typedef {import("../core/protocol.js").JoinCode} JoinCode */

/** @param {string} [table] @returns {Promise<JoinCode>} */
export const joinCode = (table) => get(`/api/join${table ? `?table=${table}` : ""}`);

/** A code as a picture. @param {JoinCode} code */
export async function codePicture({ url, rows }) {
  await style("/css/join.css");
  const size = rows.length + 2 * MARGIN;
  const squares = rows.flatMap((row, y) =>
    [...row].map((dark, x) => (dark === "1" ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")),
  );
  return h(
    "svg",
    {
      class: "join-code",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      aria: { label: t("join.code", { url }) },
    },
    h("rect", { class: "light", width: size, height: size }),
    h("path", { class: "dark", d: squares.join("") }),
  );
}

/** A panel of the lobby. @param {JoinCode} code */
export async function joinPanel(code) {
  return h(
    "section",
    { class: "panel join", aria: { label: t("join.title") } },
    await codePicture(code),
    h(
      "div",
      null,
      h("h2", null, t("join.title")),
      h("p", { class: "soft" }, t("join.text")),
      h("p", { class: "numbers" }, h("a", { href: code.url }, code.url)),
    ),
  );
}
