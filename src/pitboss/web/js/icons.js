// Small drawings in the colour of the text around them.

import { h } from "./dom.js";

/** @param {...string} paths */
const drawn =
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

export const person = drawn("M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", "M4 20c1-4 4.500-6 8-6s7 2 8 6");
export const cross = drawn("M6 6l12 12", "M18 6L6 18");
export const sun = drawn(
  "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5",
);
export const moon = drawn("M20 14.500A8 8 0 0 1 9.500 4a8 8 0 1 0 10.500 10.500z");
export const motion = drawn("M4 7h9M4 12h6M4 17h9", "M16 6l5 6-5 6");
export const book = drawn(
  "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3z",
  "M5 17a3 3 0 0 1 3-3h10",
  "M9 8h5",
);
export const undo = drawn("M9 7L4 12l5 5", "M4 12h10a6 6 0 0 1 6 6");
export const repeat = drawn(
  "M4 12a7 7 0 0 1 12-5l3 3",
  "M19 4v6h-6",
  "M20 12a7 7 0 0 1-12 5l-3-3",
  "M5 20v-6h6",
);
export const more = drawn("M12 5v14M5 12h14");
export const person_add = drawn(
  "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  "M2 20c1-4 4.500-6 8-6 1.500 0 3 .3 4.200 1",
  "M19 13v8M15 17h8",
);
export const bulb = drawn(
  "M9 18h6M10 21h4",
  "M12 3a6 6 0 0 0-4 10.500c.7.700 1 1.500 1 2.500h6c0-1 .3-1.800 1-2.500A6 6 0 0 0 12 3z",
);
export const speech = drawn("M4 5h16v11H9l-5 4z", "M8 9h8M8 12h5");
export const help = drawn(
  "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  "M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .8-1 1.700",
  "M12 17h.01",
);
export const bin = drawn("M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12");
