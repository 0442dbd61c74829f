// Sentences in the reader's language (static/kit/text.js), from the catalogs that readers get.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./dom.js";
import { language, speak, teller } from "#kit/text.js";

const SEATED = ["Ann", "Bo", "Dee"];
const say = teller((seat) => SEATED[seat]);

/** @type {Record<string, { tag: string, told: string, days: string[] }>} */
const SAID = {
  en: { tag: "en-GB", told: "Ann, Bo and Dee: 12,345.5.", days: ["1 day", "2 days"] },
  fr: { tag: "fr", told: "Ann, Bo et Dee : 12 345,5.", days: ["1 jour", "2 jours"] },
  de: { tag: "de", told: "Ann, Bo und Dee: 12.345,5.", days: ["1 Tag", "2 Tage"] },
  es: { tag: "es", told: "Ann, Bo y Dee: 12.345,5.", days: ["1 día", "2 días"] },
  pt: { tag: "pt-PT", told: "Ann, Bo e Dee: 12 345,5.", days: ["1 dia", "2 dias"] },
};

/** The address of a catalog, which is fetched. @param {string} folder @param {string} part */
function address(folder, part) {
  const catalog = readFileSync(new URL(`../../static/languages/${folder}/${part}.json`, import.meta.url));
  return `data:application/json;base64,${catalog.toString("base64")}`;
}

/** Speaks this language, with the sentences of these parts. @param {string} folder @param {string[]} parts */
const learn = (folder, ...parts) =>
  speak(
    SAID[folder].tag,
    parts.map((part) => address(folder, part)),
  );

for (const [folder, { tag, told, days }] of Object.entries(SAID))
  test(`Lists, numbers and plurals are those of the language: ${tag}`, async () => {
    await learn(folder, "core");
    assert.equal(language(), tag);
    const seats = [0, 1, 2].map((seat) => ({ seat }));
    assert.equal(say("{seat}: {answer}.", { seat: seats, answer: 12345.5 }).replace(/\s/g, " "), told);
    assert.deepEqual(
      [1, 2].map((count) => say("{count} days", { count })),
      days,
    );
  });

test("What has no words stays English and is reported once", async (it) => {
  const warned = it.mock.method(console, "warn", () => {});
  await learn("pt", "core");
  for (const _ of [1, 2]) assert.equal(say("Nobody translates this."), "Nobody translates this.");
  assert.deepEqual(
    warned.mock.calls.map(({ arguments: words }) => words),
    [["No words in pt-PT: Nobody translates this."]],
  );
});

test("A language whose sentences do not come is not spoken", async () => {
  await learn("de", "core");
  await assert.rejects(speak("fr", ["data:application/json,no"]));
  assert.deepEqual([language(), say("{count} days", { count: 2 })], ["de", "2 Tage"]);
});

test("Of two languages that are asked for, the later one is spoken", async () => {
  await Promise.all([learn("fr", "core", "tcnccc"), learn("es", "core")]);
  assert.equal(language(), "es");
});

test("A sentence of the game goes before one of all games", async () => {
  const [first, second] = ["Boa vez.", "Outra vez."].map((turn) => `data:application/json,{"Your turn.":"${turn}"}`);
  await speak("pt-PT", [first, second]);
  assert.equal(say("Your turn."), "Boa vez.");
});

test("A word is joined with what follows it, in the form that the sentence asks for", async () => {
  const catalog = { "{seat} took {card}.": "{seat} s’empare de {card:the}.", queen: { other: "dame", the: "le roi" } };
  await speak("fr", [`data:application/json,${encodeURIComponent(JSON.stringify(catalog))}`, address("fr", "joins")]);
  assert.equal(say("{seat} took {card}.", { seat: { seat: 0 }, card: { text: "queen" } }), "Ann s’empare du roi.");
});

test("Names stay as they were typed, whatever they look like", async () => {
  await learn("en", "core");
  for (const name of ["<img src onerror=x()", "{seat} {name} Lou", "__proto__", "$& $1"])
    assert.equal(teller(() => name)("{seat} placed a piece.", { seat: { seat: 0 } }), `${name} placed a piece.`);
});
