// Links to the views of one page.

import { fill, h } from "./dom.js";

/** @typedef {{href: string, text: string, is_here?: boolean}} Tab */

/** `<page-tabs>`: the view that is shown is marked, and kept in sight on a small screen. */
export class PageTabs extends HTMLElement {
  label = "";

  /** @param {readonly Tab[]} tabs */
  show(tabs) {
    this.role = "navigation";
    this.ariaLabel = this.label;
    this.classList.add("no-print");
    const links = tabs.map(({ href, text, is_here }) =>
      h("a", { href, aria: { current: is_here ? "page" : null } }, text),
    );
    fill(this, links);
    const here = links[tabs.findIndex((tab) => tab.is_here)];
    if (here) this.scrollLeft = here.offsetLeft - (this.clientWidth - here.clientWidth) / 2;
  }
}

customElements.define("page-tabs", PageTabs);
