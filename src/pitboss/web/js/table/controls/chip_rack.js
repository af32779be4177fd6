// The chips to bet with: every value of the table, an amount of one's own, and as much as goes.

import { h, keyed } from "../../core/dom.js";
import { money, t } from "../../words/translate.js";
import { makeChip } from "../felt/chips.js";

/**
 * @typedef {import("./commands.js").Commands} Commands
 * @typedef {{key: string, worth: number, kind: "chip" | "amount" | "max"}} Choice
 */

/** `<chip-rack>`: a radio group; arrows walk through it, and Enter and Space still deal. */
export class ChipRack extends HTMLElement {
  /** @type {Commands | undefined} */
  commands;
  /** @type {readonly number[]} */
  chips = [];

  connectedCallback() {
    this.classList.add("tray");
    this.role = "radiogroup";
    this.ariaLabel = t("table.chips");
    this.style.setProperty("--chips", String(this.chips.length));
    this.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** @param {number} chosen */
  show(chosen) {
    const { commands } = this;
    if (!commands) return;
    const is_own = chosen !== Infinity && !this.chips.includes(chosen);
    /** @type {Choice[]} */
    const choices = [
      ...this.chips.map(
        (worth) => /** @type {Choice} */ ({ key: String(worth), worth, kind: "chip" }),
      ),
      { key: "amount", worth: is_own ? chosen : 0, kind: "amount" },
      { key: "max", worth: Infinity, kind: "max" },
    ];
    keyed(
      this,
      choices,
      ({ key }) => key,
      (choice) => choiceButton(choice, commands),
      (button, { worth, kind }) => {
        const is_chosen = worth === chosen;
        button.ariaChecked = String(is_chosen);
        button.tabIndex = is_chosen ? 0 : -1;
        if (kind === "amount") showAmount(button, worth);
      },
    );
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = /** @type {HTMLElement[]} */ ([...this.children]);
    const place = all.findIndex((one) => one.ariaChecked === "true");
    const next = all[(place + by + all.length) % all.length];
    // A dialogue asks for an amount; arrows walk past it.
    const beyond = all[(place + 2 * by + all.length) % all.length];
    const to = next.dataset.key === "amount" ? beyond : next;
    to.click();
    to.focus();
  }
}

customElements.define("chip-rack", ChipRack);

/** @param {Choice} choice @param {Commands} commands */
function choiceButton({ worth, kind }, commands) {
  const button = h(
    "button",
    {
      type: "button",
      class: `tray-chip ${kind}`,
      role: "radio",
      draggable: String(kind === "chip"),
      onclick: () => (kind === "amount" ? commands.chooseAmount() : commands.choose(worth)),
      ondragstart: (/** @type {DragEvent} */ event) =>
        event.dataTransfer?.setData("text/plain", String(worth)),
    },
    kind === "chip" ? makeChip(worth) : h("span", null, t(`table.${kind}`)),
  );
  button.ariaLabel =
    kind === "chip" ? t("table.chip", { amount: money(worth) }) : t(`table.${kind}_title`);
  button.title = kind === "chip" ? "" : t(`table.${kind}_title`);
  return button;
}

/** @param {HTMLElement} button @param {number} worth */
function showAmount(button, worth) {
  const text = worth ? money(worth) : t("table.amount");
  if (button.textContent !== text) button.replaceChildren(h("span", null, text));
  button.classList.toggle("is-own", worth > 0);
}
