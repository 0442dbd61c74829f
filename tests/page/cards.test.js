// Playing cards as they are drawn (static/kit/cards.js, static/kit/courts.js).

/** @import { Card } from "#kit/cards.js" */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./dom.js";
import { card_face, cards_sprite, SUITS } from "#kit/cards.js";
import { drawn } from "./drawn.js";

/** @type {Card[]} */
const courts = [...SUITS.flatMap((suit) => ["J", "Q", "K"].map((rank) => rank + suit)), "*1", "*2"];

/** @param {ParentNode} place @param {Card} card */
const figure_of = (place, card) => /** @type {Element} */ (place.querySelector(`[id="court-${card}"]`));

/** Without the marks of what lit-html fills in. @param {Element} figure */
const written = (figure) => figure.innerHTML.replaceAll(/<!--.*?-->/g, "");

test("A court shows its figure twice, the second time upside down", () => {
  for (const card of courts) {
    const shown = [...drawn(card_face(card)).querySelectorAll(`use[href="#court-${card}"]`)];
    assert.deepEqual(
      shown.map((use) => use.closest("g[transform='rotate(180 50 70)']") !== null),
      [false, true],
      card,
    );
  }
});

test("Every court has a figure of its own, even in one colour", () => {
  const place = drawn(cards_sprite(true));
  const figures = courts.map((card) => written(figure_of(place, card)));
  assert.equal(new Set(figures).size, courts.length);
});

test("All figures together weigh 14 KB at most, before they are packed", () => {
  assert.ok(readFileSync("static/kit/courts.js").length <= 14 * 1024);
});
