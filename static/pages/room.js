// @ts-check
// The room page: pushed messages go into the store, and the whole page is drawn from it.

/** @import { Boot, Drawing, Game, Page } from "#types/room" */
/** @import { Frame, FromServer, ToServer } from "#types/wire" */
import { html, nothing, render } from "lit-html";
import { announce, announce_news, hush, take_back } from "#kit/announce.js";
import { is_asked } from "#kit/choices.js";
import { flip, is_overwritten, keep_focus } from "#kit/flip.js";
import { sprite } from "#kit/pieces.js";
import { own_name, settings } from "#kit/preferences.js";
import { teller } from "#kit/text.js";
import { make_reading_aloud } from "#room/aloud.js";
import { make_answers } from "#room/answer.js";
import { give_back, scroll_to_newest } from "#room/chat.js";
import { make_commands } from "#room/commands.js";
import { is_about_to_come } from "#room/first_picture.js";
import { listen_to_keys, tidy_groups } from "#room/keyboard.js";
import { make_parts } from "#room/lazy_parts.js";
import { latest } from "#room/log.js";
import { keep_in_sight } from "#room/more.js";
import { keep_pace } from "#room/pace.js";
import { prompt_bar } from "#room/prompt.js";
import { keep_clear } from "#room/prompt_slots.js";
import { rail } from "#room/rail.js";
import { open_reading } from "#room/reading.js";
import { name_of, opponents, own_place } from "#room/seats.js";
import { make_settling } from "#room/settling.js";
import { connect } from "#room/socket.js";
import { is_behind_closed_doors, open_store } from "#room/store.js";
import { top_bar } from "#room/top_bar.js";

/** Commands that need their seat if a page plays several. */
const SAID_BY_A_SEAT = /chat|propose|react/;
/** The same while the device changes hands. */
const HANDING_ON_MS = 800;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
const bar = /** @type {HTMLElement} */ (document.getElementById("tools"));
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {Game} */
const game = await import(`#games/${boot.game}/board.js`);

const store = open_store({ lasts: game.lasts, changed: redraw });
const { known } = store;
const reading = open_reading(boot.room);
/** Once a game is over, its sentences name those who have played it, wherever they sit now. */
const say = teller(
  (seat) => (known.frame?.outcome && known.results?.games[0].names[seat]) || name_of({ known, say }, seat),
);
const draw_board = game.board(say);
const { settle, be_deaf_for_a_moment } = make_settling(reading, redraw);
const parts = make_parts(game, boot, redraw, () => known.connection === "open");
/** @type {Page | null} */
let page = null;
/** The stage, once it has played. @type {ReturnType<typeof parts.stage>} */
let stage = null;
/** Draws; words that are new wait for acts that are still going on. */
const draw_meanwhile = () => (stage ? stage.meanwhile(draw) : draw());
/** Whether the page is being replaced by another game's. */
let is_leaving = false;
/** A question came before the page could be drawn, and has not been announced. */
let owes_question = false;
/** The reader has seen the game end, but not the celebration. */
let is_to_be_celebrated = false;

const pace = keep_pace({
  pace: () => settings().pace,
  hurries: () => known.answered !== null || store.is_catching_up(),
  show: receive,
  is_bots: ({ asked }) => !!known.table && asked.length > 0 && asked.every((seat) => known.table?.seats[seat].bot),
  lands_in: () => stage?.lands_in() ?? 0,
});
const socket = connect(boot, {
  hello: () => ({ type: "hello", ...store.resume(), ...(own_name() && { name: own_name() }) }),
  receive: hear,
  connection(connection) {
    pace.catch_up();
    store.connection(connection);
    redraw();
  },
  async diagnose() {
    const { why_none_opens } = await import("#room/diagnosis.js");
    store.trouble(await why_none_opens(boot.room));
    redraw();
  },
  give_back(message) {
    if (message.type === "chat") give_back(message.text);
    redraw();
  },
});
store.answering(socket.unanswered_question());
document.addEventListener("visibilitychange", () => {
  document.documentElement.toggleAttribute("data-hidden", document.hidden);
  if (document.hidden) return store.look_away();
  store.look_again();
  redraw();
});
// A seat link, opened in a tab with its table.
addEventListener("hashchange", () => location.hash.includes("=") && location.reload());
/** @type {typeof socket.send} */
const send = (message) =>
  socket.send(/** @type {ToServer} */ (SAID_BY_A_SEAT.test(message.type) ? { seat: own_seat(), ...message } : message));
