// What the viewer may do now, with its stake: chips and bets, insurance, the acts of a hand.

import { fill, h, keyed, say } from "../dom.js";
import { stepButtons } from "../floor/steps.js";
import { money, signed, t } from "../strings.js";
import { draftSum } from "./betting.js";
import { denominations, makeChip } from "./chips.js";
import { resultsOf } from "../results.js";

/**
 * @typedef {import("../state.js").Table} Table
 * @typedef {import("./page.js").Layout} Layout
 * @typedef {import("./page.js").Deeds} Deeds
 * @typedef {{
 *   table: Table,
 *   status: import("../protocol.js").Status | null,
 *   draft: import("./betting.js").Draft,
 *   chip: number,
 *   can_repeat: boolean,
 *   waiting: string[] | null,
 *   advice: import("./coach.js").Advice | null,
 *   drill: boolean,
 *   busy: boolean,
 * }} Now
 */

/** The acts of a hand, in the order of their buttons; those not on offer are explained. */
export const ACTS = /** @type {const} */ (["hit", "stand", "double", "split", "surrender"]);

/** The controls of a table. @param {Layout} layout @param {Deeds} deeds */
export function makeControls(layout, deeds) {
  const chips = denominations(layout);
  const told = h("p", { class: "told", role: "status" });
  const timer = h(
    "div",
    { class: "timer", role: "timer", aria: { label: t("table.timer") } },
    h("span", { class: "bar" }),
    h("span", { class: "seconds" }),
  );
  const tray = h("div", { class: "tray", role: "radiogroup", aria: { label: t("table.chips") } });
  const buttons = h("div", { class: "buttons" });
  const element = h(
    "section",
    { class: "controls", aria: { label: t("table.controls") } },
    told,
    timer,
    tray,
    buttons,
  );
  let waited = { until: 0, from: 0 };

  /** Count down what the table waits for. */
  function tick() {
    const left = waited.until - Date.now();
    const is_idle = waited.until === 0 || left <= 0;
    timer.classList.toggle("is-idle", is_idle);
    if (is_idle) return;
    timer.style.setProperty(
      "--share",
      String(Math.max(0, left / Math.max(1, waited.until - waited.from))),
    );
    say(
      /** @type {Element} */ (timer.querySelector(".seconds")),
      t("table.seconds", { n: Math.ceil(left / 1000) }),
    );
  }
  const ticking = setInterval(tick, 250);

  return {
    element,
    chips,
    close: () => clearInterval(ticking),
    /** @param {Now} now */
    show(now) {
      const { status, table } = now;
      const until = now.busy ? 0 : (status?.deadline_ms ?? 0);
      if (until !== waited.until) waited = { until, from: Date.now() };
      tick();
      const is_betting = table.phase === "betting" && !now.busy;
      tray.hidden = !is_betting;
      element.dataset.phase = now.busy ? "busy" : table.phase;
      keyed(
        tray,
        chips,
        String,
        (worth) => trayChip(worth, deeds),
        (chip, worth) => {
          chip.setAttribute("aria-checked", String(worth === now.chip));
          chip.tabIndex = worth === now.chip ? 0 : -1;
        },
      );
      say(told, tell(now, layout));
      // Buttons are made anew only where they differ, and the focus stays on the one that had it.
      const made = buttonsFor(now, layout, deeds);
      const sign = JSON.stringify([made.map((one) => one.outerHTML), status?.offers]);
      if (buttons.dataset.sign === sign) return;
      buttons.dataset.sign = sign;
      const held = buttons.contains(document.activeElement)
        ? document.activeElement?.getAttribute("aria-keyshortcuts")
        : null;
      fill(buttons, made);
      if (held) made.find((one) => one.getAttribute("aria-keyshortcuts") === held)?.focus();
    },
  };
}

/** @param {number} worth @param {Deeds} deeds */
function trayChip(worth, deeds) {
  return h(
    "button",
    {
      type: "button",
      class: "tray-chip",
      role: "radio",
      draggable: "true",
      aria: { label: t("table.chip", { amount: money(worth) }) },
      onclick: () => deeds.choose(worth),
      ondragstart: (/** @type {DragEvent} */ event) =>
        event.dataTransfer?.setData("text/plain", String(worth)),
    },
    makeChip(worth),
  );
}

