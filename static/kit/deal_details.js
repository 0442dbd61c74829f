// @ts-check
// The fingerprint of a deal and, after the game, the file to check it with.

/** @import { Deal, Say } from "#types/room" */
import { html, nothing } from "lit-html";
import { announce } from "#kit/announce.js";
import { copy } from "#kit/share.js";

/** Groups of digits, for reading out or comparing. */
const GROUP = /.{4}/g;
const FOR_NO_ONE_TO_CHOOSE =
  "Among people, every player’s browser adds a random number to it, so that no one can choose it, not even the server.";
const WRITTEN =
  "A first lesson: its position and the first draws were written, not left to chance. The fingerprint covers them too.";

/**
 * @param {Say} say
 * @param {Deal} deal
 * @param {boolean} is_copied  its fingerprint was
 * @param {() => void} take_along  copies it
 */
export function deal_details(say, deal, is_copied, take_along) {
  const { commitment } = deal;
  return html`<details class="deal">
    <summary>${say("The deal")}</summary>
    ${deal.lesson ? html`<p>${say(WRITTEN)}</p>` : nothing}
    ${deal.whose ? html`<p>${say(deal.whose)}</p>` : nothing}
    <p>${say("All chance in this game was fixed before it began, and this is its fingerprint.")}
      ${deal.lesson ? nothing : say(FOR_NO_ONE_TO_CHOOSE)}
      ${say(
        "Write it down during the game, and afterwards you can check that nothing was redrawn or changed. It cannot prove that nobody looked.",
      )}</p>
    <p class="fingerprint">${commitment.match(GROUP)?.join(" ")}</p>
    <div class="take">
      <button type="button" class="small" data-focus="copy-deal" @click=${take_along}>
        ${is_copied ? say("Copied") : say("Copy fingerprint")}
      </button>
      ${deal.is_over ? [check_button(say, deal), download(say, deal)] : nothing}
    </div>
    ${
      deal.is_over
        ? how_to_check(say, deal)
        : html`<p>${say("After the game you can download the full record here.")}</p>`
    }
  </details>`;
}

/** @param {Say} say @param {Deal} deal */
const check_button = (say, deal) => html`<button type="button" class="small" data-focus="check-deal"
  @click=${() => check(say, deal)}>${say("Check this deal")}</button>`;

/** The check is loaded on demand. @param {Say} say @param {Deal} deal */
async function check(say, deal) {
  const checking = await import("#kit/deal_verdict.js").catch(() => null);
  if (checking) await checking.check_here(say, deal);
  else announce([say("The server does not answer. Check your connection and try again.")]);
}

/** @param {Deal} deal */
const file_name = ({ number }) => `tertulia-deal-${number}.json`;

/** @param {Say} say @param {Deal} deal */
const download = (say, deal) => html`<a class="button small" href="/api/rooms/${deal.room}/deal?game=${deal.number}"
  download=${file_name(deal)}>${say("Download the deal")}</a>`;

/** @param {Say} say @param {Deal} deal */
const how_to_check = (
  say,
  deal,
) => html`<p>${say("To check it with the fingerprint you noted, on any machine that has Tertulia:")}</p>
  <p class="command">python -m app verify-deal ${file_name(deal)} FINGERPRINT</p>`;

/** Copies the fingerprint of a deal; whether that worked. @param {Say} say @param {string} commitment */
export async function copy_fingerprint(say, commitment) {
  const worked = await copy(commitment);
  announce([
    say(worked ? "The fingerprint is copied." : "The fingerprint could not be copied. Select it and copy it yourself."),
  ]);
  return worked;
}
