// @ts-check
// Sentences: an English template with named arguments, filled in for the reader, in their language.

/** @import { Argument } from "#types/wire" */
/** @import { Say } from "#types/room" */

/** @typedef {string | Record<string, string>} Sentence  one, or one for each plural category of CLDR */

/** The reader's sentences by English template; empty for English. @type {Map<string, Sentence>} */
let catalog = new Map();
let formats = formats_of(language());
/** @type {NodeListOf<HTMLLinkElement>} */
const catalogs = document.querySelectorAll("link[data-catalog]");
try {
  catalog = await fetched([...catalogs].map(({ href }) => href));
} catch (problem) {
  console.warn("A page that cannot fetch its language speaks English.", problem);
}

/** The reader's language, as a tag. */
export function language() {
  return document.documentElement.lang || "en";
}

/**
 * Switches the language. Rejects, and changes nothing, when its sentences cannot be fetched.
 * @param {string} tag
 * @param {string[]} addresses  of its catalogs
 */
export async function speak(tag, addresses) {
  catalog = await fetched(addresses);
  formats = formats_of(tag);
  document.documentElement.lang = tag;
}

/** An earlier catalog wins over a later one. @param {string[]} addresses */
async function fetched(addresses) {
  const parts = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()));
  return new Map(parts.reverse().flatMap((sentences) => Object.entries(sentences)));
}

/** @param {string} tag */
function formats_of(tag) {
  return {
    list: new Intl.ListFormat(tag),
    number: new Intl.NumberFormat(tag),
    plural: new Intl.PluralRules(tag),
  };
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
  const sentence = form_for(translated(template), args);
  return args
    ? sentence.replace(/\{(\w+)\}/g, (/** @type {string} */ hole, /** @type {string} */ name) =>
        in_words(args[name] ?? hole, name_of),
      )
    : sentence;
}

/** A sentence without a translation stays English, and is reported once. @param {string} template */
function translated(template) {
  const sentence = catalog.get(template);
  if (sentence === undefined && catalog.size) {
    console.warn(`No words in ${language()}: ${template}`);
    catalog.set(template, template);
  }
  return sentence ?? template;
}

/**
 * The plural form that the first number asks for.
 * @param {Sentence} sentence
 * @param {Record<string, Argument> | undefined} args
 */
function form_for(sentence, args) {
  if (typeof sentence === "string") return sentence;
  const count = Object.values(args ?? {}).find((value) => typeof value === "number");
  return sentence[formats.plural.select(count ?? 0)] ?? sentence.other;
}

/**
 * @param {Argument} value
 * @param {(seat: number) => string} name_of
 * @returns {string}
 */
function in_words(value, name_of) {
  if (typeof value === "string") return value;
  if (typeof value === "number") return formats.number.format(value);
  if (Array.isArray(value)) return formats.list.format(value.map((item) => in_words(item, name_of)));
  return "seat" in value ? name_of(value.seat) : filled_in(value.text, value.with, name_of);
}
