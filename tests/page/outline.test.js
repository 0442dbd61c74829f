// What the guide or a hint refers to is marked, and described for screen readers (static/effects/outline.js).
import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { make_outline } from "#effects/outline.js";

/** @param {Element} piece */
const described = (piece) => piece.getAttribute("aria-describedby");

test("a piece is described as long as it is marked, in one way or the other", () => {
  const [press, aside] = [make_outline("hint"), make_outline("hint", "data-spoken-of")];
  const piece = document.createElement("button");
  aside([piece]);
  press([piece]);
  aside([]);
  assert.equal(described(piece), "hint");
  aside([piece]);
  press([]);
  assert.equal(described(piece), "hint");
  aside([]);
  assert.equal(described(piece), null);
});