/** What is to be said to the viewer now. @param {Now} now @param {Layout} layout */
function tell(now, layout) {
  const { table, status } = now;
  if (status?.stopped) return t("table.stopped", { why: status.stopped });
  if (now.busy)
    return table.phase === "dealer" || table.phase === "settling"
      ? t("table.dealer_plays")
      : t("table.dealing");
  const offers = offered(now);
  if (table.phase === "betting") return tellBetting(now, layout);
  if (offers.has("insure") || offers.has("take_even_money")) return t("table.insurance");
  if (offers.has("draw_prize")) return t("table.prize");
  if (offers.size)
    return (
      t("table.your_turn", { n: table.turn[0] }) +
      (table.turn[1] > 1 || handCount(table) > 1 ? t("table.which_hand", { n: table.turn[1] }) : "")
    );
  if (table.phase === "playing") return t("table.others_turn", { n: table.turn[0] });
  return t("table.wait");
}

/** @param {Table} table */
const handCount = (table) =>
  table.boxes.find((box) => box.number === table.turn[0])?.hands.length ?? 1;

/** @param {Now} now @param {Layout} layout */
function tellBetting(now, layout) {
  const { table } = now;
  if (now.waiting?.length) return t("table.waiting_for", { names: now.waiting.join(", ") });
  if (now.waiting || placed(table)) return t("table.placed");
  if (draftSum(now.draft)) return t("table.laid", { amount: money(draftSum(now.draft)) });
  const results = table.last ? resultsOf(table.last, table.you) : [];
  if (results.length) {
    const net = results.reduce((total, result) => total + result.net, 0);
    return t(net > 0 ? "table.won" : net < 0 ? "table.lost" : "table.pushed", {
      amount: signed(net),
    });
  }
  return t("table.bet", { low: money(layout.min_bet), high: money(layout.max_bet) });
}

/** @param {Table} table */
const placed = (table) =>
  table.boxes.some((box) => box.mains.some((main) => main.player === table.you));

/** @param {Now} now */
const offered = (now) => new Map((now.status?.offers ?? []).map((offer) => [offer.do, offer]));

/** @param {Now} now @param {Layout} layout @param {Deeds} deeds */
function buttonsFor(now, layout, deeds) {
  if (now.busy || now.status?.stopped) return [];
  const { table, status } = now;
  const offers = offered(now);
  if (status?.role !== "player") return [button("main", t("table.sit"), "", deeds.sit)];
  if (table.phase === "betting") return bettingButtons(now, layout, deeds);
  if (offers.has("draw_prize"))
    return [
      button("main", t("act.draw_prize"), "Space", () =>
        deeds.give({ do: "draw_prize", prize: 0 }),
      ),
    ];
  if (offers.has("insure") || offers.has("take_even_money")) return insuranceButtons(now, deeds);
  const is_mine = ACTS.some((act) => offers.has(act));
  return is_mine ? actButtons(now, offers, deeds) : [];
}

/**
 * @param {string} tone
 * @param {string} text
 * @param {string} key
 * @param {() => void} act
 * @param {import("../dom.js").Child[]} more
 */
function button(tone, text, key, act, ...more) {
  return h(
    "button",
    { type: "button", class: tone, onclick: act, aria: { keyshortcuts: key || null } },
    h("span", null, text),
    ...more,
    key ? h("kbd", { aria: { hidden: "true" } }, key) : null,
  );
}

/** @param {Now} now @param {Layout} layout @param {Deeds} deeds */
function bettingButtons(now, layout, deeds) {
  const { table, draft } = now;
  const laid = draftSum(draft);
  const found = stepButtons(now.status?.offers ?? [], deeds.give);
  if (laid)
    found.push(
      button(
        "main",
        layout.has_auto_deal
          ? t("table.deal", { amount: money(laid) })
          : t("table.place", { amount: money(laid) }),
        "Enter",
        deeds.place,
      ),
    );
  else if (placed(table) && layout.has_auto_deal && !now.waiting)
    found.push(button("main", t("table.deal_now"), "Enter", deeds.ready));
  if (!laid && now.can_repeat && !placed(table))
    found.push(button("main", t("table.repeat"), "L", deeds.repeat));
  if (laid) {
    found.push(
      button("", t("table.undo"), "U", deeds.undo),
      button("", t("table.double_bet"), "X", deeds.twice),
      button("", t("table.clear"), "C", deeds.clear),
    );
  } else if (placed(table)) found.push(button("", t("table.take_back"), "C", deeds.takeBack));
  if (!laid && !placed(table) && table.chips > 0) {
    found.push(button("quiet", t("table.cash_out"), "", deeds.leave));
  }
  if (table.chips < layout.min_bet && !placed(table))
    found.push(button("main", t("table.buy"), "", deeds.buy));
  return found;
}

