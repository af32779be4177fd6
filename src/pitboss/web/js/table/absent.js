// What the table did for a player who is away; fetched when it is first to be said.

import { shownName } from "../shell/guests.js";
import { toast } from "../shell/shell.js";
import "../../lang/en/people.js";
import { t } from "../words/translate.js";

/** @param {import("../core/protocol.js").AbsentAct} done */
export function tellAbsent({ player, act, is_best_play }) {
  const name = shownName(player);
  if (is_best_play) toast(t("absent.played_on", { name }));
  else toast(act === "stand" ? t("absent.stood", { name }) : t("absent.hit", { name }));
}
