// The books of a shift: slips that two people sign, and the sign-off with the password.

import { form, labelled } from "../../account/form.js";
import { get, post } from "../../core/api.js";
import { fill, h, say } from "../../core/dom.js";
import { every } from "../../core/element.js";
import { newId } from "../../core/socket.js";
import { me, supervises } from "../../shell/session.js";
import { toast } from "../../shell/shell.js";
import { money, named, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";

/**
 * @typedef {import("../../core/protocol.js").FloatStatus} FloatStatus
 * @typedef {import("../../core/protocol.js").Status} Status
 */

/** What others have written and signed is looked for so often, in milliseconds. */
const LOOK_MS = 2_000;

/**
 * What the staff of a table writes and signs; nothing for others, and at a table that is closed.
 *
 * @param {HTMLElement} place @param {string} table @param {AbortSignal} signal
 */
export async function counts(place, table, signal) {
  const role = me()?.role ?? "";
  if (role !== "dealer" && !supervises(role)) return;
  const written = h("div");
  let shown = "";
  const look = async () => {
    /** @type {{status: Status} | null} */
    const seen = await get(`/api/tables/${table}`).catch(() => null);
    const books = seen?.status.floor?.books ?? null;
    // What is typed stays until somebody has written or signed something.
    if (!seen || signal.aborted || shown === JSON.stringify(books)) return;
    shown = JSON.stringify(books);
    fill(written, books && slips(books, table));
  };
  await look();
  if (!shown || signal.aborted) return;
  fill(place, written, supervises(role) && signOff(table));
  every(LOOK_MS, () => document.hidden || look(), signal);
}

/** Have the page read everything again. */
const again = () => dispatchEvent(new HashChangeEvent("hashchange"));

/** @param {FloatStatus} books @param {string} table */
function slips(books, table) {
  /** @param {object} command */
  const give = async (command) => {
    const id = newId();
    const { ok, refused } = await post(`/api/tables/${table}/commands`, { id, command });
    if (!ok) throw new Error(refused.clause ? `${refused.text} [${refused.clause}]` : refused.text);
    again();
  };
  return h(
    "details",
    { class: "panel", open: books.waiting !== null || !books.counted },
    h("summary", null, t("slips.title")),
    h("p", { class: "soft" }, t("slips.hint")),
    h(
      "div",
      { class: "desks" },
      books.waiting ? waiting(books.waiting, give) : [count(books, give), cash(give)],
    ),
  );
}

/** @param {NonNullable<FloatStatus["waiting"]>} slip @param {(command: object) => unknown} give */
function waiting(slip, give) {
  const text = t("slips.waits", {
    number: slip.number,
    what: named("slip", slip.kind),
    by: slip.by,
    amount: money(slip.amount),
  });
  const chips = Object.entries(slip.chips)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([value, n]) => `${n} × ${money(Number(value))}`)
    .join(", ");
  const { number } = slip;
  const told = `${text} ${chips}`;
  return [
    slip.by === me()?.name
      ? h(
          "section",
          { class: "panel" },
          h("h2", null, t("slips.own", { number })),
          h("p", { class: "soft" }, told),
        )
      : form(t("slips.sign", { number }), told, t("slips.confirm"), [], () =>
          give({ do: "confirm_slip", number }),
        ),
    form(t("slips.reject", { number }), "", t("slips.tear"), [], () =>
      give({ do: "reject_slip", number }),
    ),
  ];
}

/** @param {FloatStatus} books @param {(command: object) => unknown} give */
function count(books, give) {
  const kinds = books.counted ? ["fill", "credit", "closing"] : ["opening"];
  if (books.counted === "closing") kinds.push("opening");
  const total = h("output", { class: "small" }, t("slips.total", { amount: money(0) }));
  const add = (/** @type {Event} */ { currentTarget }) => {
    const inputs = /** @type {HTMLElement} */ (currentTarget).querySelectorAll("input");
    const cents = [...inputs].reduce((sum, one) => sum + Number(one.name) * Number(one.value), 0);
    say(total, t("slips.total", { amount: money(cents) }));
  };
  return form(
    t("slips.write"),
    t("slips.blind"),
    t("slips.go"),
    [
      labelled(
        t("slips.kind"),
        h(
          "select",
          { name: "kind" },
          kinds.map((kind) => h("option", { value: kind }, named("slip", kind))),
        ),
      ),
      h(
        "div",
        { class: "chip-counts", oninput: add },
        books.values.map((value) =>
          labelled(
            t("slips.of", { value: money(value) }),
            h("input", { name: String(value), type: "number", min: 0, max: 100_000, step: 1 }),
          ),
        ),
      ),
      total,
    ],
    ({ kind, ...given }) => {
      const chips = Object.fromEntries(
        Object.entries(given)
          .filter(([, n]) => Number(n) > 0)
          .map(([value, n]) => [value, Number(n)]),
      );
      const is_count = kind === "opening" || kind === "closing";
      return give({ do: is_count ? "count_float" : "move_chips", kind, chips });
    },
  );
}

/** @param {(command: object) => unknown} give */
const cash = (give) =>
  form(
    t("slips.drop"),
    t("slips.drop_hint"),
    t("slips.go"),
    [
      labelled(
        t("slips.cash"),
        h("input", { name: "amount", type: "number", min: 0, step: "0.01", required: true }),
      ),
    ],
    ({ amount }) => give({ do: "remove_drop", amount: Math.round(Number(amount) * 100) }),
  );

/** @param {string} table */
const signOff = (table) =>
  h(
    "details",
    { class: "panel" },
    h("summary", null, t("sign_off.title")),
    form(
      t("sign_off.form"),
      t("sign_off.hint"),
      t("sign_off.go"),
      [
        labelled(
          t("sign_off.password"),
          h("input", {
            name: "password",
            type: "password",
            autocomplete: "current-password",
            required: true,
          }),
        ),
      ],
      async ({ password }) => {
        const id = newId();
        const { ok, refused } = await post(`/api/tables/${table}/sign-off`, { id, password });
        if (!ok) throw new Error(refused.text);
        toast(t("sign_off.done"));
        again();
      },
    ),
  );
