// @ts-check
// The room page: what the server pushes goes into the store, and the whole page is drawn from it.

/** @import { Boot, Drawing, Game, Page, Reading } from "#types/room" */
/** @import { Choice, FromServer, Line, Move } from "#types/wire" */
import { html, nothing, render } from "lit-html";
import { alert_asked, announce, hush } from "#kit/announce.js";
import { scroll_to_newest } from "#kit/chat.js";
import { make_offer } from "#kit/choices.js";
import { menu, tools } from "#kit/dialog.js";
import { flip, keep_focus } from "#kit/flip.js";
import { gathering } from "#kit/gathering.js";
import { listen_to_keys, tidy_groups } from "#kit/keys.js";
import { latest } from "#kit/log.js";
import { make_picking } from "#kit/pick.js";
import { sprite } from "#kit/pieces.js";
import { is_asked, prompt_bar } from "#kit/prompt.js";
import { rail } from "#kit/rail.js";
import { opponents, own_place } from "#kit/seats.js";
import { own_name, settings } from "#kit/settings.js";
import { take_copied_mark } from "#kit/share.js";
import { connect } from "#kit/socket.js";
import { open_store } from "#kit/store.js";
import { teller } from "#kit/text.js";
import { make_wishes } from "#kit/wishes.js";

/** For so long the buttons of a new prompt do not listen: what is pressed was meant for the last one. */
const SETTLE_MS = 300;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
const bar = /** @type {HTMLElement} */ (document.getElementById("tools"));
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {Game} */
const game = await import(`#games/${boot.game}/board.js`);

const store = open_store({ lasts: game.lasts, changed: redraw });
const { known } = store;
/** @type {Reading} */
const reading = {
  picked: null,
  chosen: [],
  tab: "log",
  rail_open: false,
  read: 0,
  settling: false,
  wants_seat: null,
  copied: take_copied_mark(boot.room),
};
const say = teller((seat) => known.table?.seats[seat]?.name ?? say("Seat {number}", { number: seat + 1 }));
const draw_board = game.board(say);
/** @type {Page | null} */
let page = null;

const socket = connect(boot, {
  hello: () => ({ type: "hello", seen: store.seen(), ...(own_name() && { name: own_name() }) }),
  receive,
  connection(connection) {
    store.connection(connection);
    redraw();
  },
});
store.answering(socket.unanswered_question());
const wish = make_wishes({ boot, known, reading, say, redraw, send: socket.send, seen: store.seen });
listen_to_keys({
  step_back: wish.step_back,
  show_keys: wish.show_menu,
  write: wish.write,
  say_prompt: () => announce([prompt_in_words()]),
  say_last_line: () => announce(known.lines.slice(-1).map(({ text }) => say(text))),
});

// --- What is pushed -----------------------------------------------------------------------------------------

/** @param {FromServer} message */
function receive(message) {
  const question = known.frame?.question;
  const news = store.receive(message);
  const asks = message.type === "frame" && message.question !== question;
  if (asks) settle();
  if (message.type === "frame" && !message.pick) reading.chosen = [];
  if (message.type === "table") sit_when_named();
  if (message.type === "refused") reading.wants_seat = null;
  flip(root, draw);
  if (asks && page && is_asked(page)) bring_into_sight();
  if (message.type === "chat" && chat_is_open()) scroll_to_newest();
  announce([...new Set(in_words(message, news, asks))]);
}

/** A new prompt: nothing is picked, and its buttons listen in a moment. */
function settle() {
  reading.picked = null;
  reading.chosen = [];
  reading.settling = true;
  setTimeout(() => {
    reading.settling = false;
    redraw();
  }, SETTLE_MS);
}

/** In a low window what can be answered with may lie below. */
function bring_into_sight() {
  root.querySelector("main .stand")?.scrollIntoView({ block: "nearest" });
}

function sit_when_named() {
  const seat = reading.wants_seat;
  if (seat === null || known.table?.you.name == null) return;
  reading.wants_seat = null;
  wish.sit(seat);
}

/**
 * What is to be said aloud: the public lines, and once what is asked or how the game ended.
 * @param {FromServer} message
 * @param {Line[]} news
 * @param {boolean} asks
 */
function in_words(message, news, asks) {
  const words = news.map(({ text }) => say(text));
  if (message.type === "refused") words.push(say(message.text));
  if (message.type === "chat" && chat_is_open())
    words.push(say("{name}: {text}", { name: message.from.name, text: message.text }));
  if (asks && page && (is_asked(page) || page.known.frame?.outcome)) words.push(prompt_in_words());
  return words;
}