const { open_answers, own_seat, own_ending } = make_answers({
  game,
  known,
  reading,
  store,
  socket,
  pace,
  say,
  redraw,
  be_deaf_for_a_moment,
});
const commands = make_commands({ boot, known, reading, say, redraw, send, resume: store.resume, look, pace });
const { was_put_back } = store;
const { read_aloud, is_heard, tell_news } = make_reading_aloud({ known, parts, say, was_put_back, chat_is_open, pace });
listen_to_keys({
  step_back: commands.step_back,
  show_in_short: commands.show_in_short,
  write: commands.write,
  skip: commands.skip,
  say_prompt: say_question,
  say_last_line: () => announce(known.lines.slice(-1).map(({ text }) => say(text))),
});

// --- Pushed messages -----------------------------------------------------------------------------------------

/** Handles a message. Clocks run while a frame waits to be shown. @param {FromServer} message */
function hear(message) {
  if (message.type === "frame") store.set_clock(message);
  pace.take(message);
  if (message.type === "frame" && message.clocks && known.frame?.seq !== message.seq) redraw();
}

/** @param {FromServer} message */
function receive(message) {
  if (is_leaving) return;
  if (message.type === "table" && message.game !== boot.game) {
    is_leaving = true;
    return location.reload();
  }
  const { table, frame } = known;
  const is_frame = message.type === "frame";
  const was_away = store.is_catching_up();
  let news = store.receive(message);
  // A pending answer here was refused or taken back, or belonged to another epoch of the log.
  if (/frame|refused|welcome/.test(message.type) && socket.unanswered_question() === null) known.answered = null;
  const asks = is_frame && message.question !== frame?.question;
  if (asks) settle();
  if (frame && !known.frame) hush();
  if (curtain()?.must_fall(known, { frame, number: table?.number ?? null })) {
    hide_sides();
    news = news.filter(({ yours }) => !yours);
  }
  if (is_frame && !message.pick) reading.chosen = [];
  if (message.type === "table") commands.sit_when_named();
  if (is_frame && (frame ? game.rest : game.rest?.is_needed(message))) parts.rest();
  if (message.type === "refused") reading.wants_seat = null;
  if (reading.onward) parts.seat_link()?.hear_of_link(reading, message);
  const before = prompt_in_words();
  const is_acted = frame && is_frame && !was_away;
  if (is_acted) stage = parts.stage();
  flip(root, draw_meanwhile, is_frame, is_acted ? stage?.perform(frame, known, news) : null);
  if (prompt_in_words() !== before && !reading.settling) {
    be_deaf_for_a_moment();
    redraw();
  }
  owes_question ||= asks && !page;
  if (asks && frame) parts.ending(); // long before it is needed
  if (asks && frame && !frame.outcome && known.frame?.outcome) is_to_be_celebrated = true;
  // More than a window above, somebody is reading earlier messages.
  if (message.type === "chat" && is_heard(message)) scroll_to_newest(1000);
  const is_told = asks && hears_question(frame);
  if (asks) take_back("question");
  read_aloud(message, news, is_told);
  if (is_told) say_question();
  tell_news(message, table);
}

/** Whether anybody at this device plays. */
const is_player = () => !!known.table?.you.seats.length;

/** Needed only where several seats are played. */
const curtain = () => ((known.table?.you.seats.length ?? 0) > 1 ? parts.hot_seat() : null);

