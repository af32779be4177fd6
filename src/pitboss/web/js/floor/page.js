// The floor's console at a table: a dealer's or a supervisor's, by the role of whoever opens it.

import { get } from "../core/api.js";
import { fill, h, say } from "../core/dom.js";
import { shownName } from "../shell/guests.js";
import { make } from "../core/element.js";
import { SmallFelt } from "../history/felt.js";
import { PostedNotice } from "../shell/notice.js";
import { Screen } from "../core/screen.js";
import { me, onChange, refresh, supervises } from "../shell/session.js";
import { complain } from "../shell/shell.js";
import { openTable } from "../core/socket.js";
import { named, t } from "../words/translate.js";
import "../../lang/en/account.js";
import "../../lang/en/floor.js";
import { WatchedTable } from "../core/view.js";
import { heard } from "../words/events.js";
import { dealerDesk, dueText } from "./dealer/dealer.js";
import { showParts } from "./parts.js";
import { RulingsLog } from "./supervisor/journal.js";
import { handover, offDuty } from "./shift.js";
import { supervisorDesk } from "./supervisor/supervisor.js";

/**
 * @typedef {import("./duty.js").Sheet} Sheet
 * @typedef {import("../core/protocol.js").Status} Status
 */

const SAID_MAX = 6;

/** `<pit-floor>` @extends {Screen<Sheet>} */
class PitFloor extends Screen {
  static styles = ["/css/cards.css", "/css/history.css", "/css/floor.css", "/css/console.css"];

  #role = h("span", { class: "badge" });
  #felt = new SmallFelt();
  #standing = h("div", { class: "stack" });
  #shift = h("div", { class: "stack" });
  #board = new PostedNotice();
  #due = h("p", { class: "visually-hidden", role: "status" });
  #desk = h("div", { class: "stack" });
  #calls = h("ol", { class: "calls", aria: { live: "polite", label: t("floor.calls") } });
  #quiet = h("p", { class: "soft" }, t("floor.no_calls"));
  /** @type {string[]} */
  #said = [];
  /** @type {WatchedTable | null} */
  #table = null;
  /** @type {import("../core/protocol.js").Layout | null} */
  #layout = null;
  /** @type {import("./duty.js").Desk["ask"]} */
  #ask = () => Promise.reject(new Error("not connected"));
  /** @type {import("./duty.js").Floor | null} */
  #floor = null;

  async load() {
    const path = `/api/tables/${this.params.table}`;
    const [sheet, layout] = await Promise.all([get(`${path}/floor`), get(`${path}/layout`)]);
    this.#layout = layout;
    return sheet;
  }

