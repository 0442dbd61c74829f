// @ts-check
// The rail of a replay: the choice of a viewpoint, the secrets at this moment, and the log so far.

/** @import { Drawing } from "#types/room" */
/** @import { Replay } from "#types/api" */
/** @import { Eyes, Heard, Viewing } from "#types/replay" */
/** @template Item @typedef {import("#kit/noise.js").Run<Item>} Run */
import { html, nothing } from "lit-html";
import { deal_details } from "#kit/deal_details.js";
import { language_links } from "#kit/languages.js";
import { once } from "#kit/lines.js";
import { folded, runs_of } from "#kit/noise.js";
import { MORE_ROWS, rows_before, rows_of } from "#kit/rows.js";
import { isolated } from "#kit/text.js";
import { hash_of, source_of, spelled_eyes } from "#replay/address.js";
import { sharing } from "#replay/clips.js";
import { company_line } from "#replay/company.js";
import { could_be_at } from "#replay/places.js";
import { turning_list } from "#replay/turning_points.js";

/** @param {Viewing} viewing */
export function rail(viewing) {
  const { say, eyes } = viewing;
  return html`<aside class="rail open hindsight" id="rail" aria-label=${say("View, hidden information and log")}>
    ${chooser(viewing)} ${company_line(viewing)} ${sharing(viewing)} ${chances(viewing)} ${draws(viewing)}
    ${turning_list(viewing)} ${eyes === "all" ? hidden(viewing) : could_be(viewing)} ${lines(viewing)} ${ways(viewing)}
  </aside>`;
}

// --- Whose eyes ---------------------------------------------------------------------------------------------

/** @param {Viewing} viewing */
function chooser(viewing) {
  const { say, name, boot } = viewing;
  const seats = boot.names.map((_, seat) => choice(viewing, seat, isolated(name(seat))));
  return html`<fieldset class="eyes">
    <legend>${say("Seen by")}</legend>
    <div class="pick">
      ${choice(viewing, "all", say("Everything"))}${seats}${choice(viewing, null, say("Spectator"))}
    </div>
  </fieldset>`;
}

/** @param {Viewing} viewing @param {Eyes} eyes @param {string} words */
function choice({ eyes: now, commands }, eyes, words) {
  const value = spelled_eyes(eyes);
  return html`<label>
    <input type="radio" name="eyes" value=${value} data-focus="eyes-${value}" .checked=${now === eyes}
      @change=${() => commands.look_through(eyes)} /><span>${words}</span>
  </label>`;
}

// --- Chances ------------------------------------------------------------------------------------------------

/** The chances, if the server has them. @param {Viewing} viewing */
function chances(viewing) {
  const { say, boot, analysis, commands } = viewing;
  if (!boot.analysed) return nothing;
  return html`<details class="chances eyes">
    <summary>${say("Chances to win")}
      <span class="legend">${viewing.chances?.legend(viewing)}</span></summary>
    ${
      analysis
        ? viewing.chances?.in_words({ ...viewing, analysis })
        : waiting(viewing, analysis, FOR_CHANCES, "chances-again", commands.bring_chances)
    }
  </details>`;
}

/** How it is said that something is on its way, and that it did not come. @typedef {[string, string]} Waiting */

/** @type {Waiting} */
const FOR_CHANCES = ["The chances are being worked out…", "The chances could not be worked out."];
/** @type {Waiting} */
const FOR_WHAT_COULD_BE = ["One moment…", "This could not be loaded."];
/** @type {Waiting} */
const FOR_DRAWS = ["One moment…", "The draws could not be counted."];

/**
 * In place of what has not come.
 * @param {Viewing} viewing
 * @param {unknown} brought  undefined until it is known
 * @param {Waiting} words
 * @param {string} place
 * @param {() => void} bring
 */
function waiting({ say }, brought, [coming, failed], place, bring) {
  if (brought === undefined) return html`<p class="note">${say(coming)}</p>`;
  return html`<p class="note">${say(failed)}
    <button type="button" class="small" data-focus=${place} @click=${bring}>${say("Try again")}</button></p>`;
}

// --- What was hidden ----------------------------------------------------------------------------------------

/** In words, what the table shows as transparent. @param {Viewing} viewing */
function hidden({ say, replay, step }) {
  const secrets = replay.steps[step].secrets ?? [];
  return html`<details class="secrets">
    <summary>${say("Hidden at this moment")}</summary>
    ${
      secrets.length
        ? html`<ul>${secrets.map((secret) => html`<li>${say(secret)}</li>`)}</ul>`
        : html`<p class="nothing-yet">${say("Nothing is hidden.")}</p>`
    }
  </details>`;
}

/** What a seat could know, if anything is said of it; loaded when it is unfolded. @param {Viewing} viewing */
function could_be(viewing) {
  const { say, replay, commands, eyes, step } = viewing;
  if (!replay.steps[0].could_be) return nothing;
  const of = say("What {seat} could know here with a perfect memory, from all that was seen and heard so far.", {
    seat: { seat: Number(eyes) },
  });
  return html`<details class="could-be" @toggle=${commands.bring_could_be}>
    <summary>${say("What could it be?")}</summary>
    ${
      viewing.could_be
        ? viewing.could_be({ say, of, places: could_be_at(replay.steps, step), things: replay.things })
        : waiting(viewing, viewing.could_be, FOR_WHAT_COULD_BE, "could-be-again", commands.bring_could_be)
    }
  </details>`;
}

// --- Dice and draws -----------------------------------------------------------------------------------------

