// Bets of one player: laid out on the felt, placed together, repeated, taken back.

import { post } from "../../core/api.js";
import { complain, toast } from "../../shell/shell.js";
import { at } from "../../core/view.js";
import {
  commandsOf,
  draftOf,
  draftSum,
  isSame,
  laying,
  moved,
  nearestFree,
  placedBy,
  raised,
  times,
  within,
  without,
} from "./betting.js";
import { keepBets, lastBets } from "./last_bets.js";

/**
 * The cards are dealt this soon after the chips on the felt have been placed by themselves, in
 * milliseconds.
 */
const LAST_MS = 1_200;
/** What is laid out is cut down to what is taken in so many steps at the most. */
const CUTS_MAX = 3;
/** What is usually bought in for, in cents. */
const BUY_IN = 100_000;
/** What somebody sits down with. @param {import("../../core/protocol.js").Layout} layout */
export const buyInAt = (layout) => layout.opening_chips || BUY_IN;

/**
 * @typedef {import("./betting.js").Draft} Draft
 * @typedef {ReturnType<typeof makeBets>} Bets
 * @param {{
 *   id: string,
 *   layout: import("../../core/protocol.js").Layout,
 *   now: () => import("../seat.js").Now,
 *   sit: () => Promise<void>,
 *   give: (command: import("../../core/protocol.js").Command) => Promise<boolean>,
 *   show: () => void,
 * }} seat
 */
