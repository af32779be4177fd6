// The dealer's console: what is due next, the cards, what to report.

import { h } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { complain } from "../../shell/shell.js";
import { named, t } from "../../words/translate.js";
import "../../../lang/en/account.js";
import "../../../lang/en/floor.js";
import { cited, dutyForm, entryTitle, title } from "../duty.js";
import { DealerConsole } from "./console.js";
import { CardPad } from "../keys/pad.js";
import { choices, showParts } from "../parts.js";
import { people } from "../people.js";
import { reportPicker } from "../supervisor/irregularities.js";
import { handOver } from "../shift.js";

/** @typedef {import("../duty.js").Desk} Desk */
/** @typedef {import("../duty.js").Duty} Duty */

/** @param {HTMLElement} root @param {Desk} given */
export function dealerDesk(root, given) {
  const desk = { ...given, give };

  /** What a form has given; then the keys are the table's again. @param {object} command */
  async function give(command) {
    const is_done = await given.give(command);
    if (is_done) consoleOf(root)?.toKeys();
    return is_done;
  }

  const due = desk.floor.duties.filter((duty) => duty.is_due);
  const others = desk.floor.duties.filter((duty) => !duty.is_due && duty.by.includes("dealer"));
  showParts(root, [
    { name: "console", on: desk.table, make: () => make(DealerConsole, { give: desk.ask }) },
    {
      name: "due",
      on: [
        due,
        waiting(desk),
        due.map((duty) => duty.do === "enter_card" && desk.view.cards_dealt),
      ],
      make: () => dueSection(due, desk),
    },
    others.length > 0 && {
      name: "others",
      on: others,
      make: () =>
        h(
          "details",
          { class: "panel" },
          h("summary", null, t("dealer.others")),
          h(
            "div",
            { class: "stack" },
            others.map((duty) => dutyForm(duty, desk)),
          ),
        ),
    },
    { name: "reports", on: choices(desk), make: () => reportPicker(desk, "dealer") },
    {
      name: "corrections",
      on: choices(desk)[1],
      make: () =>
        h(
          "details",
          { class: "panel" },
          h("summary", null, t("correction.title")),
          desk.sheet.orders
            .filter((duty) => duty.do === "propose_correction")
            .map((duty) => dutyForm(duty, desk)),
        ),
    },
    { name: "hand-over", on: "", make: () => handOver(desk) },
    {
      name: "people",
      on: [desk.floor.staff, desk.floor.players, desk.floor.waiting],
      make: () => people(desk),
    },
  ]);
  consoleOf(root)?.show(desk);
}

/** @param {ParentNode} root @returns {DealerConsole | null} */
const consoleOf = (root) => root.querySelector("dealer-console");

/** What is due, in a few words. @param {Desk} desk */
export function dueText(desk) {
  const duty = desk.floor.duties.find((one) => one.is_due);
  if (!duty) return waiting(desk);
  return duty.do === "enter_card" ? entryTitle(duty) : title(duty);
}

/** @param {Duty[]} due @param {Desk} desk */
function dueSection(due, desk) {
  return h(
    "section",
    { class: "due", aria: { label: t("dealer.due") } },
    due.length
      ? due.map((duty) => dueCard(duty, desk))
      : h(
          "div",
          { class: "panel" },
          h("h2", null, t("dealer.due")),
          h("p", { class: "lead" }, waiting(desk)),
        ),
  );
}

/** @param {Duty} duty @param {Desk} desk */
function dueCard(duty, desk) {
  if (duty.do === "enter_card") return entry(duty, desk);
  if (!duty.by.includes("dealer") || duty.who) {
    const who = duty.who || duty.by.map((role) => named("role", role)).join(" / ");
    return h(
      "div",
      { class: "panel" },
      h("h2", null, t("dealer.waits_for", { who })),
      h("p", { class: "lead" }, duty.text || title(duty)),
      cited(duty.clauses, desk.sheet),
    );
  }
  return dutyForm(duty, desk);
}

/**
 * Cards are entered one by one; so is what the reader says.
 *
 * @param {Duty} duty
 * @param {Desk} desk
 */
function entry(duty, desk) {
  /** @param {object} given */
  const enter = (given) =>
    desk.give({ do: "enter_card", ...given }).catch((/** @type {unknown} */ error) => {
      complain(error);
      return false;
    });
  if (duty.what === "reading") {
    return h(
      "div",
      { class: "panel stack" },
      h("h2", null, entryTitle(duty)),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "main big", onclick: () => enter({ has_blackjack: false }) },
          t("dealer.no_blackjack"),
        ),
        h(
          "button",
          { type: "button", class: "big", onclick: () => enter({ has_blackjack: true }) },
          t("dealer.blackjack"),
        ),
      ),
    );
  }
  return h(
    "div",
    { class: "panel stack" },
    h("h2", null, entryTitle(duty)),
    make(CardPad, { enter: (card) => consoleOf(document)?.key(card) }),
  );
}

/** What the table waits for that is not the staff's. @param {Desk} desk */
function waiting({ view }) {
  if (view.phase === "playing") return t("dealer.turn", { box: view.turn[0], hand: view.turn[1] });
  if (view.phase === "offering") return t("dealer.insurance");
  return Object.keys(view.boxes).length ? t("dealer.nothing") : t("dealer.wagers");
}
