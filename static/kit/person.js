// @ts-check
// The paper-cut figure of a player, in the colour of their seat and with as many notches as its number: half-length
// where somebody stands at the table, and a head in a line of text.

/** @import { Figure } from "#types/wire" */
import { html } from "lit-html";

/** In the order of css/people.svg; by default the figure with the seat's number. */
export const FIGURES = /** @type {Figure[]} */ (
  "fox owl hare cat fish snail bear heron hedgehog turtle bee whale".split(" ")
);

/** In the order of the rows of css/people.svg. @typedef {"rest" | "thinking" | "happy" | "low"} State */
const STATES = /** @type {State[]} */ ("rest thinking happy low".split(" "));

/**
 * A player's name on one line; if it is too long, a tooltip has all of it, or what there is to say about them.
 * @param {string} name
 * @param {string} [about]
 */
export const name_line = (name, about = name) => html`<b class="name" title=${about}>${name}</b>`;

/**
 * @param {number} seat
 * @param {Figure | null} [chosen]
 * @param {State} [state]  of somebody who stands at the table; without it there is only a head
 */
export const person = (seat, chosen, state) => html`<span class=${shape(state)} data-seat=${seat}
  .style=${`--figure:${chosen ? FIGURES.indexOf(chosen) : seat};--notches:${seat + 1};--state:${row(state)}`}
></span>`;

/** @param {State} [state] */
const shape = (state) => (state ? (state === "thinking" ? "person standing awake" : "person standing") : "person");

/** @param {State} [state] */
const row = (state) => (state ? STATES.indexOf(state) : 0);