/** Counted when they are unfolded. @param {Viewing} viewing */
function draws(viewing) {
  const { say, boot, commands } = viewing;
  if (!boot.counted) return nothing;
  return html`<details class="draws" @toggle=${commands.bring_draws}>
    <summary>${say("Dice and draws")}</summary>
    ${
      viewing.draws
        ? viewing.draws(viewing)
        : waiting(viewing, viewing.draws, FOR_DRAWS, "draws-again", commands.bring_draws)
    }
  </details>`;
}

// --- What was said ------------------------------------------------------------------------------------------

/** Of each step, fading lines come first. @param {Replay} replay @returns {Heard[]} */
export const heard_in = ({ steps }) =>
  steps.flatMap(({ frame }, step) => once(frame.lines).map((line, nth) => ({ line, step, nth })));

/** The newest first. @param {Viewing} viewing */
function lines(viewing) {
  const { say, eyes, heard, step, ahead, noise, commands } = viewing;
  const most = MORE_ROWS * (1 + viewing.more); // before this moment, and after it
  const shown = heard.filter((each) => ahead || each.step <= step);
  const title =
    typeof eyes === "number" ? say("What {seat} has heard", { seat: { seat: eyes } }) : say("Log up to here");
  const runs = runs_of(shown, noise, ({ line }) => line);
  const so_far = runs.filter(({ items: [first] }) => first.step <= step).length;
  const [from, to] = [rows_before(so_far, most), runs.length - rows_before(runs.length - so_far, most)];
  return html`<section class="lines" aria-labelledby="lines-title">
    <h2 id="lines-title">${title}</h2>
    <label class="ahead">
      <input type="checkbox" data-focus="ahead" .checked=${ahead} @change=${commands.toggle_ahead} />
      ${say("Also show what comes later")}
    </label>
    ${
      shown.length
        ? html`<ol class="log" aria-labelledby="lines-title" reversed>
            ${to < runs.length ? more_button(say("Later"), "later", commands.show_more) : nothing}
            ${rows(viewing, runs.slice(from, to))}
            ${from ? more_button(say("Earlier"), "earlier", commands.show_more) : nothing}
          </ol>`
        : html`<p class="nothing-yet">${say("Nothing has happened yet.")}</p>`
    }
  </section>`;
}

/** @param {string} label @param {string} place @param {() => void} press */
const more_button = (label, place, press) => html`<li class="more">
  <button type="button" class="small" data-focus=${place} @click=${press}>${label}</button>
</li>`;

/** Newest first. @param {Viewing} viewing @param {Run<Heard>[]} runs */
function rows(viewing, runs) {
  const { say, step, unfolded, commands } = viewing;
  /** @param {Run<Heard>} run */
  const place_of = ({ items: [first] }) => `run-${first.line.seq}`;
  /** The present step is always seen. @param {Run<Heard>} run */
  const is_open = (run) => unfolded.includes(place_of(run)) || run.items.some((heard) => heard.step === step);
  /** @param {Run<Heard>} run */
  function entry(run) {
    const { text, items } = run;
    const [first] = items;
    if (!text) return row(viewing, first);
    const each = items.map((heard) => row(viewing, heard)).reverse();
    const unfold = (/** @type {boolean} */ open) => commands.unfold(place_of(run), open);
    return html`<li>${folded(first.line.seq, say(text), each, is_open(run), unfold)}</li>`;
  }
  return rows_of(
    runs.reverse(),
    ({ items: [first] }) => first,
    entry,
    (run) => [run.text ?? Math.sign(run.items[0].step - step), is_open(run)],
  );
}

/** A line, with a link to its moment. @param {Viewing} viewing @param {Heard} heard @returns {Drawing} */
function row({ say, eyes, step: now }, { line, step, nth }) {
  const look = [line.fades ? "fades" : "", step > now ? "later" : "", step === now ? "now" : ""].join(" ");
  return html`<li class=${look}>
    <a href=${hash_of({ eyes, step })} data-focus="line-${step}-${nth}"
      aria-current=${step === now ? "step" : nothing}>${say(line.text)}</a>
  </li>`;
}

// --- Ways out -----------------------------------------------------------------------------------------------

/** @param {Viewing} viewing */
function ways({ say, boot, eyes, deal_is_copied, commands }) {
  const file = `tertulia-${boot.game}-${boot.number}-${spelled_eyes(eyes)}.json`;
  return html`<div class="ways-out">
    <a class="button small" href=${source_of(boot, eyes)} download=${file}>${say("Download")}</a>
    ${
      boot.source
        ? html`<a class="button small" href=${boot.source}>${say("The game this one goes on from")}</a>`
        : nothing
    }
    ${deal_details(
      say,
      { room: boot.room, number: boot.number, commitment: boot.deal, is_over: true },
      deal_is_copied,
      commands.copy_deal,
    )}
    ${boot.games.length > 1 ? other_games(say, boot) : nothing}
    ${language_links(say, boot.languages, commands.change_language)}
  </div>`;
}

/** @param {Viewing["say"]} say @param {Viewing["boot"]} boot */
const other_games = (say, { room, number: shown, games }) => html`<nav aria-label=${say("Other games")}>
  <h2>${say("Other games")}</h2>
  <ul>
    ${games
      .filter(({ number }) => number !== shown)
      .map(({ number, title }) => {
        const words = say("{number}. {title}", { number, title });
        return html`<li><a class="button small" href="/t/${room}/replay?game=${number}">${words}</a></li>`;
      })}
  </ul>
</nav>`;
