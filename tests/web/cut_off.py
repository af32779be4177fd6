"""What of a page cannot be seen: cut off by what holds it, or outside the window."""

from playwright.sync_api import Page

CUT_OFF = """() => {
  const out = [];
  const unseen = ".visually-hidden, [hidden], svg, .skip, .toasts, dialog:not([open])";
  const name = (one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 24)}`;
  const sticksOut = (inner, outer) => inner.right > outer.right + 2 || inner.left < outer.left - 2
    || inner.bottom > outer.bottom + 2 || inner.top < outer.top - 2;
  const holders = (one) => {
    const above = [];
    for (let up = one.parentElement; up; up = up.parentElement) above.push(up);
    return above;
  };
  const cloth = document.querySelector(".cloth");
  cloth?.scrollTo(0, 0);
  if (cloth && cloth.scrollHeight > cloth.clientHeight + 1)
    out.push(`the cloth is ${cloth.scrollHeight} px high and shows ${cloth.clientHeight}`);
  for (const one of document.querySelectorAll(".bar *, pit-table *")) {
    if (one.closest(unseen) || !one.checkVisibility({ visibilityProperty: true })) continue;
    const has_text = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!has_text && !one.matches("button, playing-card, chip-stack")) continue;
    const above = holders(one);
    if ([one, ...above].some((each) => getComputedStyle(each).clipPath !== "none")) continue;
    const place = one.getBoundingClientRect();
    if (sticksOut(place, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }))
      out.push(`${name(one)} is outside the window`);
    for (const each of above)
      if (getComputedStyle(each).overflow !== "visible"
        && sticksOut(place, each.getBoundingClientRect()))
        out.push(`${name(one)} is cut off by ${name(each)}`);
    if (has_text && getComputedStyle(one).overflowX !== "visible"
      && one.scrollWidth > one.clientWidth + 1)
      out.push(`${name(one)} is shortened`);
    if (has_text && getComputedStyle(one).overflowY === "hidden"
      && one.scrollHeight > one.clientHeight + 1)
      out.push(`${name(one)} has lost a line`);
  }
  return [...new Set(out)];
}"""


def cut_off(page: Page) -> list[str]:
    """What of the bar and the table cannot be read or pressed without scrolling, and why."""
    told: list[str] = page.evaluate(CUT_OFF)
    return told
