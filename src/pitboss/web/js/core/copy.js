// Copies a text for the person to paste elsewhere. Over plain HTTP from another device there is no
// `navigator.clipboard`: there the text is selected in a field, and the old command copies it.

import { h } from "./dom.js";

/** @param {string} text @returns {Promise<boolean>} Whether it could be copied. */
export async function copyText(text) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused; the old command may still do it.
  }
  /** @type {HTMLTextAreaElement} */
  const field = h("textarea", { readonly: true, class: "visually-hidden", value: text });
  const before = document.activeElement;
  document.body.append(field);
  field.focus();
  field.select();
  const is_copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return is_copied;
}
