// The English sentences about chart files, fetched with the charts.

import { teach } from "./words/translate.js";

export const CHARTS = /** @type {const} */ ({
  "chart_file.title": "Chart files",
  "chart_file.load": "Load your own chart…",
  "chart_file.save": "Download the best chart",
  "chart_file.drop": "Put it away",
  "chart_file.hint":
    "Load a chart file, as pitboss strategy --chart writes it. The squares it plays differently are marked, and drills go by it. It stays in this browser.",
  "chart_file.same": "“{title}” plays every first decision as this chart does.",
  "chart_file.differs":
    "“{title}” plays {n} square differently. On the first two cards it costs {cost} of every 100 bet.|“{title}” plays {n} squares differently. On the first two cards it costs {cost} of every 100 bet.",
  "chart_file.drilled": "You are drilled on “{title}”. Right is what it plays, even if another play is worth more.",
  "chart_file.plays": "Your chart plays: {act}.",
  "chart_file.wrong": "Not {act}. Your chart: {best}.",
  "chart_file.too_long": "This file is too long for a chart.",
});

teach(CHARTS);
