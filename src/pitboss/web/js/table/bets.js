// Bets of one player: laid out on the felt, placed together, repeated, taken back.

import { post } from "../api.js";
import { complain, toast } from "../shell.js";
import { at } from "../view.js";
import { commandsOf, draftOf, draftSum, laying, placedBy, raised, times } from "./betting.js";

/**
 * The cards are dealt this soon after the chips on the felt have been placed by themselves, in
 * milliseconds.
 */
const LAST_MS = 1_200;

/**
 * @typedef {import("./betting.js").Draft} Draft
 * @param {{
 *   id: string,
 *   layout: import("../protocol.js").Layout,
 *   now: () => import("./seat.js").Now,
 *   sit: () => Promise<void>,
 *   give: (command: import("../protocol.js").Command) => Promise<boolean>,
 *   show: () => void,
 * }} seat
 */
export function makeBets({ id, layout, now, sit, give, show }) {
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

  /** @param {Draft} next */
  function lay(next) {
    history.push(draft);
    draft = next;
    show();
  }

  /** @param {number} box @param {string} wager */
  function bounds(box, wager) {
    const offer = now().status?.offers.find(
      (one) => one.do === "place_wager" && one.box === box && one.wager === wager,
    );
    if (offer) return { low: offer.low, high: offer.high, only: offer.only };
    const side = layout.wagers.find((one) => one.name === wager);
    if (side) return { low: side.low, high: side.high, only: side.only };
    return null;
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
      if (now().status?.role !== "player" || now().status?.chips === 0) await sit();
      if (now().table?.view.phase !== "betting") return;
      if (isMine(box)) await takeBack();
      const limits = bounds(box, wager);
      if (!limits) {
        await explain(box, wager);
        return;
      }
      let next = draft;
      if (wager !== "main" && !draftOf(draft, box, "main")) next = withMain(next, box);
      if (wager === "main") next = withSpots(next, box, spot);
      lay(
        laying(next, {
          box,
          wager,
          spot,
          amount: raised(draftOf(next, box, wager, spot), with_chip, limits),
        }),
      );
    } catch (error) {
      complain(error);
    }
  }

  /** A side wager brings the least main wager with it. @param {Draft} next @param {number} box */
  function withMain(next, box) {
    const main = bounds(box, "main");
    return main
      ? laying(next, { box, wager: "main", spot: 0, amount: raised(0, chip, main) })
      : next;
  }

  /**
   * Dealer hands are bet against from the first on.
   *
   * @param {Draft} next
   * @param {number} box
   * @param {number} spot
   */
  function withSpots(next, box, spot) {
    const limits = bounds(box, "main");
    for (let before = 0; before < spot && limits; before += 1) {
      if (!draftOf(next, box, "main", before))
        next = laying(next, { box, wager: "main", spot: before, amount: raised(0, chip, limits) });
    }
    return next;
  }

  /**
   * Why nothing can be bet there: the server says it, with the clause.
   *
   * @param {number} box
   * @param {string} wager
   */
  async function explain(box, wager) {
    const told = await post(`/api/tables/${id}/ask`, {
      command: {
        do: "place_wager",
        box,
        wager,
        amounts: Array(layout.dealer_hands).fill(layout.min_bet),
      },
    });
    if (!told.ok) toast(told.refused.text, { bad: true, clause: told.refused.clause });
  }

  /** Place all that is laid out, then have it dealt; what is refused leaves the felt. */
  async function place() {
    if (is_placing || !draftSum(draft)) return;
    is_placing = true;
    /** @type {Set<number>} */
    const refused = new Set();
    try {
      for (const command of commandsOf(draft)) {
        if (refused.has(command.box)) continue;
        if (!(await give(command))) refused.add(command.box);
        else if (command.wager === "main") {
          await placeBeside(command.box, "ante");
          if (has_coupon) await placeBeside(command.box, layout.coupon);
        }
      }
      draft = new Map();
      history = [];
      has_coupon = false;
      if (!refused.size) await ready();
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

  /** Take every wager back, to lay it out anew. */
  async function takeBack() {
    const { table } = now();
    if (!table) return;
    const mine = placedBy(table.view, table.you);
    for (const command of commandsOf(mine).reverse()) {
      if (!(await give({ do: "withdraw_wager", box: command.box, wager: command.wager }))) return;
    }
    waiting = null;
    draft = mine;
    show();
  }

  return {
    add,
    place,
    ready,
    takeBack: () => takeBack().catch(complain),
    draft: () => draft,
    chip: () => chip,
    waiting: () => waiting,
    hasCoupon: () => has_coupon,
    /** Lay a coupon with the next main wagers, or do not. */
    turnCoupon() {
      has_coupon = !has_coupon;
      show();
    },
    canRepeat: () => last.size > 0,
    /** @param {readonly number[]} worths */
    useChips(worths) {
      chips = [...worths];
      chip = chips.find((worth) => worth >= layout.min_bet) ?? chips[0];
    },
    /** @param {number} worth */
    choose(worth) {
      chip = worth;
      show();
    },
    /** The next chip up or down. @param {number} by */
    step(by) {
      chip = chips[Math.max(0, Math.min(chips.length - 1, chips.indexOf(chip) + by))];
      show();
    },
    undo() {
      draft = history.pop() ?? new Map();
      show();
    },
    clear: () => lay(new Map()),
    twice: () => lay(times(draft, 2)),
    repeat: () => lay(new Map(last)),
    /**
     * Keep what is up when the cards are dealt, to be repeated.
     *
     * @param {import("../view.js").WatchedTable} table
     */
    remember({ view, you }) {
      const mine = placedBy(view, you);
      if (mine.size) last = mine;
      waiting = null;
      draft = new Map();
      history = [];
    },
    /** The table was shown anew. */
    forget() {
      waiting = null;
    },
    /** Chips that lie on the felt when time is nearly up are placed. */
    watch() {
      const { status, table } = now();
      const is_open = table?.view.phase === "betting" && status?.waits_for === "deal";
      if (!is_open || !draftSum(draft)) return;
      if (status.deadline_ms - Date.now() < LAST_MS) place();
    },
  };
}
