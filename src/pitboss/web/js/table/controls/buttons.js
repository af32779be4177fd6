// The buttons of a table: betting, insurance, the acts of a hand, each with its key and its stake.

import { h } from "../../core/dom.js";
import { stepButtons } from "./steps.js";
import { decimal, money, t } from "../../words/translate.js";
import { at } from "../../core/view.js";
import { draftSum } from "./betting.js";
import { buyInAt } from "./bets.js";
import { earlyButtons, insuranceButtons } from "./insurance.js";

/**
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("./controls.js").Now} Now
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("./commands.js").Commands} Commands
 */

/** The acts of a hand, in the order of their buttons; those not on offer are explained. */
export const ACTS = /** @type {const} */ (["hit", "stand", "double", "split", "surrender"]);

/** The key of each act. @type {Record<typeof ACTS[number], string>} */
export const KEYS = { hit: "H", stand: "S", double: "D", split: "P", surrender: "R" };

/** Whether the viewer has a main wager up. @param {Table} table */
export const placed = ({ view, you }) =>
  Object.values(view.boxes).some((box) => at(box.mains, you) !== undefined);

/** What the viewer is offered, by its name. @param {Now} now */
export const offered = (now) =>
  new Map((now.status?.offers ?? []).map((offer) => [offer.do, offer]));

/** @param {Layout} layout */
const sitText = (layout) => t("table.sit", { amount: money(buyInAt(layout)) });

/**
 * @typedef {"none" | "sit" | "bet" | "ask" | "act"} Kind What the buttons are for: each kind has a
 *   place of its own, so that nothing costly comes under a finger that meant something else.
 * @typedef {{kind: Kind, buttons: HTMLElement[]}} Pressable
 */

/**
 * What can be pressed now.
 *
 * @param {Now} now
 * @param {Layout} layout
 * @param {Commands} commands
 * @returns {Pressable}
 */
export function pressable(now, layout, commands) {
  const buttons = buttonsFor(now, layout, commands);
  if (!buttons.length) return { kind: "none", buttons };
  if (now.status?.role !== "player") return { kind: "sit", buttons };
  if (now.table.view.phase === "betting") return { kind: "bet", buttons };
  return { kind: isActing(now) ? "act" : "ask", buttons };
}

/** Whether the hand in play is the viewer's, and nothing else is asked first. @param {Now} now */
function isActing(now) {
  const offers = offered(now);
  return !offers.has("keep_hand") && ACTS.some((act) => offers.has(act));
}

/** @param {Now} now @param {Layout} layout @param {Commands} commands @returns {HTMLElement[]} */
function buttonsFor(now, layout, commands) {
  if (now.busy || now.status?.stopped) return [];
  const { table, status } = now;
  const offers = offered(now);
  if (status?.role !== "player") {
    const { door } = status ?? {};
    const text = door ? t(/** @type {"door.ask"} */ (`door.${door}`)) : sitText(layout);
    return [button(now.closed || (door && door !== "ask") ? "" : "main", text, "", commands.sit)];
  }
  if (table.view.phase === "betting") return bettingButtons(now, layout, commands);
  if (offers.has("draw_prize"))
    return [
      button("main", t("act.draw_prize"), "Space", () =>
        commands.give({ do: "draw_prize", prize: 0 }),
      ),
      ...declineButtons(now, commands),
    ];
  if (offers.has("decline_prize")) return declineButtons(now, commands);
  if (offers.has("insure") || offers.has("take_even_money")) 
    return insuranceButtons(now, commands, button, worthOf(now, "insurance"));
  if (offers.has("keep_hand"))
    return earlyButtons(now, commands, button, worthOf(now, "surrender"));
  return isActing(now) ? actButtons(now, layout, offers, commands) : [];
}

/**
 * Leave the prize button to the staff, or to a bettor.
 *
 * @param {Now} now
 * @param {Commands} commands
 */
function declineButtons(now, commands) {
  const declines = (now.status?.offers ?? []).filter((offer) => offer.do === "decline_prize");
  return declines.map(({ wager: nominee = "" }) =>
    button("", nominee ? t("act.nominate", { nominee }) : t("act.decline_prize"), "", () =>
      commands.give({ do: "decline_prize", nominee }),
    ),
  );
}

