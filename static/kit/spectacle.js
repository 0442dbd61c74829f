// @ts-check
// The table as it lay at one step of a replay: the very board of the game, with nothing to be pressed.

/** @import { Drawing, Game, Offer, Page, Picture } from "#types/room" */
/** @import { Step, Viewing } from "#types/replay" */
import { html, nothing } from "lit-html";
import { make_offer } from "#kit/choices.js";
import { opponents } from "#kit/seats.js";

const nothing_happens = () => {};

/** An offer of nothing. @returns {Offer} */
const no_offer = () => ({
  ...make_offer({
    frame: null,
    picked: null,
    ready: false,
    always_confirm: false,
    pick: nothing_happens,
    answer: nothing_happens,
    picking: null,
    said: {},
    tell: nothing_happens,
  }),
  only_seen: true,
});

/**
 * What was shown for a moment stays in sight while this step does.
 * @param {ReturnType<Game["board"]>} draw_board
 * @param {Viewing} viewing
 * @returns {{ felt: Drawing, place: Drawing }}
 */
export function table_at(draw_board, viewing) {
  const { frame } = viewing.replay.steps[viewing.step];
  const sights = frame.lines.flatMap(({ sight }) => sight ?? []);
  const picture = draw_board({ ...frame, choices: [], free: [], pick: null }, no_offer(), sights);
  const page = page_of(viewing, viewing.replay.steps[viewing.step]);
  return {
    felt: html`${opponents(page, picture)}
      <section class="table" aria-label=${viewing.say("Table")}>
        <h2 class="unseen">${viewing.say("Table")}</h2>
        ${picture.centre}
      </section>`,
    place: frame.you === null ? nothing : own_place(viewing, picture, frame.you),
  };
}

/**
 * Whose eyes these are.
 * @param {Viewing} viewing
 * @param {Picture} picture
 * @param {number} seat
 */
function own_place({ say, boot, replay, step }, picture, seat) {
  const { outcome, asked } = replay.steps[step].frame;
  const title = say("Place of {seat}", { seat: { seat } });
  const words = [...picture.words_for(seat), ...(outcome?.winners.includes(seat) ? [say("winner")] : [])];
  const look = outcome?.winners.includes(seat) ? "won" : asked.includes(seat) ? "asked" : "";
  return html`<section class="place seat ${look}" aria-label=${title}>
    <h2 class="unseen">${title}</h2>
    <p class="who">
      <b class="name">${say("{seat}", { seat: { seat } })}</b>
      <span class="states">${[...(boot.bots[seat] ? [say("bot")] : []), ...words].map((word) => html`<span class="word">${word}</span>`)}</span>
    </p>
    ${picture.in_front_of(seat, true)}
  </section>`;
}

/**
 * As much of a room's page as the tiles of the seats are drawn from: everybody is there.
 * @param {Viewing} viewing
 * @param {Step} step
 * @returns {Page}
 */
function page_of({ boot, say, replay }, { frame }) {
  const seats = replay.names.map((name, seat) => ({ name: name || null, here: true, bot: boot.bots[seat] ? "careful" : null }));
  const table = { state: "over", seats, you: { seat: frame.you, seats: [], name: null, host: false } };
  return /** @type {any} */ ({ say, known: { frame, table } });
}
