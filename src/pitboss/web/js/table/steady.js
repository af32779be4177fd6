// The controls keep the height that they once needed, so that the felt above them keeps its own.

/** Of the window's height: what is higher than that comes and goes. */
const SHARE_MAX = 0.45;

/**
 * Hold the height of an element until the window has another size.
 *
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
export function holdHeight(element, signal) {
  let most = 0;
  const watch = new ResizeObserver(() => {
    const height = element.offsetHeight;
    if (height <= most || height > innerHeight * SHARE_MAX) return;
    most = height;
    element.style.minHeight = `${most}px`;
  });
  const forget = () => {
    most = 0;
    element.style.minHeight = "";
  };
  watch.observe(element);
  addEventListener("resize", forget, { signal });
  signal.addEventListener("abort", () => watch.disconnect());
}
