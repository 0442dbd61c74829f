// @ts-check
// The paper-cut figure of a player, on the ribbon of their seat: its colour, with as many notches as the seat's number.

/** @import { Figure } from "#types/wire" */
import { html } from "lit-html";

/** In the order of css/people.svg; by default the figure with the seat's number. */
export const FIGURES = /** @type {Figure[]} */ (
  "fox owl hare cat fish snail bear heron hedgehog turtle bee whale".split(" ")
);

/** A player's name on one line; if it is too long, a tooltip has all of it. @param {string} name */
export const name_line = (name) => html`<b class="name" title=${name}>${name}</b>`;

/** @param {number} seat @param {Figure | null} [chosen] */
export const person = (seat, chosen) => html`<span class="person" data-seat=${seat}
  .style=${`--figure:${chosen ? FIGURES.indexOf(chosen) : seat};--notches:${seat + 1}`}></span>`;
