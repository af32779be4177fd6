// Small drawings in the colour of the text around them.

import { h } from "./dom.js";

/** @param {...string} paths */
export const drawn =
  (...paths) =>
  () =>
    h(
      "svg",
      {
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": "2",
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
        width: "20",
        height: "20",
        "aria-hidden": "true",
      },
      paths.map((d) => h("path", { d })),
    );

export const person = drawn("M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4 20c1-4 4.5-6 8-6s7 2 8 6");
export const smile = drawn(
  "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  "M8.5 14.5q3.5 3.5 7 0M9 9v1M15 9v1",
);
export const cross = drawn("M6 6l12 12", "M18 6L6 18");
export const sun = drawn(
  "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
);
export const moon = drawn("M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z");
export const motion = drawn("M4 7h9M4 12h6M4 17h9", "M16 6l5 6-5 6");
export const book = drawn(
  "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3z",
  "M5 17a3 3 0 0 1 3-3h10",
  "M9 8h5",
);
export const grid = drawn("M4 4h16v16H4z", "M4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16");
export const undo = drawn("M9 7L4 12l5 5", "M4 12h10a6 6 0 0 1 6 6");
export const repeat = drawn(
  "M4 12a7 7 0 0 1 12-5l3 3",
  "M19 4v6h-6",
  "M20 12a7 7 0 0 1-12 5l-3-3",
  "M5 20v-6h6",
);
export const coin = drawn(
  "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  "M12 6.5v11M15 9.5c-.5-.9-1.6-1.5-3-1.5-1.7 0-3 .8-3 2s1.3 1.7 3 2 3 .8 3 2-1.3 2-3 2",
  "M12 16c-1.4 0-2.5-.6-3-1.5",
);
export const person_add = drawn(
  "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  "M2 20c1-4 4.5-6 8-6 1.5 0 3 .3 4.2 1",
  "M19 13v8M15 17h8",
);
export const bulb = drawn(
  "M9 18h6M10 21h4",
  "M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
);
export const speech = drawn("M4 5h16v11H9l-5 4z", "M8 9h8M8 12h5");
export const help = drawn(
  "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7",
  "M12 17h.01",
);
export const bin = drawn("M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12");
export const sound = drawn(
  "M4 10v4h4l5 4V6L8 10z",
  "M16 9a4 4 0 0 1 0 6",
  "M18.5 6.5a8 8 0 0 1 0 11",
);
export const silence = drawn("M4 10v4h4l5 4V6L8 10z", "M16.5 9.5l5 5M21.5 9.5l-5 5");
