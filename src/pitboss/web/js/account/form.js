// A small form: a title, labelled fields, one button; what is refused is said below it.

import { h, say } from "../core/dom.js";
import { t } from "../words/translate.js";

/** @typedef {import("../core/dom.js").Child} Child */

/**
 * A control below its label.
 *
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function labelled(text, control, hint) {
  return h(
    "label",
    { class: "field" },
    text,
    control,
    hint ? h("span", { class: "soft small" }, hint) : null,
  );
}

/** A field for a password, as managers of passwords know it.
 * @param {string} name @param {"current-password" | "new-password"} autocomplete */
export const passwordInput = (name, autocomplete) =>
  h("input", {
    name,
    type: "password",
    required: true,
    minlength: autocomplete === "new-password" ? 10 : 1,
    maxlength: 200,
    autocomplete,
  });

/** The password of now, asked for once more. */
export const passwordField = () =>
  labelled(t("account.password"), passwordInput("password", "current-password"));

/**
 * A panel with a form; `act` gets what was filled in by name.
 *
 * @param {string} title
 * @param {Child} hint
 * @param {string} button
 * @param {Child[]} fields
 * @param {(values: Record<string, string>) => unknown} act
 */
export function form(title, hint, button, fields, act) {
  const told = h("p", { class: "notice bad", role: "alert", hidden: true });
  const press = h("button", { class: "main", type: "submit" }, button);
  const made = h(
    "form",
    { class: title ? "panel stack" : "stack", aria: { label: title || button }, onsubmit: submit },
    title ? h("h2", null, title) : null,
    hint ? h("p", { class: "soft" }, hint) : null,
    ...fields,
    told,
    h("div", null, press),
  );

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (
      Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)))
    );
    told.hidden = true;
    press.toggleAttribute("disabled", true);
    try {
      await act(values);
    } catch (error) {
      say(told, error instanceof Error ? error.message : String(error));
      told.hidden = false;
    } finally {
      press.toggleAttribute("disabled", false);
    }
  }

  return made;
}
