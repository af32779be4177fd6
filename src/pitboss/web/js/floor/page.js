// The floor's console at a table: a dealer's or a supervisor's, by the role of whoever opens it.

import { get } from "../api.js";
import { fill, h, say } from "../dom.js";
import { showFelt } from "../history/felt.js";
import { me, onChange } from "../session.js";
import { complain, toast } from "../shell.js";
import { openTable } from "../socket.js";
import { named, t } from "../strings.js";
import { style } from "../styles.js";
import { dealerDesk, dueText } from "./dealer.js";
import { rulingsLog } from "./journal.js";
import { supervisorDesk } from "./supervisor.js";

const SAID_MAX = 6;
const RESYNC_MS = 40;

/** @param {HTMLElement} root @param {{table: string}} params */
export async function render(root, { table }) {
  await style("/css/cards.css", "/css/history.css", "/css/floor.css");
  document.title = `${t("floor.title")} · pitboss`;
  const sheet = await get(`/api/tables/${table}/floor`);
  const role = h("span", { class: "badge" });
  const felt = h("div", { class: "small-felt" });
  const standing = h("div", { class: "stack" });
  const due = h("p", { class: "visually-hidden", role: "status" });
  const desk = h("div", { class: "stack" });
  const calls = h("ol", { class: "calls", aria: { live: "polite", label: t("floor.calls") } });
  const quiet = h("p", { class: "soft" }, t("floor.no_calls"));
  const log = rulingsLog(table);
  root.append(h("div", { class: "page floor" },
    h("h1", { class: "row" }, t("floor.at", { table: sheet.title }), " ", role),
    standing, due,
    h("div", { class: "desks" }, desk,
      h("div", { class: "stack" },
        h("section", { class: "panel" }, h("h2", null, t("floor.calls")), quiet, calls),
        h("section", { class: "panel" }, h("h2", null, t("floor.table")), felt),
        log.element))));

  /** @type {string[]} */
  let said = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asked;
  const socket = openTable(table, {
    view: (message) => show(message),
    update: (message) => {
      const called = message.events.flatMap((one) => one.said);
      said = [...said, ...called].slice(-SAID_MAX);
      quiet.hidden = said.length > 0;
      fill(calls, said.map((text, place) => h("li", { class: place === said.length - 1 ? "now" : "" }, text)));
      log.hear(message.events);
      // The server says how the table lies after this; nothing of that is worked out here.
      clearTimeout(asked);
      asked = setTimeout(() => socket.resync(), RESYNC_MS);
    },
    trouble: (_, text) => complain(new Error(text)),
  });

  /** Give a command; what is refused is said with its clause, and thrown for the form. @param {object} command */
  async function give(command) {
    const { ok, refused } = await socket.give(/** @type {import("../protocol.js").Command} */ (command));
    if (ok || !refused) return ok;
    toast(refused.text, { bad: true, clause: refused.clause });
    throw new Error(refused.clause ? `${refused.text} [${refused.clause}]` : refused.text);
  }

  /** @param {import("../protocol.js").Resynced} message */
  function show({ view, status, you }) {
    fill(role, named("role", status.role));
    showFelt(felt, view);
    if (!status.floor) {
      fill(standing);
      fill(desk, h("p", { class: "notice" }, t("floor.not_staff"), " ", h("a", { href: "#/account" }, t("account.title"))));
      return;
    }
    fill(standing, notices(status.floor));
    /** @type {import("./duty.js").Desk} */
    const at = { table, me: you, view, floor: status.floor, sheet, give };
    say(due, dueText(at));
    if (status.role === "supervisor") supervisorDesk(desk, at);
    else if (status.role === "dealer") dealerDesk(desk, at);
    else fill(desk, h("p", { class: "notice" }, t("floor.auditor"), " ", h("a", { href: "#/audit" }, t("nav.audit"))));
  }

  let who = me()?.name;
  const undo = onChange((now) => {
    // Somebody else has another role; the first call only says who this is.
    if (now?.name !== who) socket.reconnect();
    who = now?.name;
  });
  return () => {
    undo();
    clearTimeout(asked);
    socket.close();
  };
}

/** What holds the table up. @param {import("./duty.js").Floor} floor */
function notices(floor) {
  return [
    floor.paused && h("p", { class: "notice bad", role: "alert" }, t("floor.paused", { why: floor.paused }), " ", floor.paused_by && h("span", { class: "clause" }, floor.paused_by)),
    floor.shuffle && h("p", { class: "notice" }, t("floor.shuffle", { why: floor.shuffle }), " ", floor.shuffle_by && h("span", { class: "clause" }, floor.shuffle_by)),
    floor.correction && h("p", { class: "notice" }, t("floor.correction_waits", { by: floor.correction.by, player: floor.correction.player })),
  ];
}
