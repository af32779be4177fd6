// Style sheets of pages, fetched when a page is first shown.

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

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
