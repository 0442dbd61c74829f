// @ts-check
// Says sentences as a page does: JSON comes in, with the language, its catalogs, who sits where, and the sentences.
import { readFileSync } from "node:fs";

const { locale, catalogs, people, texts } = JSON.parse(readFileSync(0, "utf8"));

const page = { documentElement: { lang: locale }, querySelectorAll: () => [] };
const from_disk = async (/** @type {string} */ path) => ({ json: async () => JSON.parse(readFileSync(path, "utf8")) });
Object.assign(globalThis, { document: page, fetch: from_disk });

const { speak, teller } = await import("../../static/kit/text.js");
await speak(locale, catalogs);
process.stdout.write(JSON.stringify(texts.map(teller((seat) => people[seat]))));
