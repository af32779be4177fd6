// One box: its hands, the circle of the main wager, the places of side wagers, and who bets there.

import { fill, h, keyed, say } from "../dom.js";
import { money, named, signed, t } from "../strings.js";
import { draftOf } from "./betting.js";
import { makeStack } from "./chips.js";
import { showFan } from "./felt.js";

/**
 * @typedef {import("../state.js").Table} Table
 * @typedef {import("../state.js").Hand} Hand
 * @typedef {import("../state.js").Box} Box
 * @typedef {import("./page.js").Layout} Layout
 * @typedef {{bet: (box: number, wager: string, spot: number, chip?: number) => void}} Handlers
 * @typedef {{
 *   number: number,
 *   table: Table,
 *   draft: import("./betting.js").Draft,
 *   status: import("../protocol.js").Status | null,
 *   layout: Layout,
 *   shoe: Element,
 * }} Shown
 */

/** With more boxes than this there is only room for the initials of side wagers. */
const TITLES_BOXES_MAX = 7;

/** An empty box. @param {number} number @param {Layout} layout @param {Handlers} handlers */
export function makeBox(number, layout, handlers) {
  const middle = (layout.boxes + 1) / 2;
  const away = layout.boxes > 1 ? (number - middle) / (middle - 0.5) : 0;
  const mains = Array.from({ length: layout.dealer_hands }, (_, spot) =>
    makeSpot("spot-main", number, "main", spot, handlers),
  );
  const has_titles = layout.wagers.length === 1 && layout.boxes <= TITLES_BOXES_MAX;
  const sides = layout.wagers.map((wager) => {
    const spot = makeSpot("spot-side", number, wager.name, 0, handlers);
    spot.append(
      h(
        "span",
        { class: "short", aria: { hidden: "true" } },
        has_titles ? wager.title : short(wager.title),
      ),
    );
    return spot;
  });
  return h(
    "li",
    { class: "box", style: { "--away": away.toFixed(3) }, data: { box: number } },
    h("div", { class: "hands" }),
    h("div", { class: "mains" }, mains),
    h("div", { class: "sides" }, sides),
    h("div", { class: "bettors" }),
  );
}

/**
 * @param {string} kind
 * @param {number} box
 * @param {string} wager
 * @param {number} spot
 * @param {Handlers} handlers
 */
function makeSpot(kind, box, wager, spot, handlers) {
  const made = h(
    "button",
    {
      type: "button",
      class: `spot ${kind}`,
      data: { box, wager, spot },
      onclick: () => handlers.bet(box, wager, spot),
      ondragover: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        made.classList.add("is-over");
      },
      ondragleave: () => made.classList.remove("is-over"),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        made.classList.remove("is-over");
        const chip = Number(event.dataTransfer?.getData("text/plain"));
        if (chip > 0) handlers.bet(box, wager, spot, chip);
      },
    },
    h("span", { class: "held" }),
  );
  return made;
}

/** The initials of a side wager, or its first word where it has but one. @param {string} title */
function short(title) {
  const words = title.split(" ");
  const initials = words
    .map((word) => (/^\d+$/.test(word) ? word : /^[A-Z]/.test(word) ? word[0] : ""))
    .join("");
  return initials.length > 1 ? initials : words[0].slice(0, 5);
}

/** Show how a box stands. @param {HTMLElement} element @param {Shown} shown */
export function changeBox(element, shown) {
  const { number, table, status } = shown;
  const box = table.boxes.find((one) => one.number === number);
  const before = table.last?.boxes.find((one) => one.number === number);
  const is_turn = table.phase === "playing" && table.turn[0] === number;
  const mine = (box ?? before)?.mains.some((main) => main.player === table.you) ?? false;
  const can_bet = (status?.offers ?? []).some(
    (offer) => offer.do === "place_wager" && offer.box === number,
  );
  element.classList.toggle("is-turn", is_turn);
  element.classList.toggle("is-mine", mine);
  element.classList.toggle("is-open", can_bet);
  element.classList.toggle("is-used", Boolean(box) || Boolean(before));
  const hands = box?.hands.length ? box.hands : (before?.hands ?? []);
  showHands(part(element, ".hands"), hands, { table, number, shoe: shown.shoe });
  for (const spot of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll(".spot")))
    showSpot(spot, shown, box);
  const names = box?.mains ?? before?.mains ?? [];
  say(
    part(element, ".bettors"),
    names.map((main) => (main.player === table.you ? t("box.you") : main.player)).join(", "),
  );
}

/** @param {Element} element @param {string} selector @returns {HTMLElement} */
const part = (element, selector) => /** @type {HTMLElement} */ (element.querySelector(selector));

/**
 * @param {HTMLElement} place
 * @param {Hand[]} hands
 * @param {{table: Table, number: number, shoe: Element}} shown
 */
function showHands(place, hands, { table, number, shoe }) {
  place.dataset.hands = String(hands.length);
  keyed(
    place,
    hands,
    (hand) => hand.id,
    () =>
      h(
        "div",
        { class: "hand" },
        h("div", { class: "fan" }),
        h("span", { class: "total" }),
        h("span", { class: "extra" }),
        h("span", { class: "outcome" }),
      ),
    (element, hand, index) => {
      const is_turn =
        table.phase === "playing" && table.turn[0] === number && table.turn[1] === index + 1;
      element.classList.toggle("is-turn", is_turn);
      element.classList.toggle("is-sideways", hand.sideways);
      element.classList.toggle("is-gone", hand.gone && table.phase !== "betting");
      showFan(part(element, ".fan"), hand.cards, shoe);
      const total = part(element, ".total");
      say(total, totalOf(hand));
      total.hidden = !hand.total && hand.how !== "blackjack";
      showExtra(part(element, ".extra"), hand, hands.length > 1);
      showOutcome(part(element, ".outcome"), hand, table.you);
    },
  );
}