  /** @param {Sheet} sheet */
  show(sheet) {
    const { table } = this.params;
    document.title = `${t("floor.title")} · pitboss`;
    const log = make(RulingsLog, { table });
    fill(
      this,
      h("h1", { class: "row" }, t("floor.at", { table: sheet.title }), " ", this.#role),
      this.#standing,
      this.#shift,
      this.#board,
      this.#due,
      h(
        "div",
        { class: "desks" },
        this.#desk,
        h(
          "div",
          { class: "stack" },
          h(
            "section",
            { class: "panel" },
            h("h2", null, t("floor.calls")),
            this.#quiet,
            this.#calls,
          ),
          h("section", { class: "panel" }, h("h2", null, t("floor.table")), this.#felt),
          log,
        ),
      ),
    );

    const socket = openTable(
      table,
      {
        view: (message) => {
          this.#table = new WatchedTable(message);
          this.#see(message.status, sheet, give);
        },
        update: ({ events, status }) => {
          this.#hear(events.flatMap(heard));
          log.hear(events);
          for (const one of events) this.#table?.take(one);
          this.#see(status, sheet, give);
          if (events.some(({ event }) => event.event === "rules_changed"))
            void this.load().then((changed) => {
              sheet = changed;
              socket.resync();
            }, complain);
        },
        trouble: (_, text) => complain(new Error(text)),
        returning: refresh,
      },
      this.signal,
    );

    this.#ask = (command) =>
      socket.give(/** @type {import("../core/protocol.js").Command} */ (command));

    /**
     * Give a command; what is refused is thrown, for the form that it came from.
     *
     * @param {object} command
     */
    async function give(command) {
      const { ok, refused } = await socket.give(
        /** @type {import("../core/protocol.js").Command} */ (command),
      );
      if (ok || !refused) return ok;
      throw new Error(refused.clause ? `${refused.text} [${refused.clause}]` : refused.text);
    }

    let who = me()?.name;
    onChange((now) => {
      // Somebody else has another role; the first call only says who this is.
      if (now?.name !== who) socket.reconnect();
      who = now?.name;
    }, this.signal);
  }

  /** What was called out at the table. @param {string[]} said */
  #hear(said) {
    this.#said = [...this.#said, ...said].slice(-SAID_MAX);
    this.#quiet.hidden = this.#said.length > 0;
    fill(
      this.#calls,
      this.#said.map((text, place) =>
        h("li", { class: place === this.#said.length - 1 ? "now" : "" }, text),
      ),
    );
  }

  /**
   * @param {Status} status
   * @param {Sheet} sheet
   * @param {import("./duty.js").Desk["give"]} give
   */
  #see(status, sheet, give) {
    if (!this.#table || !this.#layout) return;
    const { view, you } = this.#table;
    fill(this.#role, roleOf(status));
    // Until the next wager the hands of the last round lie there, with what came of them.
    this.#felt.show(Object.keys(view.boxes).length ? view : (this.#table.last ?? view));
    // A supervisor has it among the limits, with what can be done about it.
    this.#board.show(supervises(status.role) ? [] : view.notices);
    if (!status.floor) {
      fill(this.#standing);
      fill(
        this.#desk,
        h(
          "p",
          { class: "notice" },
          t("floor.not_staff"),
          " ",
          h("a", { href: "#/account" }, t("account.title")),
        ),
      );
      return;
    }
    /** @type {import("./duty.js").Desk} */
    const at = {
      table: this.params.table,
      me: you,
      view,
      floor: status.floor,
      sheet,
      give,
      latest: () => this.#floor ?? at.floor,
      ask: (command) => this.#ask(command),
      watched: this.#table,
      layout: this.#layout,
      version: status.version,
    };
    this.#floor = status.floor;
    fill(this.#standing, notices(status.floor));
    // Both kinds of supervisor hold the same post.
    const post = supervises(status.role) ? "supervisor" : status.role;
    handover(this.#shift, at, post);
    if (!["dealer", "supervisor", "auditor"].includes(post)) {
      say(this.#due, "");
      showParts(this.#desk, [{ name: "duty", on: at.floor, make: () => offDuty(at) }]);
      return;
    }
    say(this.#due, dueText(at));
    if (post === "supervisor") supervisorDesk(this.#desk, at);
    else if (status.role === "dealer") dealerDesk(this.#desk, at);
    else
      fill(
        this.#desk,
        h(
          "p",
          { class: "notice" },
          t("floor.auditor"),
          " ",
          h("a", { href: "#/audit" }, t("nav.audit")),
        ),
      );
  }
}

customElements.define("pit-floor", PitFloor);

/** As what somebody is here; staff that has not taken the table is off duty. @param {Status} at */
function roleOf({ role, floor }) {
  const held = me()?.role ?? role;
  return floor && role === "spectator" && held !== role
    ? t("floor.off_duty", { role: named("role", held) })
    : named("role", role);
}

/** What holds the table up. @param {import("./duty.js").Floor} floor */
function notices(floor) {
  return [
    floor.paused &&
      h(
        "p",
        { class: "notice bad", role: "alert" },
        t("floor.paused", { why: floor.paused }),
        " ",
        floor.paused_by && h("span", { class: "clause" }, floor.paused_by),
      ),
    floor.shuffle &&
      h(
        "p",
        { class: "notice" },
        t("floor.shuffle", { why: floor.shuffle }),
        " ",
        floor.shuffle_by && h("span", { class: "clause" }, floor.shuffle_by),
      ),
    ...floor.corrections.map(({ number, by, player }) =>
      h(
        "p",
        { class: "notice" },
        t("floor.correction_waits", { number, by, player: shownName(player) }),
      ),
    ),
  ];
}
