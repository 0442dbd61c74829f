// @ts-check
// The areas of nine places each, and the pawns outside.

/** @import { Drawing } from "#types/room" */
/** @import { Place, Scene } from "#types/color_dice" */
import { html, nothing } from "lit-html";
import { area_named, group_named, who_alone } from "#games/color_dice/names.js";
import { badge, cross, lock, pawn } from "#games/color_dice/pieces.js";
import { no_way } from "#games/color_dice/reasons.js";
import { has_moved, pawns_in } from "#games/color_dice/wanderings.js";

const EMPTY = "{count} empty";

/**
 * @param {Scene} scene
 * @param {Drawing} [tray]  where the dice are thrown
 * @returns {Drawing}
 */
export function areas(scene, tray = nothing) {
  const { say, view, you, raid, pawns } = scene;
  const count = view.colours.length;
  const order = view.colours.map((_, nth) => (nth + (you ?? 0)) % count);
  return html`<ul class="cd-areas cd-of-${count}" data-roving="grid" aria-label=${say("Areas")}>
    ${order.map(area)}
    <li class="cd-outside ${look("outside")}">
      <span class="cd-head">${say("Outside")}</span>${chip_of("outside")}
      <span class="cd-crowd">${order.map(group)}</span>${tray}
      ${button("outside", outside_in_words())}
    </li>
  </ul>`;

  /** @param {number} home */
  function area(home) {
    const { name, seat } = view.colours[home];
    const owner = say(who_alone(view, home));
    return html`<li class="cd-area ${name} ${seat === null ? "cd-of-dummy" : ""} ${look(home)}"
      data-at="area-${home}">
      <p class="cd-head">${badge(name)}<span class="cd-whose" title=${owner}>${owner}</span></p>
      ${chip_of(home)}
      <div class="cd-places"><div class="measured"><div class="cd-nine">${holes(home)}</div></div></div>
      ${locked_note(home)} ${button(home, contents(home))}
    </li>`;
  }

  /** @param {Place} place */
  function look(place) {
    const opening = raid.open.get(place);
    return [opening ? "lit" : "", opening?.pressed ? "picked" : "", place === raid.area ? "cd-aim" : ""].join(" ");
  }

  /** @param {Place} place */
  function chip_of(place) {
    const opening = raid.open.get(place);
    return opening ? html`<span class="cd-chip cd-here" aria-hidden="true">${opening.chip}</span>` : nothing;
  }

  /** The pawns in a place; and its button. @param {Place} place @param {string} words */
  function button(place, words) {
    const opening = raid.open.get(place);
    if (!opening)
      return scene.offer.barred(words, scene.offer.among("send").length ? no_way(say, view, raid, place) : undefined);
    const { name, pressed, said } = opening;
    const { origin, ...others } = said;
    const step = { ...others, ...(origin !== undefined && { origin: origin === "outside" ? null : origin }) };
    return html`<button type="button" class="stand" data-focus="place-${place}" aria-label="${name}. ${words}"
      data-step=${JSON.stringify(step)}
      aria-pressed=${String(pressed)} aria-disabled=${scene.offer.ready ? nothing : "true"}
      @click=${() => scene.offer.compose(said)}></button>`;
  }

  /**
   * The home colour first, then the others in order; then pawns about to come, then empty places.
   * @param {number} home
   */
  function holes(home) {
    const colours = [home, ...order.filter((colour) => colour !== home)];
    const standing = colours.flatMap((colour) => standing_pawns(colour, home));
    const coming = Array.from({ length: home === raid.area ? raid.moves : 0 }, coming_pawn);
    const all = [...standing, ...coming];
    return Array.from({ length: view.places }, (_, nth) => html`<span class="cd-hole">${all[nth] ?? nothing}</span>`);
  }

  function coming_pawn() {
    return html`<span class="cd-pawn cd-ghost">${pawn(view.colours[raid.colour].name)}</span>`;
  }

  /** The pawns of a colour; those that leave or are struck come last. @param {number} colour @param {Place} place */
  function standing_pawns(colour, place) {
    const here = pawns_in(pawns, colour, place);
    const leave = place === raid.origin && colour === raid.colour && raid.area !== undefined ? raid.pawns : 0;
    const struck = place === raid.area ? (raid.struck.get(colour) ?? 0) : 0;
    return here.map((id, nth) => {
      const is_struck = nth >= here.length - struck;
      const looks = [
        nth >= here.length - leave ? "cd-leaves" : "",
        is_struck ? "cd-struck" : "",
        has_moved(pawns, colour, id) ? "cd-moved" : "",
      ];
      return html`<span class="cd-pawn ${looks.join(" ")}" data-k="pawn-${colour}-${id}">
        ${pawn(view.colours[colour].name)}${is_struck ? cross() : nothing}
      </span>`;
    });
  }

  /** @param {number} colour */
  function group(colour) {
    const { outside } = view.colours[colour];
    return html`<span class="cd-group ${outside ? "" : "cd-nobody"}"><span class="measured"><span
      class="cd-row">${standing_pawns(colour, "outside")}</span><b aria-hidden="true">${outside}</b></span></span>`;
  }

  /** @param {number} home */
  function locked_note(home) {
    const locked = view.locked.find(([area]) => area === home);
    if (!locked) return nothing;
    const group = group_named(view, locked[1], view.areas[home][locked[1]]);
    return html`<span class="cd-chip cd-locked">${lock()}${say("{group} locked", { group })}</span>`;
  }

  /** @param {number} home */
  function contents(home) {
    const counts = view.areas[home];
    const groups = counts.flatMap((count, colour) => (count ? [group_named(view, colour, count)] : []));
    const empty = view.places - counts.reduce((a, b) => a + b);
    return say("{area}: {groups}", {
      area: area_named(view, home),
      groups: [...groups, ...(empty ? [{ text: EMPTY, with: { count: empty } }] : [])],
    });
  }

  function outside_in_words() {
    const groups = order.flatMap((colour) => {
      const { outside } = view.colours[colour];
      return outside ? [group_named(view, colour, outside)] : [];
    });
    return groups.length ? say("Outside: {groups}", { groups }) : say("No pawns outside");
  }
}