/** @param {Now} now @param {Deeds} deeds */
function insuranceButtons(now, deeds) {
  const offers = now.status?.offers ?? [];
  const box = offers[0].box;
  const here = offers.filter((offer) => offer.box === box);
  const insure = here.find((offer) => offer.do === "insure");
  const found = [];
  const spots =
    now.table.boxes
      .find((one) => one.number === box)
      ?.mains.find((main) => main.player === now.table.you)?.amounts.length ?? 1;
  /** @param {number} amount */
  const give = (amount) => deeds.give({ do: "insure", box, amounts: Array(spots).fill(amount) });
  if (here.some((offer) => offer.do === "take_even_money"))
    found.push(
      button("main", t("act.take_even_money"), "E", () =>
        deeds.give({ do: "take_even_money", box }),
      ),
    );
  if (insure?.high)
    found.push(
      button(
        "",
        t("act.insure", { amount: money(insure.high), box }),
        "I",
        () => give(insure.high),
        worthOf(now, "insurance"),
      ),
    );
  if (insure)
    found.push(button(insure.high ? "main" : "", t("act.decline", { box }), "N", () => give(0)));
  return found;
}

/**
 * @param {Now} now
 * @param {Map<string, import("../protocol.js").Offer>} offers
 * @param {Deeds} deeds
 */
function actButtons(now, offers, deeds) {
  const found = ACTS.map((act) => {
    const offer = offers.get(act);
    const key = KEYS[act];
    if (!offer) {
      return h(
        "button",
        {
          type: "button",
          class: "act refused",
          aria: { keyshortcuts: key, label: t("act.refused", { act: t(`act.${act}`) }) },
          title: t("act.why"),
          onclick: () => deeds.why(act),
        },
        h("span", null, t(`act.${act}`)),
        h("kbd", { aria: { hidden: "true" } }, key),
      );
    }
    const best = !now.drill && now.advice?.acts[0]?.act === act;
    return button(
      best ? "act main best" : "act main",
      t(`act.${act}`),
      key,
      () => deeds.act(act),
      stakeOf(offer),
      worthOf(now, act),
    );
  });
  const double = offers.get("double");
  if (double && !double.is_free && double.low < double.high && !double.spots.length) {
    found.push(
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => deeds.forLess(double) },
        t("act.for_less"),
      ),
    );
  }
  const refuse = offers.get("refuse_card");
  if (refuse)
    found.push(
      button("", t("act.refuse_card"), "", () =>
        deeds.give({ do: "refuse_card", box: refuse.box }),
      ),
    );
  return found;
}

/** The key of each act. @type {Record<typeof ACTS[number], string>} */
export const KEYS = { hit: "H", stand: "S", double: "D", split: "P", surrender: "R" };

/** @param {import("../protocol.js").Offer} offer */
function stakeOf(offer) {
  if (offer.is_free) return h("span", { class: "stake free" }, t("act.free"));
  const amount = offer.spots.length ? offer.spots.reduce((a, b) => a + b, 0) : offer.high;
  return amount ? h("span", { class: "stake" }, `+${money(amount)}`) : null;
}

/** What the coach says of an act. @param {Now} now @param {string} act */
function worthOf(now, act) {
  if (now.drill || !now.advice) return null;
  const ev =
    act === "insurance"
      ? now.advice.insurance_ev
      : now.advice.acts.find((one) => one.act === act)?.ev;
  if (ev === undefined || ev === null) return null;
  return h(
    "span",
    { class: "ev", title: t("coach.ev_title") },
    t("coach.ev", { ev: (ev < 0 ? "−" : "+") + Math.abs(ev).toFixed(3) }),
  );
}
