// What a person does at a table becomes commands.

import { held } from "../../account/held.js";
import { post } from "../../core/api.js";
import { me } from "../../shell/session.js";
import { complain, toast } from "../../shell/shell.js";
import { t } from "../../words/translate.js";
import { at } from "../../core/view.js";
import { buyInAt } from "./bets.js";

/** The same act counts again this long after what it led to was drawn, in milliseconds. */
const AGAIN_MS = 250;

/**
 * @typedef {import("../seat.js").Now} Now
 * @typedef {import("../../core/protocol.js").Command} Command
 * @typedef {import("../../core/protocol.js").Offer} Offer
 * @typedef {typeof import("./buttons.js").ACTS[number]} Act
 * @typedef {ReturnType<typeof makeCommands>} Commands
 */

/**
 * What a person does at the table.
 *
 * @param {{
 *   id: string,
 *   layout: import("../../core/protocol.js").Layout,
 *   now: () => Now,
 *   bets: import("./bets.js").Bets,
 *   habits: import("./habits.js").Habits,
 *   give: (command: Command) => Promise<boolean>,
 *   act: (command: Command) => Promise<boolean>,
 *   sit: () => Promise<void>,
 *   show: () => void,
 *   coach: import("./coach.js").TableCoach,
 *   beside: import("../../learn/beside.js").Beside,
 * }} seat `act` names what was drawn last, and lets motion catch up.
 */
export function makeCommands(seat) {
  const { id, layout, now, bets, habits, give, act, sit, show, coach, beside } = seat;
  /** The act that is under way. */
  let acting = "";
  /** The last act, and when it counts again: the second of two clicks is meant for no card. */
  let last = "";
  let again_at = 0;
  let acts = 0;

  /** @param {string} name */
  const offerOf = (name) => now().status?.offers.find((offer) => offer.do === name);

  /** @param {string} name @param {Command} command */
  async function carryOut(name, command) {
    acts += 1;
    const number = acts;
    const given = act(command);
    acting = last = name;
    again_at = Infinity;
    show();
    const is_done = await given.catch(complain);
    if (number !== acts) return;
    acting = "";
    if (!is_done) last = "";
    show();
  }

  return {
    give: (/** @type {Command} */ command) => give(command).catch(complain),
    sit: () => sit().catch(complain),
    /** Buy in out of the bankroll, for an amount that is asked for. */
    async buy() {
      try {
        const { askBuyIn } = await import("./dialogues.js");
        const amount = await askBuyIn(await held(id), buyInAt(layout));
        if (amount) await give({ do: "buy_in", player: me()?.name ?? "", amount });
      } catch (error) {
        complain(error);
      }
    },
    leave: () => give({ do: "cash_out", amount: now().status?.chips ?? 0 }).catch(complain),
    /** Explain every payment of the round that has just ended, beside the table. */
    explain: () => beside.why(now().table?.view.round ?? 0),
    choose: bets.choose,
    /** Bet with an amount of one's own. */
    async chooseAmount() {
      const { askStake } = await import("./dialogues.js");
      const amount = await askStake(layout, bets.chip());
      if (amount) bets.choose(amount);
    },
    place: bets.place,
    ready: bets.ready,
    rebet: () => bets.rebet(1),
    rebetTwice: () => bets.rebet(2),
    repeat: bets.repeat,
    undo: bets.undo,
    twice: bets.twice,
    clear: bets.clear,
    takeBack: bets.takeBack,
    turnCoupon: bets.turnCoupon,
    sitOut: habits.turnOut,
    /**
     * Whether an act waits: another is under way, or what it led to has only just been drawn.
     *
     * @param {string} name
     * @param {boolean} [is_key] A key that is held down does not repeat, and waits no longer.
     */
    isHeld: (name, is_key = false) =>
      acting !== "" ||
      (name === last && (is_key ? again_at === Infinity : performance.now() < again_at)),
    /** All that has happened is drawn: the next click is meant for what lies there now. */
    drawn() {
      if (again_at !== Infinity) return;
      acting = "";
      again_at = performance.now() + AGAIN_MS;
      setTimeout(show, AGAIN_MS);
    },
    /**
     * Carry out an act of the hand in play, or say why it is not allowed.
     *
     * @param {Act} name
     * @param {boolean} [is_key]
     */
    async act(name, is_key = false) {
      const offer = offerOf(name);
      if (this.isHeld(name, is_key)) return;
      if (!offer) {
        await this.why(name);
        return;
      }
      coach.judge(name);
      await carryOut(name, { do: name, box: offer.box });
    },
    /** Double for less, by an amount that is asked for. @param {Offer} offer */
    async forLess(offer) {
      const { askAmount } = await import("./dialogues.js");
      const amount = await askAmount(offer);
      if (amount) await this.double(offer, amount);
    },
    /** Double by an amount. @param {Offer} offer @param {number} amount */
    async double(offer, amount) {
      if (this.isHeld("double")) return;
      const stakes = { [now().table?.you ?? ""]: [amount] };
      await carryOut("double", { do: "double", box: offer.box, stakes });
    },
    /**
     * Insure boxes, or decline for them.
     *
     * @param {readonly import("../../core/protocol.js").Offer[]} offers
     * @param {boolean} is_taken
     */
    async insure(offers, is_taken) {
      if (acting) return;
      acting = "insure";
      show();
      try {
        for (const { box, high } of offers) {
          const mains = at(now().table?.view.boxes[box]?.mains, now().table?.you ?? "");
          const amounts = Array(mains?.length ?? 1).fill(is_taken ? high : 0);
          await give({ do: "insure", box, amounts });
        }
      } catch (error) {
        complain(error);
      } finally {
        acting = "";
        show();
      }
    },
    /** Ask why something is not on offer; nothing is done by it. @param {string} name */
    async why(name) {
      const box = now().table?.view.turn[0] || 1;
      try {
        const told = await post(`/api/tables/${id}/ask`, { command: { do: name, box } });
        toast(told.ok ? t("act.allowed") : told.refused.text, {
          bad: !told.ok,
          clause: told.refused?.clause,
        });
      } catch (error) {
        complain(error);
      }
    },
  };
}
