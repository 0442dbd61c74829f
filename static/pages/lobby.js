// @ts-check
// The start page: opens a room with the chosen options and copies its link, or a table with bots for practice.

/** @import { NotDone, OpenRoom, RoomOpened } from "#types/api" */
import { keep_name, own_name } from "#kit/preferences.js";
import { copy, leave_copied_mark } from "#kit/share.js";
import { teller } from "#kit/text.js";

const say = teller(String);
const form = /** @type {HTMLFormElement} */ (document.getElementById("opening"));
const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button.primary"));

if (!name.value) name.value = own_name();
form.addEventListener("change", show_setting);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!button.ariaDisabled) open_table();
});
for (const alone of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll(".alone button")))
  alone.addEventListener("click", () => alone.ariaDisabled || practise(alone));

/** Only the chosen game's seats and options can be seen, and are sent. */
function show_setting() {
  const game = new FormData(form).get("game");
  for (const setting of /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll(".setting")))
    setting.hidden = setting.disabled = setting.name !== `setting-${game}`;
}

async function open_table() {
  complain("");
  if (!name.value.trim()) return complain(say("Type your name first: your friends see it at the table."));
  button.ariaDisabled = "true";
  const room = await room_for(room_options());
  button.ariaDisabled = null;
  if (room) await enter(room);
}

/**
 * One press, and the game has begun, with bots on all other seats. Whoever has typed no name yet is a guest there.
 * @param {HTMLButtonElement} pressed
 */
async function practise(pressed) {
  const { game = "", seats } = /** @type {HTMLElement} */ (pressed.parentElement).dataset;
  const typed = name.value.trim();
  complain("");
  pressed.ariaDisabled = "true";
  const guided = pressed.name === "guided";
  const room = await room_for({ game, seats: Number(seats), name: typed || say("Guest"), bots: true, guided });
  pressed.ariaDisabled = null;
  if (!room) return;
  if (typed) keep_name(typed);
  location.assign(`/t/${room}${guided ? "#guide" : ""}`);
}

/**
 * What was chosen, as POST /api/rooms wants it. Each game has fields of its own: tcnccc-seats, tcnccc-option-memory.
 * @returns {OpenRoom}
 */
function room_options() {
  const chosen = [...new FormData(form)].map(([field, value]) => [field, String(value)]);
  const { game } = Object.fromEntries(chosen);
  const { seats, ...options } = Object.fromEntries(
    chosen
      .filter(([field, value]) => field.startsWith(`${game}-`) && value)
      .map(([field, value]) => [field.slice(game.length + 1).replace("option-", ""), JSON.parse(value)]),
  );
  return { game, seats, options, name: name.value.trim() };
}

/**
 * @param {OpenRoom} asked
 * @returns {Promise<string | null>} the room's code; null after a complaint
 */
async function room_for(asked) {
  try {
    const answer = await fetch("/api/rooms", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
    const { room, text } = /** @type {Partial<RoomOpened & NotDone>} */ (await answer.json());
    if (!room) complain(say(text ?? "The server could not open a table. Try again in a moment."));
    return room ?? null;
  } catch {
    complain(say("The server does not answer. Check your connection and try again."));
    return null;
  }
}

/** @param {string} room */
async function enter(room) {
  keep_name(name.value.trim());
  const link = new URL(`/t/${room}`, location.href).href;
  if (await copy(link)) leave_copied_mark(room);
  location.assign(link);
}

/** @param {string} sentence */
function complain(sentence) {
  problem.textContent = sentence;
  name.setAttribute("aria-invalid", String(sentence !== ""));
  if (sentence) name.focus();
}
