// @ts-check
// Says sentences as pages do: JSON comes in, with the language, who sits where, and of each page the catalogs and what
// it says.
import { readFileSync } from "node:fs";

const { locale, people, pages } = JSON.parse(readFileSync(0, "utf8"));

const page = { documentElement: { lang: locale }, querySelectorAll: () => [] };
const from_disk = async (/** @type {string} */ path) => ({ json: async () => JSON.parse(readFileSync(path, "utf8")) });
Object.assign(globalThis, { document: page, fetch: from_disk });

const { speak, teller } = await import("../../static/kit/text.js");
const said = [];
for (const { catalogs, texts } of pages) {
  await speak(locale, catalogs);
  said.push(texts.map(teller((/** @type {number} */ seat) => people[seat])));
}
process.stdout.write(JSON.stringify(said));
