// The second factor of an account: set up with an app, and switched off.

import { get, post, put } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { refresh } from "../shell/session.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/account.js";
import { t } from "../words/translate.js";
import { form, labelled, passwordField } from "./form.js";

/** @typedef {import("../core/protocol.js").FactorOffer} FactorOffer */
/** @typedef {import("../core/protocol.js").FactorSheet} FactorSheet */
/** @typedef {import("../core/protocol.js").RecoveryCodes} RecoveryCodes */

/** @param {boolean} [required] */
export const codeInput = (required = true) =>
  h("input", {
    name: "code",
    required,
    maxlength: 40,
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
  });

/** Whether there is one, and what to do about it. */
export function secondFactor() {
  const place = h("div", null);

  const begin = () => {
    const fields = [passwordField()];
    return form(t("factor.title"), t("factor.hint"), t("factor.begin"), fields, async (values) => {
      /** @type {FactorOffer} */
      const offer = await post("/api/second-factor", { password: values.password });
      fill(place, confirm(offer));
    });
  };

  /** @param {FactorOffer} offer */
  const confirm = (offer) =>
    form(
      t("factor.title"),
      t("factor.type"),
      t("factor.set"),
      [
        h("p", null, h("code", { class: "secret" }, offer.secret)),
        h("p", null, h("a", { href: offer.link }, t("factor.open"))),
        labelled(t("factor.code"), codeInput()),
      ],
      async (values) => {
        /** @type {RecoveryCodes} */
        const told = await put("/api/second-factor", { code: values.code });
        fill(place, codes(told.codes));
      },
    );

  /** @param {readonly string[]} told */
  const codes = (told) =>
    h(
      "section",
      { class: "panel stack" },
      h("h2", null, t("factor.recovery")),
      h("p", { class: "soft" }, t("factor.recovery_hint")),
      h(
        "ul",
        null,
        told.map((one) => h("li", null, h("code", null, one))),
      ),
      h(
        "div",
        null,
        h(
          "button",
          { type: "button", class: "main", onclick: () => refresh().then(look, complain) },
          t("factor.kept"),
        ),
      ),
    );

  /** @param {FactorSheet} sheet */
  const end = (sheet) =>
    form(
      t("factor.title"),
      t("factor.is_set", { n: sheet.recovery_left }),
      t("factor.end"),
      [passwordField(), labelled(t("factor.code"), codeInput())],
      async (values) => {
        await post("/api/second-factor/end", { password: values.password, code: values.code });
        toast(t("factor.ended"));
        await refresh();
        look();
      },
    );

  function look() {
    get("/api/second-factor")
      .then((/** @type {FactorSheet} */ sheet) => fill(place, sheet.is_set ? end(sheet) : begin()))
      .catch(complain);
  }

  look();
  return place;
}
