// Makes and changes elements. Styles go through CSSOM, which the Content-Security-Policy allows.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "g",
  "path",
  "rect",
  "circle",
  "line",
  "text",
  "textPath",
  "use",
  "polyline",
  "polygon",
  "title",
  "defs",
  "ellipse",
]);

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Props
 */

/**
 * An element: `h("button", {class: "main", onclick: act, aria: {label: "Hit"}}, "Hit")`.
 *
 * Properties: `class`, `style` (an object), `data` and `aria` (objects), `on…` (a listener);
 * true and false set and leave out an attribute.
 *
 * @template {HTMLElement | SVGElement} [E=HTMLElement]
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {E}
 */
export function h(tag, props, ...children) {
  const made =
    SVG_TAGS.has(tag) && !(tag === "title" && !props)
      ? document.createElementNS(SVG, tag)
      : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(made, name, value);
  made.append(...nodes(children));
  return /** @type {E} */ (/** @type {unknown} */ (made));
}

/** @param {Element} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "style") {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const [key, set_to] of Object.entries(/** @type {object} */ (value))) {
      style.setProperty(key, String(set_to));
    }
  } else if (name === "data" || name === "aria") {
    for (const [key, told] of Object.entries(/** @type {object} */ (value))) {
      if (told !== undefined && told !== null) element.setAttribute(`${name}-${key}`, String(told));
    }
  } else if (name === "value" && "value" in element) {
    element.value = value;
  } else if (name === "checked" && "checked" in element) {
    element.checked = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((one) => one !== null && one !== undefined && one !== false)
    .map((one) => (typeof one === "number" ? String(one) : /** @type {Node | string} */ (one)));
}

/**
 * Put these children into an element instead of what it holds.
 * @param {Element} element @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/**
 * Make the children of `parent` those of `items`, in order, keeping the elements of known keys:
 * what stays on the page is moved or changed, never made again, so that it can be animated.
 *
 * @template T
 * @template {HTMLElement} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => string} key
 * @param {(item: T, index: number) => E} make
 * @param {(element: E, item: T, index: number) => void} [change]
 */
export function keyed(parent, items, key, make, change) {
  /** @type {Map<string, E>} */
  const held = new Map();
  for (const child of /** @type {E[]} */ ([...parent.children])) {
    if (child.dataset.key !== undefined) held.set(child.dataset.key, child);
  }
  /** @type {Element | null} */
  let before = null;
  items.forEach((item, index) => {
    const name = key(item, index);
    let element = held.get(name);
    if (element) held.delete(name);
    else {
      element = make(item, index);
      element.dataset.key = name;
    }
    const place = before ? before.nextElementSibling : parent.firstElementChild;
    if (place !== element) parent.insertBefore(element, place);
    change?.(element, item, index);
    before = element;
  });
  for (const gone of held.values()) gone.remove();
}

/**
 * Set the text of an element, only where it differs.
 *
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
