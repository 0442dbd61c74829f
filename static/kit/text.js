// @ts-check
// Sentences: an English template with named arguments, filled in for the reader.

/** @import { Argument } from "#types/wire" */
/** @import { Say } from "#types/room" */

/** The reader's language: English template → his sentence. Empty for English. */
const catalog = new Map();
const language = () => document.documentElement.lang || "en";
const list = new Intl.ListFormat(language());
const number = new Intl.NumberFormat(language());

/**
 * Takes in the sentences of the reader's language.
 * @param {Record<string, string>} sentences
 */
export function learn(sentences) {
  for (const [template, sentence] of Object.entries(sentences)) catalog.set(template, sentence);
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
  const sentence = catalog.get(template) ?? template;
  return args
    ? sentence.replace(/\{(\w+)\}/g, (/** @type {string} */ hole, /** @type {string} */ name) =>
        in_words(args[name] ?? hole, name_of),
      )
    : sentence;
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
