// @ts-check
// The reader's answer: their picks stay on this page until confirmed, then go to the server.

/** @import { Game, Known, Reading, Say } from "#types/room" */
/** @import { Choice, Frame, Move, Pick } from "#types/wire" */
import { announce, hush } from "#kit/announce.js";
import { make_offer } from "#kit/choices.js";
import { settings } from "#kit/preferences.js";
import { make_picking } from "#room/pick.js";

/**
 * @param {object} page
 * @param {Game} page.game
 * @param {Known} page.known
 * @param {Reading} page.reading
 * @param {ReturnType<typeof import("#room/store.js").open_store>} page.store
 * @param {ReturnType<typeof import("#room/socket.js").connect>} page.socket
 * @param {ReturnType<typeof import("#room/pace.js").keep_pace>} page.pace
 * @param {Say} page.say
 * @param {() => void} page.redraw
 * @param {() => void} page.be_deaf_for_a_moment
 */
export function make_answers({ game, known, reading, store, socket, pace, say, redraw, be_deaf_for_a_moment }) {
  /** As drawn last. @type {ReturnType<typeof make_offer>} */
  let offer;

  /** @param {Frame | null} frame */
  function open_answers(frame) {
    const ready = known.connection === "open" && known.answered === null;
    offer = make_offer({
      frame,
      picked: reading.picked,
      ready,
      always_confirm: settings().always_confirm,
      answer,
      pick(move, by_button = false) {
        if (by_button) be_deaf_for_a_moment(); // the confirming button may come to lie in the same place
        change({ picked: move });
        if (offer.noted()) announce([offer.noted()]); // what the prompt says of this pick
      },
      picking: frame?.pick ? open_picking(frame.pick, ready) : null,
      said: reading.said,
      tell: (said, of_a_plan) => change({ said, ...(of_a_plan && { picked: null }) }),
      not_now: frame ? say("Not now. {prompt}", { prompt: say(frame.prompt) }) : "",
      explain(why) {
        change({ why });
        announce([why]);
      },
    });
    return offer;
  }

  /** @param {Pick} pick @param {boolean} ready */
  const open_picking = (pick, ready) =>
    make_picking({ pick, chosen: reading.chosen, ready, choose: (chosen) => change({ chosen, picked: null }) });

  /** Changes the pick, and clears the reason why another piece cannot be chosen. @param {Partial<Reading>} changes */
  function change(changes) {
    Object.assign(reading, { why: "" }, changes);
    redraw();
  }

  /** @param {Choice} choice */
  function answer(choice) {
    if (!known.frame?.free.includes(choice)) return send(choice.move);
    socket.play_free(known.frame.question, choice.move, own_seat());
    pace.hurry();
    change({ picked: null });
  }

  /** @param {Move} move */
  function send(move) {
    const question = known.frame?.question ?? null;
    store.answering(question);
    socket.play(question, move, own_seat());
    change({ picked: null });
  }

  /** The seat of this device that an answer is for. */
  function own_seat() {
    const { you } = known.table ?? {};
    return you && you.seats.length > 1 ? (you.seat ?? undefined) : undefined;
  }

  /** The command to end what is shown, for the player who brought it about. */
  function own_ending() {
    const seats = known.table?.you.seats ?? [];
    const own = known.moments.filter(
      ({ seat, sight }) => seat !== null && seats.includes(seat) && sight && game.can_be_ended(sight),
    );
    if (!own.length) return null;
    return () => {
      store.forget((line) => own.some(({ seq }) => seq === line.seq));
      hush();
      redraw();
    };
  }

  return { open_answers, own_seat, own_ending };
}
