// A page of the site as an element: loads what it shows, and ends when another page is opened.

import { fill, h } from "./dom.js";
import { LiveElement } from "./element.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import { style } from "./styles.js";

/** Whether no page was shown before. */
let is_first = true;

/** @template [Loaded=void] What the page has loaded before it shows anything. */
export class Screen extends LiveElement {
  /** Style sheets of its own. @type {readonly string[]} */
  static styles = [];

  /** What the path of the address names. @type {Record<string, string>} */
  params = {};
  /** What the address asks for behind the path. */
  query = new URLSearchParams();

  /** @returns {Promise<Loaded>} */
  async load() {
    return /** @type {Loaded} */ (undefined);
  }

  /** @param {Loaded} _loaded @returns {void | Promise<void>} */
  show(_loaded) {}

  /** After the first page the focus goes to the heading of each that is opened. */
  #arrive() {
    const heading = this.querySelector("h1");
    if (is_first) is_first = false;
    else if (heading && !this.contains(document.activeElement)) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }

  async begin() {
    const { signal } = this;
    try {
      const { styles } = /** @type {typeof Screen} */ (this.constructor);
      const [loaded] = await Promise.all([this.load(), style(...styles)]);
      if (signal.aborted) return;
      await this.show(loaded);
      if (!signal.aborted) this.#arrive();
    } catch (error) {
      if (signal.aborted) return;
      fill(this, h("p", { class: "notice bad" }, t("error.page")));
      complain(error);
    }
  }
}
