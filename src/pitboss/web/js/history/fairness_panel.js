// Shows what this browser worked out by itself about the shoe of a round.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import "../../lang/en/history.js";
import { checkShoe } from "./fairness.js";
import { seen } from "./witness.js";

const SIGNS = { kept: "✓", broken: "✗", unknown: "–" };

/** @param {string} table @param {string} path The round. */
export function fairness(table, path) {
  const outcome = h("div", { class: "stack", aria: { live: "polite" } });
  const button = h(
    "button",
    { type: "button", onclick: () => look().catch(complain) },
    t("fair.check"),
  );

  async function look() {
    /** @type {import("../core/protocol.js").RoundShoe} */
    const shoe = await get(`${path}/shoe`);
    if (!shoe.commitment) fill(outcome, h("p", { class: "notice" }, t("fair.physical")));
    else if (!shoe.proof)
      fill(outcome, h("p", { class: "notice" }, t("fair.in_play")), fingerprint(shoe.commitment));
    else fill(outcome, await verdict(shoe.proof, seen(table, shoe.commitment)));
  }

  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("fair.title")),
    h("p", { class: "soft" }, t("fair.hint")),
    h("div", null, button),
    outcome,
  );
}

/** @param {string} commitment */
const fingerprint = (commitment) =>
  h("p", { class: "small" }, t("fair.fingerprint"), " ", h("code", { class: "long" }, commitment));

/**
 * @param {import("./fairness.js").ShoeProof} proof
 * @param {import("./witness.js").Seen | null} known
 */
async function verdict(proof, known) {
  const checks = await checkShoe(proof, known?.at_ms ?? null, known?.words ?? "");
  const is_broken = checks.some((one) => one.state === "broken");
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: is_broken ? "notice bad" : "notice good" },
      h("strong", null, t(is_broken ? "fair.broken" : "fair.kept")),
    ),
    h(
      "ul",
      { class: "checks" },
      checks.map((one) =>
        h(
          "li",
          { class: one.state },
          h("span", { class: "sign", aria: { hidden: true } }, SIGNS[one.state]),
          h(
            "span",
            null,
            h("span", { class: "visually-hidden" }, t(`fair.${one.state}_sign`)),
            " ",
            t(/** @type {"fair.seen.kept"} */ (`fair.${one.name}.${one.state}`), one.values),
          ),
        ),
      ),
    ),
    h(
      "details",
      null,
      h("summary", null, t("fair.numbers")),
      fingerprint(proof.commitment),
      h("p", { class: "small" }, t("fair.seed"), " ", h("code", { class: "long" }, proof.seed)),
      h("p", { class: "small" }, t("fair.how", { n: proof.decks })),
    ),
  );
}
