// @ts-check
// Looking back together, as the page shows it: who leads, and the buttons for following, leading and going one's own
// way.

/** @import { Company, Viewing } from "#types/replay" */
/** @import { Speaker } from "#types/wire" */
import { html, nothing } from "lit-html";
import { isolated } from "#kit/text.js";

/** @param {Viewing} viewing */
export function company_line(viewing) {
  const { say, company, commands } = viewing;
  if (!company)
    return html`<div class="company">
      <button type="button" class="small whole-row" data-focus="together"
        @click=${() => commands.look_together("asking")}>${say("Look back together")}</button>
    </div>`;
  return html`<div class="company" role="group" aria-label=${say("Looking back together")}>
    <p>${words(viewing, company)}</p>
    ${buttons(viewing, company)} ${company.table ? way_to(viewing, company.table) : nothing}
  </div>`;
}

/** @param {Viewing} viewing @param {Company} company */
function words({ say }, { line, role, leader, problem }) {
  if (problem) return say(problem);
  if (line === "closed") return say("The table is closed.");
  if (line !== "open" || role === "asking") return say("One moment…");
  if (role === "leading") return say("You lead: whoever follows goes where you go. Press a piece to point at it.");
  if (!leader) return say("You look on your own.");
  const name = isolated(leader.name);
  return role === "following"
    ? say("{name} leads, and you follow. Press a piece to point at it.", { name })
    : say("{name} leads. You look on your own.", { name });
}

/** @param {Viewing} viewing @param {Company} company */
function buttons({ say, commands }, { line, role, leader }) {
  if (line !== "open" || role === "asking") return nothing;
  /** @param {Company["role"]} wanted @param {string} label */
  const button = (wanted, label) => html`<button type="button" class="small" data-focus="company-${wanted}"
    @click=${() => commands.look_together(wanted)}>${label}</button>`;
  return html`${
    role !== "following" && role !== "leading" && leader ? button("following", follow_words(say, leader)) : nothing
  }
    ${
      role === "alone"
        ? nothing
        : html`<button type="button" class="small" data-focus="point"
            @click=${commands.choose_piece}>${say("Point at a piece")}</button>`
    }
    ${role === "leading" ? nothing : button("leading", say("Lead"))}
    ${role === "alone" ? nothing : button("alone", say("On my own"))}`;
}

/** @param {Viewing["say"]} say @param {Speaker} leader */
const follow_words = (say, leader) => say("Follow {name}", { name: isolated(leader.name) });

/** The table at which a friend plays on. @param {Viewing} viewing @param {NonNullable<Company["table"]>} table */
const way_to = ({ say }, { room, name }) => html`<p>${plays_on_words(say, name)}</p>
  <a class="button small primary" data-focus="company-table" href="/t/${room}">${say("To the new table")}</a>`;

/** @param {Viewing["say"]} say @param {string} name */
export const plays_on_words = (say, name) =>
  say("{name} plays on from here at a new table, and seats are free.", { name: isolated(name) });
