// What a person does at a table becomes commands.

import { held } from "../account/bankroll.js";
import { post } from "../api.js";
import { me } from "../session.js";
import { complain, toast } from "../shell.js";
import { t } from "../strings.js";
import { ACTS } from "./buttons.js";
import { askAmount, askBuyIn } from "./dialogues.js";

/** What is usually bought in for, in cents. */
export const BUY_IN = 100_000;

/**
 * @typedef {import("./seat.js").Now} Now
 * @typedef {import("../protocol.js").Command} Command
 * @typedef {ReturnType<typeof makeCommands>} Commands
 */

/**
 * What a person does at the table.
 *
 * @param {{
 *   id: string,
 *   now: () => Now,
 *   bets: ReturnType<typeof import("./bets.js").makeBets>,
 *   give: (command: Command) => Promise<boolean>,
 *   sit: () => Promise<void>,
 *   coach: import("./coach.js").TableCoach,
 * }} seat
 */
export function makeCommands({ id, now, bets, give, sit, coach }) {
  /** @param {string} act */
  const offerOf = (act) => now().status?.offers.find((offer) => offer.do === act);
  return {
    give: (/** @type {Command} */ command) => give(command).catch(complain),
    sit: () => sit().catch(complain),
    /** Buy in out of the bankroll, for an amount that is asked for. */
    async buy() {
      try {
        const amount = await askBuyIn(await held(), BUY_IN);
        if (amount) await give({ do: "buy_in", player: me()?.name ?? "", amount });
      } catch (error) {
        complain(error);
      }
    },
    leave: () => give({ do: "cash_out", amount: now().status?.chips ?? 0 }).catch(complain),
    /** Go to the round that has just ended, where every payment is explained. */
    explain: () => {
      location.hash = `#/history/${id}/${now().table?.view.round ?? ""}`;
    },
    choose: bets.choose,
    place: bets.place,
    ready: bets.ready,
    repeat: bets.repeat,
    undo: bets.undo,
    twice: bets.twice,
    clear: bets.clear,
    takeBack: bets.takeBack,
    turnCoupon: bets.turnCoupon,
    /**
     * Carry out an act of the hand in play, or say why it is not allowed.
     *
     * @param {typeof ACTS[number]} act
     */
    async act(act) {
      const offer = offerOf(act);
      if (!offer) {
        await this.why(act);
        return;
      }
      coach.judge(act);
      await give({ do: act, box: offer.box }).catch(complain);
    },
    /** Double for less. @param {import("../protocol.js").Offer} offer */
    async forLess(offer) {
      const amount = await askAmount(offer);
      if (amount)
        await give({
          do: "double",
          box: offer.box,
          stakes: { [now().table?.you ?? ""]: [amount] },
        }).catch(complain);
    },
    /** Ask why something is not on offer; nothing is done by it. @param {string} act */
    async why(act) {
      const box = now().table?.view.turn[0] || 1;
      try {
        const told = await post(`/api/tables/${id}/ask`, { command: { do: act, box } });
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
