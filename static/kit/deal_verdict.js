// @ts-check
// “Check this deal”: fetches the file of a finished game, checks it in this browser, and says in a dialog what that
// shows and what it does not. Loaded when it is asked for.

/** @import { DealFile, Draw } from "#types/api" */
/** @import { Deal, Drawing, Say } from "#types/room" */
/** @import { Verdict } from "#kit/deal_check.js" */
import { html, nothing, render } from "lit-html";
import { seal_of } from "#kit/deal_bytes.js";
import { check_deal, whose_deal } from "#kit/deal_check.js";
import { noted_deal } from "#kit/keeping.js";
import { kept_words } from "#kit/own_words.js";
import { language, learn } from "#kit/text.js";

const [WORDS, BITS] = [4, 11];
const AGAIN = "This is the deal of game {number} again: some may know what comes. It counts in no standings.";
const average = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });

/**
 * `noted`: the fingerprint that this browser was shown first. `words`: those of the file’s one, to read aloud.
 * @typedef {{ file: DealFile, verdict: Verdict, noted: string | null, words: string[] }} Found
 */

/** @param {Say} say @param {Deal} deal */
export async function check_here(say, deal) {
  await learn("deal");
  if (document.getElementById("check-deal")) return;
  const place = document.body.appendChild(document.createElement("div"));
  const before = document.activeElement;
  /** @param {Drawing} content */
  const show = (content) => render(dialog(say, content, leave), place);

  function leave() {
    place.remove();
    if (before instanceof HTMLElement) before.focus();
  }

  show(html`<p role="status">${say("The deal is being checked…")}</p>`);
  place.querySelector("dialog")?.showModal();
  show(await outcome(say, deal));
}

/** @param {Say} say @param {Deal} deal @returns {Promise<Drawing>} */
async function outcome(say, deal) {
  try {
    const file = await fetched(deal);
    const verdict = check_deal(file);
    const noted = noted_for(deal, file);
    const words = await words_for(deal.commitment);
    return found(say, deal, { file, verdict, noted, words });
  } catch {
    return html`<p role="alert">${say("The deal could not be checked: its file did not come, or is not one.")}</p>`;
  }
}

/** What this browser was shown for the game, or for the one whose deal it was first; of two, what differs from what is
 * shown now. @param {Deal} deal @param {DealFile} file */
function noted_for({ room, number, commitment }, file) {
  const first = whose_deal(file);
  const shown = [noted_deal(room, number), noted_deal(first.room, first.game)].filter((each) => each !== null);
  return shown.find((each) => each !== commitment) ?? shown[0] ?? null;
}

