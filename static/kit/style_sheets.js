// @ts-check
// Style sheets that are loaded when they are first needed.

/** Resolves once this style sheet is loaded. @param {string} href */
export function with_style(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loaded = new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", failed);
  });
  document.head.append(link);
  return loaded;
}