/**
 * @param {string} tone
 * @param {string} text
 * @param {string} key
 * @param {() => void} act
 * @param {import("../../core/dom.js").Child[]} more
 */
function button(tone, text, key, act, ...more) {
  return h(
    "button",
    {
      type: "button",
      class: tone,
      onclick: act,
      data: { key: key || null },
      aria: { keyshortcuts: key === "Space" ? "Space Enter" : key || null },
    },
    h("span", null, text),
    key ? h("kbd", { aria: { hidden: "true" } }, key === "Space" ? t("key.space") : key) : null,
    ...more,
  );
}

/** @param {Now} now @param {Layout} layout @param {Commands} commands */
function bettingButtons(now, layout, commands) {
  const { table, draft } = now;
  const laid = draftSum(draft);
  const buttons = stepButtons(now.status?.offers ?? [], commands.give);
  if (now.is_out) return [button("main", t("table.play_again"), "Space", commands.sitOut)];
  if (laid) return [...buttons, ...laidButtons(now, layout, commands, laid)];
  if (placed(table)) {
    if (layout.has_auto_deal && !now.waiting)
      buttons.push(button("main", t("table.deal_now"), "Space", commands.ready));
    return [...buttons, button("", t("table.take_back"), "C", commands.takeBack)];
  }
  return [...buttons, ...emptyButtons(now, layout, commands)];
}

/**
 * Chips are laid out.
 *
 * @param {Now} now
 * @param {Layout} layout
 * @param {Commands} commands
 * @param {number} laid
 */
function laidButtons(now, layout, commands, laid) {
  const amount = money(laid);
  const text = layout.has_auto_deal ? t("table.deal", { amount }) : t("table.place", { amount });
  const buttons = [
    button("main", text, "Space", commands.place),
    button("", t("table.undo"), "U", commands.undo),
    button("", t("table.double_bet"), "X", commands.twice),
    button("", t("table.clear"), "C", commands.clear),
  ];
  if (layout.coupon) buttons.push(couponButton(now, commands));
  if (now.is_placing) for (const one of buttons) one.ariaDisabled = "true";
  return buttons;
}

/**
 * Nothing lies on the felt yet.
 *
 * @param {Now} now
 * @param {Layout} layout
 * @param {Commands} commands
 */
function emptyButtons(now, layout, commands) {
  const { table, last_sum, moved_to } = now;
  const chips = now.status?.chips ?? 0;
  const buttons = [];
  if (last_sum && last_sum <= chips && !now.closed) {
    const again = layout.has_auto_deal ? t("table.rebet") : t("table.rebet_place");
    const text = moved_to ? t("table.rebet_on", { again, n: moved_to }) : again;
    buttons.push(button("act main", text, "Space", commands.rebet, staked(last_sum)));
    if (2 * last_sum <= chips)
      buttons.push(
        button("act", t("table.rebet_twice"), "X", commands.rebetTwice, staked(2 * last_sum)),
      );
  }
  const tone = chips < layout.min_bet ? "main" : "quiet";
  const more = [button(tone, t("table.buy"), "", () => commands.buy())];
  if (chips > 0) more.unshift(button("quiet", t("table.cash_out"), "", commands.leave));
  if (chips >= layout.min_bet && layout.has_auto_deal)
    more.unshift(button("quiet", t("table.sit_out"), "Z", commands.sitOut));
  if (table.last) more.unshift(button("quiet", t("table.why_paid"), "", commands.explain));
  if (last_sum && !now.closed)
    more.unshift(button("quiet", t("table.repeat"), "L", commands.repeat));
  return [...buttons, h("div", { class: "more" }, more)];
}

/**
 * Whether a match play coupon goes with what is laid out.
 *
 * @param {Now} now
 * @param {Commands} commands
 */
function couponButton(now, commands) {
  const made = button("", t("table.coupon"), "", commands.turnCoupon);
  made.ariaPressed = String(now.has_coupon);
  return made;
}

