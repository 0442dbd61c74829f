// @ts-check
// Sentences: an English template with named arguments, filled in for the reader in their language.

/** @import { Argument } from "#types/wire" */
/** @import { Say } from "#types/room" */

/** @typedef {string | Record<string, string>} Sentence  one, or one by plural category of CLDR or by form */

/** A placeholder with the word before it, if any; its name; and the grammatical form: {card}, {card:the}. */
const HOLE = /([^\s{]* ?)\{(\w+):?(\w*)\}/g;

/** What is written from right to left: it would reorder the words around it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** First strong isolate, pop directional isolate: <bdi> in plain text (UAX #9). */
const [FSI, PDI] = ["\u2068", "\u2069"];

/** @type {NodeListOf<HTMLLinkElement>} */
const catalogs = document.querySelectorAll("link[data-catalog]");
let spoken = await tongue(
  language(),
  [...catalogs].map(({ href }) => href),
).catch((problem) => {
  console.warn("English is spoken.", problem);
  return tongue(language(), []);
});

/** The reader's language, as a tag. */
export function language() {
  return document.documentElement.lang || "en-GB";
}

/** The tag of the language requested last. */
let asked = "";

/**
 * Switches the language, if no other is requested meanwhile. Rejects without a change if its sentences cannot be
 * fetched.
 * @param {string} tag
 * @param {string[]} addresses  of its catalogs
 */
export async function speak(tag, addresses) {
  asked = tag;
  const brought = await tongue(tag, addresses);
  if (asked !== tag) return;
  spoken = brought;
  document.documentElement.lang = tag;
}

/**
 * Loads what a language needs. An earlier catalog wins over a later one.
 * @param {string} tag
 * @param {string[]} addresses
 */
async function tongue(tag, addresses) {
  const parts = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()));
  /** By English template. @type {Map<string, Sentence>} */
  const sentences = new Map(parts.reverse().flatMap((each) => Object.entries(each)));
  /** @type {Iterable<[string, string]>} */
  const joins = parts.flatMap((each) => each[""] ?? []);
  return {
    joins: Array.from(joins, ([from, to]) => /** @type {const} */ ([new RegExp(from, "u"), to])),
    list: new Intl.ListFormat(tag),
    number: new Intl.NumberFormat(tag),
    plural: new Intl.PluralRules(tag),
    sentences,
  };
}

/**
 * Adds the sentences of a part that few readers need: app/i18n.py. They stay English if they do not come.
 * @param {string} part
 */
export async function learn(part) {
  if (language().startsWith("en")) return;
  const { sentences } = spoken;
  const address = new URL(`../languages/${language().slice(0, 2)}/${part}.json`, import.meta.url);
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  for (const [english, sentence] of Object.entries(await answer.json())) sentences.set(english, sentence);
}

/**
 * Makes the `say` of a page, given the names of the seated.
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
 * @param {string} [form]
 * @returns {string}
 */
function filled_in(template, args, name_of, form) {
  const sentence = chosen(translated(template), args, form);
  return args
    ? sentence.replace(HOLE, (hole, before, name, asked) =>
        name in args ? joined(before + in_words(args[name], name_of, asked)) : hole,
      )
    : sentence;
}

/** A sentence without a translation stays English, and is reported once. @param {string} template */
function translated(template) {
  const { sentences } = spoken;
  const sentence = sentences.get(template);
  if (sentence === undefined && sentences.size && !language().startsWith("en")) {
    console.warn(`No words in ${language()}: ${template}`);
    sentences.set(template, template);
  }
  return sentence ?? template;
}

/**
 * The requested form, otherwise the plural form for the first number or for the length of the first list.
 * @param {Sentence} sentence
 * @param {Record<string, Argument>} [args]
 * @param {string} [form]
 */
function chosen(sentence, args = {}, form = "") {
  if (typeof sentence === "string") return sentence;
  const counts = Object.values(args).map((value) => (Array.isArray(value) ? value.length : value));
  const count = Number(counts.find((value) => typeof value === "number"));
  return sentence[form] ?? sentence[spoken.plural.select(count)] ?? sentence.other;
}

/** A word and the argument after it, with elision or contraction: d’Ann, do exterior. @param {string} words */
function joined(words) {
  return spoken.joins.reduce((text, [from, to]) => text.replace(from, to), words);
}

/**
 * Typed text as it is put among other words: whatever its direction, it does not change their order. Everything typed
 * goes through here, or through a sentence, which does the same. @param {string} typed
 */
export const isolated = (typed) => (RIGHT_TO_LEFT.test(typed) && !typed.startsWith(FSI) ? FSI + typed + PDI : typed);

/**
 * @param {Argument} value
 * @param {(seat: number) => string} name_of
 * @param {string} [form]
 * @returns {string}
 */
function in_words(value, name_of, form) {
  if (typeof value === "string") return isolated(value);
  if (typeof value === "number") return spoken.number.format(value);
  if (Array.isArray(value)) return listed(value.map((item) => in_words(item, name_of, form)));
  return "seat" in value ? isolated(name_of(value.seat)) : filled_in(value.text, value.with, name_of, form);
}

/** A list in words; its last item is joined with the "and" before it. @param {string[]} words */
function listed(words) {
  const last = words.pop() ?? "";
  return words.length ? spoken.list.format([...words, ""]).replace(/\S+ $/, (and) => joined(and + last)) : last;
}