/** @param {number | null} seat */
function look(seat) {
  parts.stage()?.clear(); // others must not see things in motion
  store.look(seat);
  socket.send({ type: "look", seat });
  hush();
  settle();
  redraw();
}

/**
 * The device changes hands: nothing of its previous holder's may be read, or pressed by somebody who does not know that
 * yet.
 */
function hide_sides() {
  look(null);
  be_deaf_for_a_moment(HANDING_ON_MS);
}

/** Whether the question, or the end of the game, is announced to this reader. @param {Frame | null} before */
function hears_question(before) {
  const { frame } = known;
  const is_passed_over = frame && is_player() && parts.consequences()?.is_passed_over(before, frame);
  return !!page && !!(is_called(page) || page.known.frame?.outcome || is_passed_over);
}

/** Whether somebody at this device is asked. @param {Page} page */
const is_called = (page) => is_asked(page) || curtain()?.is_to_be_handed_on(page) === true;

/** It may name what may not be looked up later, such as a piece just drawn. */
function say_question() {
  announce_news([prompt_in_words()], "question");
}

const prompt_in_words = () => document.getElementById("prompt")?.textContent?.trim() ?? "";

// --- Drawing ------------------------------------------------------------------------------------------------

function redraw() {
  keep_focus(root, draw_meanwhile);
}

function draw() {
  guarded(draw_all);
}

function draw_all() {
  const { table } = known;
  if (known.connection === "closed" || known.locked) return draw_door();
  if (!table || (!root.hasAttribute("data-drawn") && is_about_to_come(table, known, game, parts)))
    return draw_waiting();
  if (chat_is_open()) reading.read = known.chat.at(-1)?.seq ?? 0;
  const now = { ...known, table, frame: frame_now(), unsaid: socket.unsaid() };
  page = { known: now, reading, say, commands: { ...commands, carry_on: own_ending() }, boot, parts, redraw };
  for (const part of [root, bar]) if (is_overwritten(part)) render(nothing, part);
  take_over(whole(page));
  render(top_bar(page), bar);
  tidy_groups();
  keep_clear(root);
  publish(page);
  keep_in_sight(root, say);
  if (owes_question && known.frame && (is_called(page) || known.frame.outcome)) say_question();
  owes_question &&= !known.frame;
  if (table.state === "over") parts.gathering(); // people may gather again soon
  if (is_player()) parts.consequences(); // they may play soon
  if (reading.guided) parts.guide()?.guide(page, end_guide);
  if (is_to_be_celebrated) queueMicrotask(celebrate);
}

/** Celebrates, once the game is over and the parts for its end are loaded. */
function celebrate() {
  const end = parts.ending();
  if (!is_to_be_celebrated || !end || !page) return;
  is_to_be_celebrated = false;
  end.celebrate(page, stage?.lands_in() ?? 0);
}

/** The frame to draw; nobody is asked while the game is paused. */
function frame_now() {
  const { frame, table } = known;
  return frame && table?.paused ? { ...frame, asked: [], choices: [], free: [], pick: null } : frame;
}

/** Draws this in place of what the server sent, which stays until something has been drawn. @param {Drawing} what */
function take_over(what) {
  const sent = root.hasAttribute("data-drawn") ? [] : [...root.childNodes];
  render(what, root);
  for (const node of sent) node.remove();
  root.toggleAttribute("data-drawn", true);
}

/** Draws the page without a table: the password is missing, or the page was removed. */
function draw_door() {
  const doors = parts.no_entry();
  if (!doors) return draw_waiting();
  if (page) parts.alerts()?.stop();
  page = null;
  take_over(doors.door({ known, say, send: socket.send, resume: store.resume }));
  render(nothing, bar);
  document.documentElement.dataset.conn = known.connection;
}