/**
 * @param {Now} now
 * @param {Layout} layout
 * @param {Map<string, import("../../core/protocol.js").Offer>} offers
 * @param {Commands} commands
 */
function actButtons(now, layout, offers, commands) {
  // What this rulebook never offers is not there.
  const acts = ACTS.filter((act) => layout.acts.includes(act) || offers.has(act));
  const buttons = acts.map((act) => {
    const offer = offers.get(act);
    const key = KEYS[act];
    if (!offer) {
      return h(
        "button",
        {
          type: "button",
          class: `act act-${act} refused`,
          data: { key },
          aria: { keyshortcuts: key, label: t("act.refused", { act: t(`act.${act}`) }) },
          title: t("act.why"),
          onclick: () => commands.why(act),
        },
        h("span", null, t(`act.${act}`)),
        h("kbd", { aria: { hidden: "true" } }, key),
      );
    }
    const best = !now.is_drill && now.advice?.acts[0]?.act === act;
    const made = button(
      `act act-${act} main${best ? " best" : ""}${offer.is_free ? " is-free" : ""}`,
      t(`act.${act}`),
      key,
      () => commands.act(act),
      below(stakeOf(offer), worthOf(now, act)),
    );
    if (commands.isHeld(act)) made.ariaDisabled = "true";
    return made;
  });
  const more = seldomButtons(offers, commands);
  return more.length ? [...buttons, h("div", { class: "more" }, more)] : buttons;
}

/**
 * What is seldom done has a row of its own, so that the others keep their places.
 *
 * @param {Map<string, import("../../core/protocol.js").Offer>} offers
 * @param {Commands} commands
 */
function seldomButtons(offers, commands) {
  const buttons = [];
  const double = offers.get("double");
  const is_less = double && !double.is_free && double.low < double.high && !double.spots.length;
  const less = is_less ? double.only.filter((stake) => stake < double.high) : [];
  // Where one lower stake is legal the button puts it up; where many are, it asks.
  if (is_less && double.only.length)
    buttons.push(
      ...less.map((stake) =>
        button("quiet less", lessName(stake, double.high), "", () => commands.double(double, stake),
          below(added(stake)),
        ),
      ),
    );
  else if (is_less)
    buttons.push(button("quiet less", t("act.for_less"), "", () => commands.forLess(double)));
  const refuse = offers.get("refuse_card");
  if (refuse)
    buttons.push(
      button("quiet", t("act.refuse_card"), "", () =>
        commands.give({ do: "refuse_card", box: refuse.box }),
      ),
    );
  return buttons;
}

/** What goes on top. @param {number} stake @returns {HTMLElement} */
const added = (stake) => h("span", { class: "stake" }, `+${money(stake)}`);

/** @param {number} stake @param {number} whole */
const lessName = (stake, whole) =>
  2 * stake === whole ? t("act.double_half") : t("act.double_for", { amount: money(stake) });

/** @param {import("../../core/protocol.js").Offer} offer */
function stakeOf(offer) {
  if (offer.is_free) return h("span", { class: "stake free" }, t("act.free"));
  const amount = offer.spots.length ? offer.spots.reduce((a, b) => a + b, 0) : offer.high;
  return amount ? added(amount) : null;
}

/** What would be bet. @param {number} amount */
function staked(amount) {
  return h("span", { class: "below" }, h("span", { class: "stake" }, money(amount)));
}

/** A second line of a button. @param {...(HTMLElement | null)} parts */
const below = (...parts) => (parts.some(Boolean) ? h("span", { class: "below" }, ...parts) : null);

/** What the coach says of an act. @param {Now} now @param {string} act */
function worthOf(now, act) {
  if (now.is_drill || !now.advice) return null;
  const ev =
    act === "insurance"
      ? now.advice.insurance_ev
      : now.advice.acts.find((one) => one.act === act)?.ev;
  if (ev === undefined || ev === null) return null;
  return h(
    "span",
    { class: "ev", title: t("coach.ev_title") },
    t("coach.ev", { ev: (ev < 0 ? "" : "+") + decimal(ev, 3) }),
  );
}
