// The English sentences of the session's line, fetched with the first round that is over.

import { teach } from "../../js/words/translate.js";

export const SESSION = /** @type {const} */ ({
  "session.title": "Your session",
  "session.rounds": "in {n} round|in {n} rounds",
  "session.luck": "· luck alone: {low} to {high}",
  "session.luck_title": "Of 100 such sessions, played by the chart, 95 end in this range.",
  "session.streak": "{n} right in a row",
  "session.test": "Test my decisions",
  "session.test_title": "The coach says after each decision if it was the best.",
  "session.goal": "Today {right} of {goal} right",
  "session.reached": "Today {right} right: goal reached",
  "session.goal_off": "×",
  "session.goal_on": "Set a goal",
  "session.goal_title": "A goal for each day: 20 right decisions. On or off.",
});

teach(SESSION);
