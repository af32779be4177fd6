// The pages for learners, with links from each to the others.

import { make } from "../core/element.js";
import { queryOf } from "../odds/choice.js";
import { t } from "../words/translate.js";
import "../../lang/en/learn.js";
import { PageTabs } from "../core/tabs.js";

/**
 * @param {"drills" | "count" | "statistics"} here
 * @param {{rulebook: string, options: import("../odds/choice.js").Options} | null} [asked]
 */
export function learnTabs(here, asked = null) {
  const tabs = make(PageTabs, { label: t("nav.learn") });
  const at = asked ? `/${asked.rulebook}${queryOf([asked.options])}` : "";
  tabs.show([
    { href: `#/drills${at}`, text: t("learn.drills"), is_here: here === "drills" },
    { href: `#/count${at}`, text: t("learn.count"), is_here: here === "count" },
    { href: "#/statistics", text: t("learn.statistics"), is_here: here === "statistics" },
  ]);
  return tabs;
}
