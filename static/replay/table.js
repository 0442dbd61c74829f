// @ts-check
// The table at one step of a replay: drawn by the game's own board, with nothing to press.

/** @import { Drawing, Game, Say } from "#types/room" */
/** @import { Viewing } from "#types/replay" */
/** @import { Level } from "#types/wire" */
import { html, nothing } from "lit-html";
import { NO_OFFER } from "#kit/no_offer.js";
import { ordinal } from "#kit/ordinal.js";
import { person } from "#kit/person.js";
import { settings } from "#kit/preferences.js";
import { SPACIOUS } from "#kit/screen.js";
import { isolated } from "#kit/text.js";

/** Whether something hidden at the time is drawn. @param {Viewing} viewing */
export const is_seen_through = ({ replay, step }) =>
  replay.steps[step].beneath != null && replay.steps[step].frame.outcome === null;

/** The frame with hidden things revealed, for the viewer who sees all. @param {Viewing} viewing */
function opened({ hindsight, replay, step }) {
  const { frame, beneath } = replay.steps[step];
  return hindsight && beneath != null ? hindsight.opened(frame, beneath) : { view: frame.view, sights: [] };
}

/**
 * The table at a step; momentary sights stay visible as long as the step.
 * @param {Game} game
 * @param {Viewing} viewing
 * @returns {{ felt: Drawing, place: Drawing }}
 */
export function table_at(game, viewing) {
  const { say, name, boot, replay, trace } = viewing;
  const { frame } = replay.steps[viewing.step];
  const open = opened(viewing);
  const { you } = frame;
  const sights = frame.lines.flatMap(({ sight }) => sight ?? []);
  const picture = game.picture(
    { ...frame, view: open.view, choices: [], free: [], pick: null },
    {
      ...{ say, trace, offer: NO_OFFER, sights: [...sights, ...open.sights] },
      ...{ arranged: null, preferences: settings(), spacious: matchMedia(SPACIOUS).matches },
    },
  );
  return {
    felt: html`${others()}
      <section class="table" aria-label=${say("Table")}>
        <h2 class="unseen">${say("Table")}</h2>
        ${picture.centre}
      </section>`,
    place: you === null ? nothing : own_place(you),
  };

  /** The other seats, clockwise from the viewer's left. */
  function others() {
    const first = you === null ? 0 : you + 1;
    const seats = replay.names.map((_, nth) => (first + nth) % replay.seats).filter((seat) => seat !== you);
    return html`<section class="opponents" aria-label=${say("Players")}>
      <h2 class="unseen">${say("Players")}</h2>
      <ul>
        ${seats.map((seat) => html`<li class=${look(seat)}>${tile(seat)}</li>`)} ${picture.besides ?? nothing}
      </ul>
    </section>`;
  }

  /** @param {number} seat */
  function own_place(seat) {
    const title = say("Place of {seat}", { seat: { seat } });
    return html`<section class="place ${look(seat)}" aria-label=${title}>
      <h2 class="unseen">${title}</h2>
      ${tile(seat)}
    </section>`;
  }

  /** @param {number} seat */
  function tile(seat) {
    return html`<p class="who">
        ${person(seat, boot.figures[seat], mood(seat))}<b class="name">${isolated(name(seat))}</b> <span
          class="states">${words(seat)}</span>
      </p>
      ${picture.in_front_of(seat, seat === you)}`;
  }

  /** @param {number} seat */
  function mood(seat) {
    if (frame.outcome?.winners.length) return frame.outcome.winners.includes(seat) ? "happy" : "low";
    return frame.asked.includes(seat) ? "thinking" : "rest";
  }

  /** @param {number} seat */
  function words(seat) {
    const said = [...picture.words_for(seat), ...of_bot(say, boot.bots[seat]), ...came_in(seat)];
    const chooses = seat !== you && frame.asked.includes(seat);
    return html`${said.map((word) => html`<span class="word ${word === say("winner") ? "winner" : ""}">${word}</span>`)}
      ${chooses ? html`<span class="word choosing">${say("choosing")}</span>` : nothing}`;
  }

  /** @param {number} seat */
  function came_in(seat) {
    if (frame.outcome?.winners.includes(seat)) return [say("winner")];
    return frame.places ? [ordinal(say, frame.places[seat])] : [];
  }

  /** @param {number} seat */
  function look(seat) {
    if (frame.outcome?.winners.includes(seat)) return "seat won";
    if (frame.asked.includes(seat)) return "seat asked";
    return picture.words_for(seat).length ? "seat subdued" : "seat";
  }
}

/** The level of a bot. @param {Say} say @param {Level | null} level */
const of_bot = (say, level) => (level ? [say(level)] : []);
