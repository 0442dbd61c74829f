// @ts-check
// Beside the table of a replay: whose eyes are looked through, what was hidden, and what had been said until then.

/** @import { Drawing } from "#types/room" */
/** @import { Eyes, Heard, Viewing } from "#types/replay" */
import { html, nothing } from "lit-html";
import { hash_of, source_of, spelled_eyes } from "#kit/moment.js";

/** @param {Viewing} viewing */
export function hindsight(viewing) {
  const { say, eyes } = viewing;
  return html`<aside class="rail open hindsight" id="rail" aria-label=${say("Eyes, secrets and lines")}>
    ${chooser(viewing)} ${eyes === "all" ? hidden(viewing) : nothing} ${lines(viewing)} ${ways(viewing)}
  </aside>`;
}

// --- Whose eyes ---------------------------------------------------------------------------------------------

/** @param {Viewing} viewing */
function chooser(viewing) {
  const { say, boot } = viewing;
  /** @type {[Eyes, string][]} */
  const all = [
    ["all", say("All-seeing")],
    ...boot.names.map((_, seat) => /** @type {[Eyes, string]} */ ([seat, say("{seat}", { seat: { seat } })])),
    [null, say("Onlooker")],
  ];
  return html`<fieldset class="eyes">
    <legend>${say("Through whose eyes")}</legend>
    <div class="pick">${all.map(([eyes, name]) => choice(viewing, eyes, name))}</div>
  </fieldset>`;
}

/** @param {Viewing} viewing @param {Eyes} eyes @param {string} name */
const choice = ({ eyes: now, wish }, eyes, name) => html`<label>
  <input type="radio" name="eyes" value=${spelled_eyes(eyes)} data-focus="eyes-${spelled_eyes(eyes)}" .checked=${now === eyes}
    @change=${() => wish.look_through(eyes)} /><span>${name}</span>
</label>`;

// --- What was hidden ----------------------------------------------------------------------------------------

/** @param {Viewing} viewing */
function hidden({ say, replay, step }) {
  const secrets = replay.steps[step].secrets ?? [];
  return html`<section class="secrets" aria-labelledby="secrets-title" tabindex="0">
    <h2 id="secrets-title">${say("Hidden at this moment")}</h2>
    ${secrets.length ? html`<ul>${secrets.map((secret) => html`<li>${say(secret)}</li>`)}</ul>` : html`<p class="nothing-yet">${say("Nothing: all lies open.")}</p>`}
  </section>`;
}

// --- What was said ------------------------------------------------------------------------------------------

/** @param {Viewing} viewing */
function lines(viewing) {
  const { say, eyes, heard, step, ahead, wish } = viewing;
  const shown = ahead ? heard : heard.filter((each) => each.step <= step);
  const title = typeof eyes === "number" ? say("What {seat} has heard", { seat: { seat: eyes } }) : say("What has been said");
  return html`<section class="lines" aria-labelledby="lines-title">
    <h2 id="lines-title">${title}</h2>
    <label class="ahead"><input type="checkbox" data-focus="ahead" .checked=${ahead} @change=${wish.toggle_ahead} />
      ${say("Show what comes later, too")}</label>
    ${
      shown.length
        ? html`<ol class="log" tabindex="0" aria-labelledby="lines-title" reversed>${shown.map((each) => row(viewing, each)).reverse()}</ol>`
        : html`<p class="nothing-yet">${say("Nothing has happened yet.")}</p>`
    }
  </section>`;
}

/** A line leads to its moment. @param {Viewing} viewing @param {Heard} heard @returns {Drawing} */
function row({ say, eyes, step: now }, { line, step }) {
  const look = [line.fades ? "fades" : "", step > now ? "later" : "", step === now ? "now" : ""].join(" ");
  return html`<li class=${look}>
    <a href=${hash_of({ eyes, step })} aria-current=${step === now ? "step" : nothing}>${say(line.text)}</a>
  </li>`;
}

// --- Ways out -----------------------------------------------------------------------------------------------

/** @param {Viewing} viewing */
function ways(viewing) {
  const { say, boot, eyes, copied, wish } = viewing;
  const others = boot.games.filter(({ number }) => number !== boot.number);
  const file = `tertulia-${boot.game}-${boot.number}-${spelled_eyes(eyes)}.json`;
  return html`<div class="ways-out">
    <button type="button" class="small" data-focus="copy" @click=${wish.copy_link}>${copied ? say("Link copied") : say("Copy link to this step")}</button>
    <a class="button small" href=${source_of(boot, eyes)} download=${file}>${say("Download")}</a>
    ${
      others.length
        ? html`<nav aria-label=${say("Other games")}>
            <h2>${say("Other games")}</h2>
            <ul>${others.map(({ number, title }) => html`<li><a class="button small" href="/t/${boot.room}/replay?game=${number}">${say("{number}: {title}", { number, title })}</a></li>`)}</ul>
          </nav>`
        : nothing
    }
  </div>`;
}