/** @param {Deal} deal @returns {Promise<DealFile>} */
async function fetched({ room, number }) {
  const answer = await fetch(`/api/rooms/${room}/deal?game=${number}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** The first 44 bits of a fingerprint as four words of the reader's language; none if the list does not come.
 * @param {string} fingerprint */
async function words_for(fingerprint) {
  const answer = await fetch(words_file()).catch(() => null);
  if (!answer?.ok) return [];
  const all = (await answer.text()).trim().split("\n");
  const bits = BigInt(`0x${fingerprint.slice(0, (WORDS * BITS) / 4)}`);
  return Array.from({ length: WORDS }, (_, nth) => all[Number(bits >> BigInt(BITS * (WORDS - 1 - nth))) % 2 ** BITS]);
}

/** @returns {string} */
const words_file = () => new URL(`../languages/${language().slice(0, 2)}/words.txt`, import.meta.url).href;

// --- In words -------------------------------------------------------------------------------------------------

/** @param {Say} say @param {Drawing} content @param {() => void} leave */
const dialog = (say, content, leave) => html`<dialog id="check-deal" aria-labelledby="check-deal-title" @close=${leave}>
  <h2 id="check-deal-title">${say("Check this deal")}</h2>
  ${content}
  <form method="dialog"><button class="primary">${say("Close")}</button></form>
</dialog>`;

/** @param {Say} say @param {Deal} deal @param {Found} found @returns {Drawing} */
function found(say, deal, { file, verdict, noted, words }) {
  const good = verdict.holds && !verdict.wrong && verdict.fingerprint === deal.commitment;
  const is_noted = noted === null || noted === deal.commitment;
  const deceit = is_noted ? what_was_done_to_words(say, deal, file) : null;
  return html`<p class="verdict" role="status" data-good=${good && is_noted && !deceit}>
      ${sentence(say, deal, verdict)}</p>
    ${file.same?.again ? html`<p>${say(AGAIN, { number: file.same.again })}</p>` : nothing}
    <p>${compared(say, deal, file, noted)}</p>
    <p>${deceit ?? words_added(say, file)}</p>
    ${words.length ? to_read_aloud(say, words) : nothing}
    <p>${say("This does not show that the game was played by its rules, who sat there, or that nobody looked.")}</p>
    <details>
      <summary>${say("Draws: {count}", { count: verdict.draws })}</summary>
      <dl class="drawn">${by_label(file.draws ?? []).map(row)}</dl>
    </details>`;
}

/** @param {Say} say @param {string[]} words */
const to_read_aloud = (say, words) => html`<p class="words">${words.join(" · ")}</p>
  <p class="note">${say("The first words of its fingerprint: read them aloud to a friend who was there.")}</p>`;

/** @param {Say} say @param {Deal} deal @param {Verdict} verdict */
function sentence(say, { commitment }, { fingerprint, holds, unsealed, wrong }) {
  if (unsealed)
    return say("It does NOT hold: the random number of seat {number} was not sealed before.", { number: unsealed });
  if (!holds || fingerprint !== commitment)
    return say("It does NOT hold: the secret in the file is not the one that this fingerprint was made of.");
  if (wrong) return say("It does NOT hold: draw {number} does not follow from the secret.", { number: wrong });
  return say("It holds: every draw follows from the secret that was fixed before the game.");
}

/** @param {Say} say @param {Deal} deal @param {DealFile} file @param {string | null} noted */
function compared(say, { commitment }, file, noted) {
  if (noted === null)
    return say("This browser was not there while the game was played: compare the words with somebody who was.");
  if (noted === commitment) return say("It is the fingerprint that this browser was shown when the game began.");
  return kept_for(file).words.some(({ has }) => has !== "seal")
    ? say("The server drew its secret again after it had seen your random number!")
    : say("It is NOT the fingerprint that this browser was shown when the game began!");
}

/** What this browser remembers of its words for the game whose deal it was first. @param {DealFile} file */
function kept_for(file) {
  const { room, game } = whose_deal(file);
  return kept_words(room, game);
}

/** What the server did to the words that this browser remembers; null: nothing. @param {Say} say @param {Deal} deal
 * @param {DealFile} file */
function what_was_done_to_words(say, deal, file) {
  const { entropy, seals: in_file = [], same } = file;
  const were_opened = kept_words(deal.room, deal.number).words.some(({ has }) => has !== "seal");
  if (same && were_opened) return say("The server left out your random number!"); // an old deal has words already
  const { words, seals } = kept_for(file);
  const { room, game } = whose_deal(file);
  for (const { word, has } of words) {
    if (has === "seal" || entropy.includes(word)) continue;
    if (entropy[seals?.indexOf(seal_of(word, room, game)) ?? -1]) return say("The server changed your random number!");
    if (has === "word") return say("The server left out your random number!");
  }
  const is_other = seals?.some((each, seat) => each !== (in_file[seat] ?? ""));
  return is_other ? say("The server changed another player’s random number!") : null;
}

/** @param {Say} say @param {DealFile} file */
function words_added(say, file) {
  const { entropy, seals = [] } = file;
  const count = entropy.filter(Boolean).length;
  const late = seals.filter(Boolean).length - count;
  const is_own_late = kept_for(file).words.some(({ word, has }) => has !== "seal" && !entropy.includes(word));
  return [
    say("Random numbers that players’ browsers added to the secret: {count}.", { count }),
    ...(late ? [say("Random numbers that never came: {count}.", { count: late })] : []),
    ...(is_own_late ? [say("The server says that yours came too late. It may have left it out on purpose.")] : []),
  ].join(" ");
}

// --- The draws ------------------------------------------------------------------------------------------------

/** @typedef {{ came: number, expected: number }} Count */

/** What came under each label, and how often it was to be expected. @param {Draw[]} draws */
function by_label(draws) {
  /** @type {Map<string, Map<string, Count>>} */
  const labels = new Map();
  for (const { label, item, among = [] } of draws) {
    if (Array.isArray(item)) continue;
    const counts = labels.get(label) ?? new Map();
    labels.set(label, counts);
    for (const thing of among) count_of(counts, thing).expected += 1 / among.length;
    count_of(counts, item).came += 1;
  }
  return [...labels];
}

/** @param {Map<string, Count>} counts @param {unknown} thing */
function count_of(counts, thing) {
  const count = counts.get(String(thing)) ?? { came: 0, expected: 0 };
  counts.set(String(thing), count);
  return count;
}

/** As the file has them. @param {[string, Map<string, Count>]} counted */
const row = ([label, counts]) =>
  html`<div><dt>${label}</dt> <dd>${[...counts].map(
    ([thing, { came, expected }]) => html`<span>${thing}: <b>${came}</b> / ${average.format(expected)}</span> `,
  )}</dd></div>`;
