// @ts-check
// Sentences: an English template with named arguments, filled in for the reader.

/** @import { Argument } from "#types/wire" */
/** @import { Say } from "#types/room" */

/** @typedef {string | Record<string, string>} Sentence  one, or one for each plural category of CLDR */

const language = document.documentElement.lang || "en";
const list = new Intl.ListFormat(language);
const number = new Intl.NumberFormat(language);
const plural = new Intl.PluralRules(language);

/** The reader's language: English template → his sentence. Empty for English. @type {Map<string, Sentence>} */
const catalog = new Map();
/** @type {NodeListOf<HTMLLinkElement>} */
const catalogs = document.querySelectorAll("link[data-catalog]");
await Promise.all([...catalogs].map(({ href }) => learn(href)));

/** A page that cannot fetch its language speaks English. @param {string} address */
async function learn(address) {
  try {
    const sentences = await (await fetch(address)).json();
    for (const [template, sentence] of Object.entries(sentences)) catalog.set(template, sentence);
  } catch (problem) {
    console.warn(`no sentences from ${address}`, problem);
  }
}

/**
 * Makes the `say` of a page, which knows who sits where.
 * @param {(seat: number) => string} name_of
 * @returns {Say}
 */
export function teller(name_of) {
  return (sentence, args) =>
    typeof sentence === "string"
      ? filled_in(sentence, args, name_of)
      : filled_in(sentence.text, sentence.with, name_of);
}

/**
 * @param {string} template
 * @param {Record<string, Argument> | undefined} args
 * @param {(seat: number) => string} name_of
 * @returns {string}
 */
function filled_in(template, args, name_of) {
  const sentence = form_for(catalog.get(template) ?? template, args);
  return args
    ? sentence.replace(/\{(\w+)\}/g, (/** @type {string} */ hole, /** @type {string} */ name) =>
        in_words(args[name] ?? hole, name_of),
      )
    : sentence;
}

/**
 * The plural form that the first number asks for.
 * @param {Sentence} sentence
 * @param {Record<string, Argument> | undefined} args
 */
function form_for(sentence, args) {
  if (typeof sentence === "string") return sentence;
  const count = Object.values(args ?? {}).find((value) => typeof value === "number");
  return sentence[plural.select(count ?? 0)] ?? sentence.other;
}

/**
 * @param {Argument} value
 * @param {(seat: number) => string} name_of
 * @returns {string}
 */
function in_words(value, name_of) {
  if (typeof value === "string") return value;
  if (typeof value === "number") return number.format(value);
  if (Array.isArray(value)) return list.format(value.map((item) => in_words(item, name_of)));
  return "seat" in value ? name_of(value.seat) : filled_in(value.text, value.with, name_of);
}
