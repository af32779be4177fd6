// The text view: every event in words, for the eye and for screen readers.

import { h } from "../dom.js";
import { t } from "../strings.js";

const LINES_MAX = 200;

/** Events that happen too often to be worth a line. */
const SILENT = new Set(["shoe_committed", "staff_assigned"]);

export function makeLog() {
  const list = h("div", {
    class: "lines",
    role: "log",
    aria: { live: "polite", label: t("table.log"), relevant: "additions" },
    tabindex: "0",
  });
  const element = h(
    "section",
    { class: "log panel visually-hidden", aria: { label: t("table.log") } },
    h("h2", null, t("table.log")),
    list,
  );
  return {
    element,
    /** @param {import("../protocol.js").Message} message @param {string} you */
    add(message, you) {
      const lines = [...message.said.map((said) => t("log.said", { said })), message.told].filter(
        Boolean,
      );
      if (!lines.length || SILENT.has(message.event.event)) return;
      const mine = "player" in message.event && message.event.player === you;
      for (const line of lines) list.append(h("p", { class: mine ? "mine" : "" }, line));
      while (list.childElementCount > LINES_MAX) list.firstElementChild?.remove();
      list.scrollTop = list.scrollHeight;
    },
    toggle: () => element.classList.toggle("visually-hidden"),
  };
}
