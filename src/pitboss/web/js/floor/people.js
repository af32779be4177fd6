// Who is at the table: players with their chips, the staff, those who wait.

import { h } from "../core/dom.js";
import { shownName } from "../shell/guests.js";
import { money, named, t } from "../words/translate.js";
import "../../lang/en/account.js";
import "../../lang/en/floor.js";

/** @param {import("./duty.js").Desk} desk */
export function people({ floor }) {
  const players = Object.entries(floor.players);
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("floor.people")),
    h(
      "dl",
      { class: "people" },
      Object.entries(floor.staff)
        .map(([name, role]) => [
          h("dt", null, name),
          h("dd", { class: "soft" }, named("role", role)),
        ])
        .flat(),
      players
        .map(([name, chips]) => [
          h("dt", null, shownName(name)),
          h("dd", { class: "numbers" }, t("floor.chips", { amount: money(chips) })),
        ])
        .flat(),
      floor.waiting
        .map((name) => [h("dt", null, name), h("dd", { class: "soft" }, t("floor.waits"))])
        .flat(),
    ),
    players.length ? null : h("p", { class: "soft" }, t("floor.no_players")),
  );
}
