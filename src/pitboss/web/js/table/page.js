// A table: joins socket, state, felt and controls; what a person does becomes commands.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { contribute } from "../history/witness.js";
import { somebody } from "../session.js";
import { setStanding, toast } from "../shell.js";
import { openTable } from "../socket.js";
import { apply, opened } from "../state.js";
import { t } from "../strings.js";
import { style } from "../styles.js";
import { makeBets } from "./bets.js";
import { makeCoach } from "./coach.js";
import { makeControls } from "./controls.js";
import { BUY_IN, makeDeeds } from "./deeds.js";
import { showHelp, showPays } from "./dialogues.js";
import { makeFelt } from "./felt.js";
import { makeHead } from "./head.js";
import { listenToKeys } from "./keys.js";
import { makeLog } from "./log.js";
import { makeNet } from "./net.js";
import { makePacer } from "./pacer.js";

/**
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {import("../protocol.js").WagerSpot} WagerSpot
 * @typedef {ReturnType<typeof makeDeeds>} Deeds
 * @typedef {import("../protocol.js").Status} Status
 * @typedef {import("../protocol.js").Command} Command
 * @typedef {{table: import("../state.js").Table | null, status: Status | null}} Now
 */

/** @param {HTMLElement} root @param {{table: string}} params */
export async function render(root, { table: id }) {
  const [layout] = await Promise.all([
    get(`/api/tables/${id}/layout`),
    style("/css/boxes.css", "/css/felt.css", "/css/cards.css", "/css/controls.css"),
  ]);
  document.title = t("table.page", { title: layout.title });
  const seat = makeSeat(id, layout);
  fill(
    root,
    h(
      "div",
      { class: "table-page" },
      seat.head,
      seat.felt.element,
      seat.controls.element,
      h("div", { class: "beside" }, seat.coach.element, seat.log.element),
    ),
  );
  document.body.classList.add("at-table");
  return () => {
    document.body.classList.remove("at-table");
    seat.close();
  };
}

/** Everything that belongs to one viewer at one table. @param {string} id @param {Layout} layout */
function makeSeat(id, layout) {
  /** @type {import("../state.js").Table | null} */
  let table = null;
  /** How the table stands as far as it is shown. @type {Status | null} */
  let status = null;
  /** The newest that has come. @type {Status | null} */
  let latest = null;
  let is_waiting_for_seat = () => {};
  const kept = makeNet(id);
  const log = makeLog();
  const coach = makeCoach(id, () => show());

  const socket = openTable(id, {
    view(message) {
      pacer.clear();
      table = opened(message);
      status = latest = message.status;
      kept.see(table);
      bets.forget();
      is_waiting_for_seat();
      show();
      coach.ask(status);
    },
    update(message) {
      latest = message.status;
      contribute(id, latest, socket.give);
      pacer.add(message);
    },
    trouble: (_code, text) => toast(text, { bad: true }),
    connected: (is_connected) => element_head.classList.toggle("is-offline", !is_connected),
  });
  const pacer = makePacer(
    (message) => {
      if (!table) return;
      const { event } = message;
      if (event.event === "phase_began" && event.phase === "dealing") bets.remember(table);
      apply(table, message);
      if (event.event === "chips_bought" && event.player === table.you) kept.bought(event.amount);
      if (event.event === "chips_cashed" && event.player === table.you) kept.bought(-event.amount);
      log.add(message, table.you);
      show();
    },
    (now) => {
      status = now;
      show();
      coach.ask(now);
    },
  );

  const now = () => ({ table, status: latest });
  const bets = makeBets({ id, layout, now, sit, give, show: () => show() });
  const deeds = makeDeeds({ id, layout, now, bets, give, sit, coach });
  const felt = makeFelt(layout, { bet: bets.add });
  const controls = makeControls(layout, deeds);
  const element_head = makeHead(id, layout, { coach, log, pays: () => showPays(layout, table) });
  bets.useChips(controls.chips);

  function show() {
    if (!table) return;
    const busy = pacer.isBusy();
    felt.show(table, bets.draft(), busy ? null : status);
    const { advice, drill } = coach.current();
    controls.show({
      table,
      status,
      busy,
      advice,
      drill,
      draft: bets.draft(),
      chip: bets.chip(),
      can_repeat: bets.canRepeat(),
      waiting: bets.waiting(),
    });
    setStanding(latest?.role === "player" ? kept.standing(table) : null);
  }

  /**
   * Give a command; what is refused is told with its clause.
   *
   * @param {Command} command
   * @returns {Promise<boolean>}
   */
  async function give(command) {
    const answer = await socket.give(command);
    if (answer.refused) toast(answer.refused.text, { bad: true, clause: answer.refused.clause });
    return answer.ok;
  }

  /** Have a seat: a name, and chips. */
  async function sit() {
    const who = await somebody();
    if (table?.you !== who.name) {
      const seated = new Promise((resolve) => {
        is_waiting_for_seat = () => resolve(null);
      });
      socket.reconnect();
      await seated;
    }
    if ((latest?.chips ?? 0) < layout.min_bet)
      await give({ do: "buy_in", player: who.name, amount: BUY_IN });
  }

  const stop_keys = listenToKeys({
    deeds,
    bets,
    layout,
    offers: () => (pacer.isBusy() ? [] : (latest?.offers ?? [])),
    phase: () => table?.phase ?? "",
    coach,
    log,
    help: showHelp,
  });
  const watch = setInterval(() => bets.watch(), 300);
  return {
    head: element_head,
    felt,
    controls,
    coach,
    log,
    close() {
      clearInterval(watch);
      stop_keys();
      controls.close();
      pacer.clear();
      socket.close();
    },
  };
}
