// What a page has and Node lacks: a document, and what belongs to its window. Imported before the modules that draw.
import { Window } from "happy-dom";

/** @type {any} */
const window = new Window({ url: "https://tertulia.example/t/k7Qm2xZ9vB3nR5wT" });
/** @type {any} */
const here = globalThis;

for (const name of Object.getOwnPropertyNames(window)) if (!(name in here)) here[name] = window[name];
