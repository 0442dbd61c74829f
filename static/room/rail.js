// @ts-check
// The rail beside the table: the log, the chat and the people, one at a time.

/** @import { Page } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { html, nothing } from "lit-html";
import { chat, counted, unread } from "#room/chat.js";
import { log } from "#room/log.js";

/** @type {Record<State["tab"], string>} */
const TITLES = { log: "Log", chat: "Chat", people: "People", results: "Results" };
/** @type {Record<State["tab"], (page: Page) => unknown>} */
const PANELS = {
  log,
  chat,
  people: (page) => page.parts.people?.people(page),
  results: (page) => page.parts.results?.results(page),
};

/** The tabs; results appear with the end of the first game. @param {Page} page */
const tabs = ({ state }) =>
  /** @type {State["tab"][]} */ (Object.keys(TITLES)).filter((tab) => tab !== "results" || state.results);

/** @param {Page} page @param {boolean} is_seen  otherwise nothing is drawn in it */
export function rail(page, is_seen) {
  const { state, say, commands } = page;
  return html`<aside class="rail ${state.rail_open ? "open" : ""}" id="rail"
    aria-label=${say("Log, chat and people")}>
    <div class="tabs" role="tablist" aria-label=${say("Log, chat and people")} data-roving>
      ${tabs(page).map(
        (tab) => html`<button type="button" role="tab" id="tab-${tab}" data-focus="tab-${tab}"
          aria-selected=${String(state.tab === tab)}
        aria-controls="panel" @click=${() => commands.show_tab(tab)}>${say(TITLES[tab])}${count(page, tab)}</button>`,
      )}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${state.tab}"
      tabindex=${state.tab === "log" || state.tab === "results" ? "0" : nothing}>${
        is_seen ? PANELS[state.tab](page) : nothing
      }</div>
  </aside>`;
}

/**
 * Unread messages, or the number of spectators.
 * @param {Page} page
 * @param {State["tab"]} tab
 */
function count(page, tab) {
  const { state, say } = page;
  if (tab === "chat") return unread(page);
  const watching = state.table.audience.length;
  return tab === "people" && watching
    ? counted(watching, say("{count} watching", { count: watching }), "quiet")
    : nothing;
}
