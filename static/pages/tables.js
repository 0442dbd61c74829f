// @ts-check
// The page of several tables with one deal: where to sit before it is dealt; nothing but patience while the tables
// play; and what each made of it, when all have ended. It looks anew by itself.

/** @import { SharedTables } from "#types/api" */
/** @import { Boot, Page, State } from "#tables/page.js" */
import { html, nothing, render } from "lit-html";
import { announce } from "#kit/announce.js";
import { call, NO_ANSWER } from "#kit/calls.js";
import { copy } from "#kit/share.js";
import { teller } from "#kit/text.js";
import { make_beside } from "#tables/beside.js";
import { comparison } from "#tables/comparison.js";
import { waiting } from "#tables/waiting.js";

const LOOK_AGAIN_MS = 5000;
const place = /** @type {HTMLElement} */ (document.getElementById("all-tables"));
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {import("#types/room").Say} */
const say = teller((seat) => say("Seat {number}", { number: seat + 1 }));

begin();

function begin() {
  /** @type {State} */
  let state = { told: boot.tables, copied: null, is_ending: false, problem: "", beside: null };
  /** @type {Page} */
  const page = { boot, say, state: () => state, change, copy_link, end };
  const side_by_side = make_beside(page);

  change({});
  setInterval(look_again, LOOK_AGAIN_MS);
  document.addEventListener("visibilitychange", look_again);

  /** @param {Partial<State>} fields */
  function change(fields) {
    state = { ...state, ...fields };
    const { told, problem, beside } = state;
    render(
      html`${told.over ? comparison(page) : waiting(page)}
        <p class="problem" role="alert">${problem}</p>
        ${told.over && beside ? side_by_side(beside) : nothing}`,
      place,
    );
    document.documentElement.dataset.ready = "true"; // for tests
  }

  /** Nothing changes any more once all have ended. */
  async function look_again() {
    if (document.hidden || state.told.over) return;
    const { ok, text: _, ...told } = await call("GET", `/api/rooms/${boot.room}/tables`);
    if (ok) take(/** @type {SharedTables} */ (told));
  }

  /** @param {SharedTables} told */
  function take(told) {
    const was = state.told;
    change({ told });
    if (told.over && !was.over) announce([say("All tables have ended. Here they are compared.")]);
  }

  /** @param {string} link @param {State["copied"]} which */
  async function copy_link(link, which) {
    if (!(await copy(link))) return change({ problem: say("The link could not be copied.") });
    change({ copied: which, problem: "" });
    announce([say("The link is copied.")]);
  }

  async function end() {
    const { ok, text, ...told } = await call("POST", `/api/rooms/${boot.room}/tables/end`, {});
    if (!ok) return change({ problem: say(text ?? { text: NO_ANSWER }), is_ending: false });
    change({ problem: "", is_ending: false });
    take(/** @type {SharedTables} */ (told));
  }
}
