// @ts-check
// The rail beside the table: the log, the chat and the people, one at a time.

/** @import { Page, Reading } from "#types/room" */
import { html, nothing } from "lit-html";
import { chat, counted, unread } from "#room/chat.js";
import { log } from "#room/log.js";

/** @type {Record<Reading["tab"], string>} */
const TITLES = { log: "Log", chat: "Chat", people: "People", results: "Results" };
/** @type {Record<Reading["tab"], (page: Page) => unknown>} */
const PANELS = {
  log,
  chat,
  people: (page) => page.parts.people()?.people(page),
  results: (page) => page.parts.results()?.results(page),
};

/** The tabs; results appear with the end of the first game. @param {Page} page */
const tabs = ({ known }) =>
  /** @type {Reading["tab"][]} */ (Object.keys(TITLES)).filter((tab) => tab !== "results" || known.results);

/** @param {Page} page @param {boolean} is_seen  otherwise nothing is drawn in it */
export function rail(page, is_seen) {
  const { reading, say, commands } = page;
  return html`<aside class="rail ${reading.rail_open ? "open" : ""}" id="rail"
    aria-label=${say("Log, chat and people")}>
    <div class="tabs" role="tablist" aria-label=${say("Log, chat and people")} data-roving>
      ${tabs(page).map(
        (tab) => html`<button type="button" role="tab" id="tab-${tab}" data-focus="tab-${tab}"
          aria-selected=${String(reading.tab === tab)}
        aria-controls="panel" @click=${() => commands.show_tab(tab)}>${say(TITLES[tab])}${count(page, tab)}</button>`,
      )}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby="tab-${reading.tab}"
      tabindex=${reading.tab === "log" || reading.tab === "results" ? "0" : nothing}>${
        is_seen ? PANELS[reading.tab](page) : nothing
      }</div>
  </aside>`;
}

/**
 * Unread messages, or the number of spectators.
 * @param {Page} page
 * @param {Reading["tab"]} tab
 */
function count(page, tab) {
  const { known, say } = page;
  if (tab === "chat") return unread(page);
  const watching = known.table.audience.length;
  return tab === "people" && watching
    ? counted(watching, say("{count} watching", { count: watching }), "quiet")
    : nothing;
}
