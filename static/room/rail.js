// @ts-check
// The rail beside the table: the log, the chat and the people, one at a time. Where there is room its tabs are a strip,
// and the table makes room for what they stand for.

/** @import { Page } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { html, nothing } from "lit-html";
import { chat, counted, unread } from "#room/chat.js";
import { log } from "#room/log.js";

/** @type {Record<State["tab"], string>} */
const TITLES = { log: "Log", chat: "Chat", people: "People", results: "Results" };
/** Strokes on a square of 24 by 24. @type {Record<State["tab"], string>} */
const ICONS = {
  log: "M5 4.5h14v15H5zM8.5 9h7M8.5 12.5h7M8.5 16h4",
  chat: "M4 5h16v11h-9l-4.5 4V16H4zM8 9.2h8M8 12.2h5",
  people:
    "M9 11.5a3.4 3.4 0 1 0-.1 0zM2.8 20c.4-4 2.8-6 6.2-6s5.8 2 6.2 6M16 11a2.8 2.8 0 1 0-.8-5.3M17 14.2c2.4.3 3.9 2.2 4.2 5.3",
  results:
    "M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4.2c0 3.3 1.3 5 3.7 5M16.5 5.5h3.3c0 3.3-1.3 5-3.7 5M12 14v3.5M8.2 20h7.6",
};
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
          aria-selected=${String(is_seen && state.tab === tab)}
          aria-controls="panel" @click=${() => commands.show_tab(tab)}>
          ${icon(tab)}${say(TITLES[tab])}${count(page, tab)}</button>`,
      )}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${state.tab}" ?hidden=${!is_seen}
      tabindex=${state.tab === "log" || state.tab === "results" ? "0" : nothing}>${
        is_seen ? PANELS[state.tab](page) : nothing
      }</div>
  </aside>`;
}

/** @param {State["tab"]} tab */
const icon = (tab) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[tab]} /></svg>`;

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
