// The supervisor's console: rulings by their clauses, orders, and corrections by two people.

import { form, labelled } from "../../account/form.js";
import { remove } from "../../core/api.js";
import { h } from "../../core/dom.js";
import { handsOf } from "../../core/view.js";
import { cited, dutyForm } from "../duty.js";
import { choices, showParts } from "../parts.js";
import { people } from "../people.js";
import { confirmations } from "./corrections.js";
import { reportPicker } from "./irregularities.js";
import { limits } from "./limits.js";
import { rebuildForm } from "./rebuild.js";
import { inWords } from "../../shell/guests.js";
import { PENDING } from "../../shell/notice.js";
import { toast } from "../../shell/shell.js";
import "../../../lang/en/floor.js";
import { keyedAs, named, t } from "../../words/translate.js";

/** @typedef {import("../duty.js").Desk} Desk */
/** @typedef {import("../duty.js").Duty} Duty */

const MADE_HERE = [
  "confirm_correction",
  "propose_correction",
  "rebuild",
  "reject_correction",
  "resume",
];

/** @param {HTMLElement} root @param {Desk} desk */
export function supervisorDesk(root, desk) {
  const { floor, sheet, view } = desk;
  const mine = floor.duties.filter((duty) => duty.by.includes("supervisor") && !duty.who);
  const due = mine.filter((duty) => duty.is_due);
  const orders = [
    ...sheet.orders.filter((duty) => !MADE_HERE.includes(duty.do)),
    ...mine.filter((duty) => !duty.is_due),
  ];
  const written = view.notices.filter(({ place }) => place !== PENDING);
  /** @param {string} name */
  const order = (name) => sheet.orders.find((duty) => duty.do === name);
  const [propose, rebuild] = [order("propose_correction"), order("rebuild")];
  showParts(root, [
    (due.length > 0 || floor.corrections.length > 0) && {
      name: "due",
      on: [due, floor.corrections],
      make: () =>
        h(
          "section",
          { class: "due", aria: { label: t("dealer.due") } },
          due.map((duty) => dutyForm(duty, desk)),
          confirmations(desk),
        ),
    },
    { name: "reports", on: choices(desk), make: () => reportPicker(desk, "supervisor") },
    rebuild && {
      name: "rebuild",
      on: [
        Object.values(view.boxes).map((box) => handsOf(box).map(([, hand]) => hand.cards)),
        Object.values(view.dealer_hands).map((hand) => hand.cards),
      ],
      make: () => folded(t("duty.rebuild"), rebuildForm(rebuild, desk)),
    },
    sheet.dealing !== "automatic" && {
      name: "take_back",
      on: floor.take_back,
      make: () => folded(t("take_back.title"), takeBackForm(desk)),
    },
    {
      name: "orders",
      on: [orders, choices(desk)[1]],
      make: () => folded(t("supervisor.orders"), ...orders.map((duty) => dutyForm(duty, desk))),
    },
    propose && {
      name: "corrections",
      on: choices(desk)[1],
      make: () =>
        folded(
          t("correction.title"),
          h("p", { class: "soft" }, t("correction.hint")),
          dutyForm(propose, desk),
        ),
    },
    floor.procedure !== "" && {
      name: "steps",
      on: [floor.procedure, floor.steps_done],
      make: () => steps(desk),
    },
    { name: "limits", on: [floor.notice, sheet.options], make: () => limits(desk) },
    {
      name: "notices",
      on: written,
      make: () =>
        folded(
          t("supervisor.notices"),
          h(
            "ul",
            { class: "notices" },
            written.map((notice) =>
              h(
                "li",
                null,
                notice.text,
                " ",
                h("span", { class: "soft small" }, named("notice_place", notice.place)),
                " ",
                h("span", { class: "clause" }, notice.clause),
              ),
            ),
          ),
        ),
    },
    { name: "close", on: desk.table, make: () => folded(t("supervisor.close"), closing(desk)) },
    { name: "people", on: [floor.staff, floor.players, floor.waiting], make: () => people(desk) },
  ]);
}

/** @param {Desk} desk */
function closing(desk) {
  return form(
    t("supervisor.close_now"),
    t("supervisor.close_hint"),
    t("supervisor.close_go"),
    [],
    async () => {
      await remove(`/api/tables/${desk.table}`);
      toast(t("supervisor.closed", { table: desk.sheet.title }));
      location.hash = "#/";
    },
  );
}

/** @param {string} text @param {...HTMLElement} body */
const folded = (text, ...body) =>
  h("details", { class: "panel" }, h("summary", null, text), h("div", { class: "stack" }, body));

/** The procedure under way, step by step. @param {Desk} desk */
function steps({ floor, sheet }) {
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("floor.procedure", { what: named("procedure", floor.procedure) })),
    h(
      "ol",
      { class: "procedure" },
      sheet.procedures[floor.procedure].map((step, place) =>
        h(
          "li",
          {
            aria: { current: place === floor.steps_done ? "step" : null },
            class: place < floor.steps_done ? "done" : "",
          },
          step.text,
          " ",
          cited(step.clauses, sheet),
        ),
      ),
    ),
  );
}

/** @param {import("../duty.js").Desk} desk */
export function takeBackForm({ floor, give }) {
  const last = floor.take_back;
  if (!last) return h("p", { class: "soft" }, t("take_back.nothing"));
  return form(
    t("take_back.title"),
    t("take_back.what", { what: inWords(keyedAs(last.what)), who: last.who }),
    t("take_back.go"),
    [
      ...(last.to_deal ? [howFar()] : []),
      labelled(
        t("field.reason"),
        h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off" }),
      ),
    ],
    ({ reason, back_to }) => give({ do: "take_back", reason, back_to: back_to ?? "keystroke" }),
  );
}

/** One act for the last entry, or for all since the deal. */
const howFar = () =>
  labelled(
    t("take_back.how_far"),
    h(
      "select",
      { name: "back_to" },
      h("option", { value: "keystroke" }, t("take_back.last")),
      h("option", { value: "deal" }, t("take_back.deal")),
    ),
  );
