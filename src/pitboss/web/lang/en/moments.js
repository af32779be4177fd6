// The English sentences of moments, fetched with the first of them.

import { teach } from "../../js/words/translate.js";

export const MOMENTS = /** @type {const} */ ({
  "moment.blackjack": "Blackjack!",
  "moment.chance": "about one hand in {n}",
  "moment.share": "Share with proof",
  "moment.go_on": "Go on",
  "moment.shared": "{won} at {title}. Every card and payment, with the rule behind it:",
  "moment.copied": "Copied: the win, and a link to its cards and rules.",
  "moment.weight": "{prize} · {n} of {all} places on the wheel",
});

teach(MOMENTS);
