// Style sheets of pages, fetched when a page is first shown.

/** Sheets that came with the page, joined into one by the server. */
const held = document.querySelector("link[data-holds]")?.getAttribute("data-holds") ?? "";
/** @type {Map<string, Promise<void>>} */
const loading = new Map(held.split(" ").map((path) => [path, Promise.resolve()]));

/**
 * Have a style sheet in force; a page waits for its own before it shows itself.
 *
 * @param {...string} paths
 */
export async function style(...paths) {
  await Promise.all(
    paths.map((path) => {
      const known = loading.get(path);
      if (known) return known;
      /** @type {Promise<void>} */
      const loaded = new Promise((resolve) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = path;
        link.onload = link.onerror = () => resolve();
        document.head.append(link);
      });
      loading.set(path, loaded);
      return loaded;
    }),
  );
}