export function makeBets({ id, layout, now, sit, give, show: draw }) {
  /** @type {Draft} */
  let draft = new Map();
  /** @type {Draft[]} */
  let history = [];
  /** @type {Draft} */
  let last = new Map();
  let chip = layout.min_bet;
  /** @type {number[]} */
  let chips = [];
  /** Who is still waited for, after this player was ready. @type {string[] | null} */
  let waiting = null;
  let is_placing = false;
  /** Whether a match play coupon goes with each main wager that is placed next. */
  let has_coupon = false;
  /** How often something was laid out: the server is asked about the newest alone. */
  let laid = 0;
  /** The box that a chip was put on last. */
  let box_last = 0;
  /** Why no box can be taken, and when that was asked. */
  let closed = "";
  let closed_at = "";

  /** What the dealer of a physical table has been told of the chips that lie here. */
  let dealer_knows = 0;

  function show() {
    draw();
    const sum = isOpen() ? draftSum(draft) : 0;
    if (layout.has_auto_deal || !isSeated() || sum === dealer_knows) return;
    dealer_knows = sum;
    const body = { wagers: sum ? commandsOf(draft) : [], is_laid: true };
    post(`/api/tables/${id}/lay`, body).catch(() => {});
  }

  const isOpen = () => now().table?.view.phase === "betting";
  const isSeated = () =>
    now().status?.role === "player" && (now().status?.chips ?? 0) >= layout.min_bet;

  /** @param {Draft} next */
  function lay(next) {
    laid += 1;
    if (!isSame(next, draft)) history.push(draft);
    draft = next;
    show();
  }

  /** What the server would take of a draft. @param {Draft} wanted @param {number} [buy_in] */
  const ask = (wanted, buy_in = 0) =>
    /** @type {Promise<import("../../core/protocol.js").LaidWager[]>} */ (
      post(`/api/tables/${id}/lay`, { wagers: commandsOf(wanted), buy_in })
    );

  /** @param {import("../../core/protocol.js").Refused | null | undefined} refused */
  const tell = (refused) =>
    refused && toast(refused.text, { bad: true, clause: refused.clause });

  /**
   * Lay out as much of this as is taken, and say why where that is not all. It lies there at once,
   * and the server says where it stops.
   *
   * @param {Draft} wanted
   * @returns {Promise<boolean>} Whether all of it lies there.
   */
  async function layWithin(wanted) {
    if (!isSeated()) {
      // The host of a private table is asked for a seat, not for a bet.
      if (now().status?.door) {
        await sit();
        return false;
      }
      const told = await ask(wanted, buyInAt(layout));
      // Nobody is bought in for what cannot be placed.
      if (told.every((one) => one.refused)) {
        tell(told[0]?.refused);
        return false;
      }
      await sit();
      if (!isOpen() || !isSeated()) return false;
    }
    lay(offered(wanted));
    const asked = laid;
    let asking = wanted;
    for (let cuts = 0; cuts < CUTS_MAX; cuts += 1) {
      const told = await ask(asking);
      if (asked !== laid || is_placing) return false;
      const refused = told.find((one) => one.refused)?.refused;
      if (!refused) break;
      if (asking === wanted) tell(refused);
      const next = within(asking, told);
      if (isSame(next, asking)) return false;
      asking = next;
    }
    if (!isSame(asking, draft)) {
      draft = asking;
      show();
    }
    return isSame(asking, wanted);
  }

  /** A draft as far as the offers go that have come already. @param {Draft} wanted */
  const offered = (wanted) =>
    new Map(
      [...wanted].map(([key, one]) => {
        const amount = Math.min(one.amount, bounds(one.box, one.wager).high || one.amount);
        return [key, { ...one, amount }];
      }),
    );

  /** @param {number} box @param {string} wager */
  function bounds(box, wager) {
    const offer = now().status?.offers.find(
      (one) => one.do === "place_wager" && one.box === box && one.wager === wager,
    );
    const side = layout.wagers.find((one) => one.name === wager);
    const { low, high, only } = offer ??
      side ?? { low: layout.min_bet, high: layout.max_bet, only: [] };
    return { low, high: high || (now().status?.chips ?? 0), only };
  }

  /** @param {number} box */
  const isMine = (box) => {
    const { table } = now();
    return at(table?.view.boxes[box]?.mains, table?.you ?? "") !== undefined;
  };

  /**
   * Put a chip on a place; the first one of somebody new takes a seat.
   *
   * @param {number} box
   * @param {string} wager
   * @param {number} spot
   * @param {number} [with_chip]
   */
  async function add(box, wager, spot, with_chip = chip) {
    try {
      if (!isOpen() || is_placing) return;
      if (isMine(box)) await takeBack();
      box_last = box;
      let next = draft;
      if (wager !== "main" && !draftOf(draft, box, "main")) next = withMains(next, box);
      if (wager === "main") next = withMains(next, box, spot);
      const amount = raised(draftOf(next, box, wager, spot), with_chip, bounds(box, wager));
      await layWithin(laying(next, { box, wager, spot, amount }));
    } catch (error) {
      complain(error);
    }
  }

  /**
   * A side wager brings the smallest main wager with it, and dealer hands are bet against from the
   * first on, as many as must be.
   *
   * @param {Draft} next
   * @param {number} box
   * @param {number} [chosen] The circle that gets its chip by itself.
   */
  function withMains(next, box, chosen = -1) {
    const worth = chip === Infinity ? layout.min_bet : chip;
    for (let spot = 0; spot < Math.max(chosen, layout.dealer_hands_min); spot += 1) {
      if (spot === chosen || draftOf(next, box, "main", spot)) continue;
      const amount = raised(0, worth, bounds(box, "main"));
      next = laying(next, { box, wager: "main", spot, amount });
    }
    return next;
  }

  /** Take a chip off a place. @param {number} box @param {string} wager @param {number} spot */
  function takeOff(box, wager, spot) {
    const amount = Math.max(0, draftOf(draft, box, wager, spot) - chip);
    lay(laying(draft, { box, wager, spot, amount }));
  }

  /** Place all that is laid out, then have it dealt; what is refused stays where it lies. */
  async function place() {
    if (is_placing || !draftSum(draft)) return;
    is_placing = true;
    show();
    /** @type {Set<number>} */
    const refused = new Set();
    try {
      for (const command of commandsOf(draft)) {
        if (refused.has(command.box)) continue;
        if (!(await give(command))) {
          refused.add(command.box);
          continue;
        }
        draft = without(draft, command);
        show();
        if (command.wager === "main") {
          await placeBeside(command.box, "ante");
          if (has_coupon) await placeBeside(command.box, layout.coupon);
        }
      }
      history = [];
      if (!refused.size) {
        has_coupon = false;
        await ready();
      }
    } catch (error) {
      complain(error);
    } finally {
      is_placing = false;
      show();
    }
  }

  /** An ante or a coupon that goes with a main wager. @param {number} box @param {string} wager */
  async function placeBeside(box, wager) {
    const offer = now().status?.offers.find(
      (one) => one.do === "place_wager" && one.box === box && one.wager === wager,
    );
    if (offer)
      await give({ do: "place_wager", box, wager, amounts: [offer.only[0] ?? offer.low] });
  }

  async function ready() {
    if (!layout.has_auto_deal) return;
    try {
      const { waiting_for } = await post(`/api/tables/${id}/ready`);
      waiting = waiting_for.length ? waiting_for : null;
    } catch (error) {
      // Time may be up by now, and the cards are on their way.
      if (now().status?.phase === "betting") complain(error);
    }
    show();
  }

  /** Take every wager back, to lay it out again. */
  async function takeBack() {
    const { table } = now();
    if (!table) return;
    const mine = placedBy(table.view, table.you);
    for (const command of commandsOf(mine).reverse()) {
      if (!(await give({ do: "withdraw_wager", box: command.box, wager: command.wager }))) return;
    }
    waiting = null;
    draft = new Map([...mine, ...draft]);
    show();
  }

  /** The last bets, on the nearest free box if another player has theirs now. */
  const lastHere = () => {
    const to = movedTo();
    return to ? moved(last, to) : last;
  };

  /** The box that takes the place of the last one; 0 if it is free. */
  const movedTo = () =>
    isOpen() && isSeated() ? nearestFree(last, now().status?.offers ?? []) : 0;

  /** The last bets again, perhaps more of them, and the cards. @param {number} [factor] */
  async function rebet(factor = 1) {
    if (is_placing || !last.size || !isOpen()) return;
    try {
      if (await layWithin(times(lastHere(), factor))) await place();
    } catch (error) {
      complain(error);
    }
  }

  /** Whether any box can be taken by somebody who has none; asked once a round. */
  async function lookForBox() {
    const { table, status } = now();
    const is_free = status?.offers.some((one) => one.do === "place_wager") || !isOpen();
    const is_up = table && placedBy(table.view, table.you).size > 0;
    if (is_free || is_up || status?.stopped) closed = "";
    const boxes = Object.keys(table?.view.boxes ?? {}).join();
    const asked_at = `${status?.round}/${status?.role}/${status?.chips}/${boxes}`;
    if (is_free || is_up || status?.stopped || closed_at === asked_at) return;
    closed_at = asked_at;
    /** @type {Draft} */
    let wanted = new Map();
    for (let box = 1; box <= layout.boxes; box += 1)
      for (let spot = 0; spot < layout.dealer_hands_min; spot += 1)
        wanted = laying(wanted, { box, wager: "main", spot, amount: layout.min_bet });
    const told = await ask(wanted, isSeated() ? 0 : buyInAt(layout));
    const refusals = told.flatMap((one) => one.refused ?? []);
    // A box that somebody has says nothing of the free ones.
    const why = refusals.find((one) => one.code !== "box_taken") ?? refusals[0];
    closed = refusals.length === told.length ? why.text : "";
    show();
  }

  return {
    add,
    takeOff,
    place,
    ready,
    rebet,
    takeBack: () => takeBack().catch(complain),
    draft: () => draft,
    chip: () => chip,
    waiting: () => waiting,
    isPlacing: () => is_placing,
    closed: () => closed,
    lookForBox: () => lookForBox().catch(() => {}),
    hasCoupon: () => has_coupon,
    /** Lay a coupon with the next main wagers, or do not. */
    turnCoupon() {
      has_coupon = !has_coupon;
      show();
    },
    /** Whether the player has a wager up. */
    isUp() {
      const { table } = now();
      return table !== null && placedBy(table.view, table.you).size > 0;
    },
    /** What was bet last, in all. */
    lastSum: () => draftSum(last),
    /** A chip on a side wager of the box that is bet on. @param {number} place */
    addSide(place) {
      const { table } = now();
      const own = table ? [...placedBy(table.view, table.you).values()][0]?.box : 0;
      const box = box_last || own || [...last.values()][0]?.box || 1;
      const wager = layout.wagers[place];
      if (wager) add(box, wager.name, 0);
    },
    /** @param {readonly number[]} worths */
    useChips(worths) {
      chips = [...worths];
      chip = chips.find((worth) => worth >= layout.min_bet) ?? chips[0];
    },
    /** @param {number} worth `Infinity` for as much as goes. */
    choose(worth) {
      chip = worth;
      show();
    },
    /** The next chip up or down. @param {number} by */
    step(by) {
      const place = chips.findLastIndex((worth) => worth <= chip);
      chip = chips[Math.max(0, Math.min(chips.length - 1, place + by))];
      show();
    },
    undo() {
      if (is_placing) return;
      laid += 1;
      draft = history.pop() ?? new Map();
      show();
    },
    clear: () => is_placing || lay(new Map()),
    twice: () => layWithin(times(draft, 2)).catch(complain),
    repeat: () => layWithin(new Map(lastHere())).catch(complain),
    movedTo,
    /**
     * Keep what is up when the cards are dealt, to be repeated.
     *
     * @param {import("../../core/view.js").WatchedTable} table
     */
    remember({ view, you }) {
      const mine = placedBy(view, you);
      waiting = null;
      history = [];
      box_last = 0;
      if (!mine.size) return;
      last = mine;
      // The cards that are dealt now are those of the next round.
      keepBets(id, you, mine, view.round + 1);
    },
    /** The table was shown again, perhaps to somebody else. @param {string} you */
    recall(you) {
      waiting = null;
      last = lastBets(id, you);
    },
    /** Chips that lie on the felt when time is nearly up are placed. */
    watch() {
      const { status } = now();
      const is_due = isOpen() && status?.waits_for === "deal" && status.deadline_ms > 0;
      if (is_due && draftSum(draft) && status.deadline_ms - Date.now() < LAST_MS) place();
    },
  };
}