/** Draws the page before anything is known. */
function draw_waiting() {
  const sentence = root.querySelector(".sentence");
  if (sentence && known.connection === "lost")
    sentence.textContent = say(known.trouble ?? "Connection lost. Trying again…");
}

/** Whether the rail has space of its own, or covers the table. */
const rail_stands = matchMedia("(min-width:1100px) and (min-height:680px)");
const rail_covers = matchMedia("(max-width:719px),(max-height:679px)");
const on_paper = matchMedia("print");
rail_stands.onchange = rail_covers.onchange = on_paper.onchange = redraw;
const rail_is_seen = () => reading.rail_open || rail_stands.matches || on_paper.matches;
function chat_is_open() {
  return reading.tab === "chat" && rail_is_seen();
}

/** @param {Page} page */
function whole(page) {
  const { frame, table } = page.known;
  const gathers = table.state === "gathering";
  const offer = open_answers(frame);
  const end = table.state === "over" && frame ? parts.ending() : null;
  const open = frame && end ? end.opened(page, frame) : { view: frame?.view, sights: [] };
  const sights = known.moments.flatMap(({ sight }) => sight ?? []);
  const picture =
    frame && !gathers ? draw_board({ ...frame, view: open.view }, offer, [...sights, ...open.sights]) : null;
  const felt = picture
    ? [opponents(page, picture), middle(picture.centre)]
    : middle(
        gathers
          ? (parts.gathering()?.gathering(page) ?? nothing)
          : (is_behind_closed_doors(table) && parts.no_entry()?.closed_doors(page)) || nothing,
      );
  const place = [picture ? own_place(page, picture) : nothing, curtain()?.curtain(page) ?? nothing];
  const prompt = prompt_bar(page, offer); // after the pieces: it asks for the answers that none of them stands for
  return html`${sprite(say)}
    <main id="main" data-state=${table.state} data-game=${table.game}>
      <div class="felt" ?inert=${reading.rail_open && rail_covers.matches}>${felt}${
        known.missed.length ? parts.earlier()?.missed(page) : nothing
      }${end?.over_the_felt(page)}</div>
      ${picture ? latest(page) : nothing}${prompt}${place}
    </main>
    ${rail(page, rail_is_seen())}
    ${reading.menu ? parts.menu()?.menu(page, redraw, game.settings) : nothing}
    ${reading.onward ? parts.seat_link()?.seat_link(page) : nothing}
    ${reading.inviting ? parts.invitation()?.invitation(page) : nothing}
    ${reading.setting ? parts.table_settings()?.table_settings(page) : nothing}
    ${reading.figuring === null ? nothing : parts.figures()?.figures(page)}
    ${reading.in_short ? parts.rules_in_short()?.rules_in_short(page) : nothing}`;
}

/** @param {Drawing} what */
const middle = (what) => html`<section class="table" aria-label=${say("Table")}>
  <h2 class="unseen">${say("Table")}</h2>
  ${what} ${
    page && known.reactions.some(({ from }) => from.seat === null) ? parts.reactions()?.from_onlookers(page) : nothing
  }
</section>`;

/** For tests and style sheets. @param {Page} page */
function publish(page) {
  const { dataset } = document.documentElement;
  dataset.conn = known.connection;
  dataset.seq = String(known.frame?.seq ?? 0);
  dataset.ready = "true";
  const asked = is_asked(page) ? String(page.known.frame?.question ?? "") : "";
  if (dataset.asked && !asked) reading.had_turn = true;
  dataset.asked = asked;
  if (curtain()?.is_down(page.known.table) && !page.known.frame) return; // between two viewers
  if (is_player()) parts.stage(); // in time for the first event
  // Spectators get no sounds unless they have asked for them. A player who was asked, and watches now, is no longer
  // alerted.
  if (is_player() || settings().volume || reading.had_turn) parts.alerts()?.attend(page, is_called(page));
}

function end_guide() {
  reading.guided = false;
  history.replaceState(null, "", location.pathname);
  parts.guide()?.close_guide();
}