/** @param {Hand} hand */
function totalOf(hand) {
  if (hand.how === "blackjack") return t("hand.blackjack");
  if (hand.how === "bust") return t("hand.bust", { total: hand.total });
  if (hand.how === "surrendered") return t("hand.surrendered", { total: hand.total });
  return hand.total;
}

/**
 * Chips and lammers that doubling or splitting put beside a hand.
 *
 * @param {HTMLElement} place
 * @param {Hand} hand
 * @param {boolean} is_split
 */
function showExtra(place, hand, is_split) {
  const paid = hand.bets
    .map((bet) => [...(is_split ? bet.stakes : []), ...bet.extra].reduce((a, b) => a + b, 0))
    .reduce((a, b) => a + b, 0);
  const free = hand.bets.reduce((total, bet) => total + bet.free, 0);
  const key = `${paid}|${free}`;
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  fill(
    place,
    paid ? h("span", { class: "coins" }, money(paid)) : null,
    free
      ? h(
          "span",
          { class: "lammer", title: t("box.lammer", { amount: money(free) }) },
          t("box.free"),
          h("span", { class: "visually-hidden" }, ` ${money(free)}`),
        )
      : null,
  );
}

/** @param {HTMLElement} place @param {Hand} hand @param {string} you */
function showOutcome(place, hand, you) {
  const own = hand.results.filter((result) => result.player === you);
  const told = own.length ? own : hand.results;
  place.hidden = told.length === 0;
  if (!told.length) return;
  const net = told.reduce((total, result) => total + result.net, 0);
  const tone = net > 0 ? "win" : net < 0 ? "loss" : "push";
  place.className = `outcome ${tone}`;
  say(place, net === 0 ? named("result", told[0].result) : signed(net));
  place.title = [...new Set(told.map((result) => result.clause))].join(", ");
}

/** @param {HTMLElement} element @param {Shown} shown @param {Box | undefined} box */
function showSpot(element, { number, table, draft, layout }, box) {
  const wager = element.dataset.wager ?? "main",
    spot = Number(element.dataset.spot);
  const before = table.last?.boxes.find((one) => one.number === number);
  let up = 0,
    others = 0,
    mark = "",
    tone = "";
  if (wager === "main") {
    for (const main of box?.mains ?? before?.mains ?? []) {
      if (main.player === table.you) up += main.amounts[spot] ?? 0;
      else others += main.amounts[spot] ?? 0;
    }
  } else {
    const sides = box ? table.sides : [...table.sides, ...(table.last?.sides ?? [])];
    for (const side of new Set(sides)) {
      if (side.box !== number || side.wager !== wager) continue;
      if (side.player === table.you) up += side.amount;
      else others += side.amount;
      if (side.result) {
        tone = side.result.net > 0 ? "win" : side.result.net < 0 ? "loss" : "push";
        mark = signed(side.result.net);
      } else if (side.wins) {
        tone = "lammer";
        mark = t("box.wins", { n: side.wins });
      }
    }
  }
  const insured =
    wager === "main" && spot === 0
      ? table.insured.filter((one) => one.box === number && !one.result)
      : [];
  const insurance = insured.reduce(
    (total, one) => total + one.amounts.reduce((a, b) => a + b, 0),
    0,
  );
  const ante =
    wager === "main" && spot === 0
      ? (box?.antes ?? []).reduce((total, one) => total + one.amount, 0)
      : 0;
  const planned = draftOf(draft, number, wager, spot);
  const title =
    wager === "main"
      ? t("box.main")
      : (layout.wagers.find((one) => one.name === wager)?.title ?? wager);
  const key = [up, others, planned, mark, insurance, ante].join("|");
  if (element.dataset.shown === key) return;
  element.dataset.shown = key;
  element.classList.toggle("has-chips", up + others + planned > 0);
  element.classList.toggle("is-planned", planned > 0);
  const several = layout.dealer_hands > 1 && wager === "main" ? t("box.spot", { n: spot + 1 }) : "";
  element.setAttribute(
    "aria-label",
    [
      t("box.number", { n: number }),
      title,
      several,
      up ? t("box.yours", { amount: money(up) }) : "",
      others ? t("box.others", { amount: money(others) }) : "",
      planned ? t("box.planned", { amount: money(planned) }) : "",
      mark,
    ]
      .filter(Boolean)
      .join(", "),
  );
  element.title = wager === "main" ? "" : title;
  fill(
    part(element, ".held"),
    up ? makeStack(up) : null,
    planned ? makeStack(planned) : null,
    others ? makeStack(others) : null,
    !up && !planned && !others && wager === "main"
      ? h("span", { class: "number" }, layout.dealer_hands > 1 ? spot + 1 : number)
      : null,
    insurance
      ? h("span", { class: "insured" }, t("box.insured", { amount: money(insurance) }))
      : null,
    ante ? h("span", { class: "ante" }, t("box.ante", { amount: money(ante) })) : null,
    mark ? h("span", { class: `mark ${tone}` }, mark) : null,
  );
}