const prompt_in_words = () => document.getElementById("prompt")?.textContent?.trim() ?? "";

// --- What is answered ---------------------------------------------------------------------------------------

function open_answers() {
  const ready = known.connection === "open" && known.answered === null;
  return make_offer({
    frame: known.frame,
    picked: reading.picked,
    ready,
    always_confirm: settings().always_confirm,
    answer,
    pick(move) {
      reading.picked = move;
      redraw();
    },
    picking: open_picking(ready),
  });
}

/** @param {boolean} ready */
function open_picking(ready) {
  const { pick } = known.frame ?? {};
  if (!pick) return null;
  return make_picking({
    pick,
    chosen: reading.chosen,
    ready,
    choose(chosen) {
      reading.chosen = chosen;
      redraw();
    },
    commit: send_answer,
  });
}

/** @param {Choice} choice */
function answer(choice) {
  if (!known.frame?.free.includes(choice)) return send_answer(choice.move);
  reading.picked = null;
  socket.play_once(known.frame.question, choice.move);
  redraw();
}

/** @param {Move} move */
function send_answer(move) {
  const question = known.frame?.question ?? null;
  reading.picked = null;
  store.answering(question);
  socket.play(question, move);
  redraw();
}

/** Whoever brought about what is shown may end it. */
function own_ending() {
  const seat = known.table?.you.seat ?? null;
  const own = known.moments.filter(
    (line) => seat !== null && line.seat === seat && line.sight && game.can_be_ended(line.sight),
  );
  if (!own.length) return null;
  return () => {
    store.forget((line) => own.some(({ seq }) => seq === line.seq));
    hush();
    redraw();
  };
}

// --- Drawing ------------------------------------------------------------------------------------------------

function redraw() {
  keep_focus(root, draw);
}

function draw() {
  const { table } = known;
  if (!table) return draw_waiting();
  if (!page) root.replaceChildren();
  if (chat_is_open()) reading.read = known.chat.at(-1)?.seq ?? 0;
  page = { known: { ...known, table }, reading, say, wish: { ...wish, carry_on: own_ending() }, boot };
  render(whole(page), root);
  render(tools(page), bar);
  tidy_groups();
  publish(page);
}

/** Nothing is known yet. */
function draw_waiting() {
  const sentence = root.querySelector(".sentence");
  if (sentence && known.connection === "lost") sentence.textContent = say("Connection lost. Trying again…");
}

/** Where the rail has a place of its own, and where it lies over the table. */
const rail_stands = matchMedia("(min-width: 1100px)");
const rail_covers = matchMedia("(max-width: 719px)");
const chat_is_open = () => reading.tab === "chat" && (reading.rail_open || rail_stands.matches);

/** @param {Page} page */
function whole(page) {
  const { frame, table } = page.known;
  const gathers = table.state === "gathering";
  const offer = open_answers();
  const picture =
    frame && !gathers
      ? draw_board(
          frame,
          offer,
          known.moments.flatMap(({ sight }) => sight ?? []),
        )
      : null;
  const felt = picture
    ? [opponents(page, picture), middle([picture.centre, latest(page)])]
    : middle(gathers ? gathering(page) : nothing);
  const place = picture ? own_place(page, picture) : nothing;
  const prompt = prompt_bar(page, offer); // after the pieces: it asks for the answers that none of them stands for
  return html`${sprite()}
    <main id="main" data-state=${table.state} data-game=${table.game}>
      <div class="felt" ?inert=${reading.rail_open && rail_covers.matches}>${felt}</div>
      ${prompt}${place}
    </main>
    ${rail(page)}${menu(page, redraw)}`;
}

/** @param {Drawing} what */
const middle = (what) => html`<section class="table" aria-label=${say("Table")}>
  <h2 class="unseen">${say("Table")}</h2>
  ${what}
</section>`;

/** For tests and style sheets. @param {Page} page */
function publish(page) {
  const { dataset } = document.documentElement;
  dataset.conn = known.connection;
  dataset.seq = String(known.frame?.seq ?? 0);
  dataset.ready = "true";
  const asked = is_asked(page) ? (known.frame?.question ?? null) : null;
  dataset.asked = String(asked ?? "");
  alert_asked(asked);
}
