// @ts-check
// The furniture of TCNCCC: four wooden drums with lids, and a cloth bag. Colours: drawings.css; moving lids: board.css.

import { svg } from "lit-html";
import { glyph } from "#kit/pieces.js";

// A drum is centered on x = 60. Its rims are ellipses of 46 × 13 around y = 52 (top) and y = 134 (foot).
const WALL = "M14 52V134A46 13 0 0 0 106 134V52A46 13 0 0 1 14 52Z";
const SHADE = "M88.3 62.3V144.3A46 13 0 0 0 106 134V52A46 13 0 0 1 88.3 62.3Z";
const LIGHT = "M19.4 58.1V140.1A46 13 0 0 0 31.7 144.3V62.3A46 13 0 0 1 19.4 58.1Z";
const STAVES =
  "M31.7 62.3V144.3M45.8 64.4V146.4M74.2 64.4V146.4M88.3 62.3V144.3M19.4 58.1V140.1M100.6 58.1V140.1M60 65V78M60 136V147";
const GRAIN =
  "M38 84c2 8-2 15 0 24M52 124c1 6-1 9 0 14M67 78c2 4-1 7 0 11M81 92c-2 9 2 17 0 27M94 80c1 10-1 21 0 30M25 86c-1 9 1 20 0 30M39 120c-1 5 1 8 0 14M95 118c1 5 0 8 0 13";
const hoop = (/** @type {number} */ y) =>
  `M13.4 ${y}V${y + 8}A46.6 13.2 0 0 0 106.6 ${y + 8}V${y}A46.6 13.2 0 0 1 13.4 ${y}Z`;

/** @param {string} number  what its plate says */
export const drum = (number) => svg`<svg class="tc-drum" viewBox="0 0 120 164" aria-hidden="true">
  <ellipse class="tc-shadow" cx="62" cy="141" rx="54" ry="16"></ellipse>
  <ellipse class="tc-ring" cx="60" cy="137" rx="57" ry="20"></ellipse>
  <g class="tc-stand-up">
    <path class="tc-wood" d=${WALL}></path>
    <path class="tc-light" d=${LIGHT}></path>
    <path class="tc-shade" d=${SHADE}></path>
    <path class="tc-grain" d="${STAVES}${GRAIN}"></path>
    <path class="tc-hoop" d=${hoop(70)}></path>
    <path class="tc-hoop" d=${hoop(122)}></path>
    <path class="tc-line" d=${WALL}></path>
    <ellipse class="tc-rim" cx="60" cy="52" rx="46" ry="13"></ellipse>
    <ellipse class="tc-mouth" cx="60" cy="52.5" rx="40.5" ry="10.2"></ellipse>
    <circle class="tc-plate" cx="60" cy="107" r="19"></circle>
    <circle class="tc-inlay" cx="60" cy="107" r="15.8"></circle>
    ${glyph(number, 60, 107, 19)}
    <g class="tc-lid">
      <path class="tc-wood" d="M9 45V54A51 14.5 0 0 0 111 54V45Z"></path>
      <path class="tc-shade" d="M92 55V64.8A51 14.5 0 0 0 111 54V45Z"></path>
      <path class="tc-line" d="M9 45V54A51 14.5 0 0 0 111 54V45"></path>
      <ellipse class="tc-top" cx="60" cy="45" rx="51" ry="14.5"></ellipse>
      <path class="tc-grain" d="M22 43q38-9 76-2M30 50q30 6 60 1M36 38q20-4 42-2"></path>
      <path class="tc-wood" d="M54 43v-6q-6-3-6-9c0-7 6-10 12-10s12 3 12 10q0 6-6 9v6q-6 3-12 0Z"></path>
      <path class="tc-shade" d="M66 43v-6q6-3 6-9c0-5-3-8-7-9q3 9-3 15q-1 4 0 10q2 0 4-1Z"></path>
      <path class="tc-line" d="M54 43v-6q-6-3-6-9c0-7 6-10 12-10s12 3 12 10q0 6-6 9v6q-6 3-12 0ZM54 37q6 3 12 0"></path>
    </g>
  </g>
</svg>`;

/** The empty place of a drum that has left the game. */
export const bare_place = () => svg`<svg class="tc-drum" viewBox="0 0 120 164" aria-hidden="true">
  <ellipse class="tc-bare" cx="60" cy="137" rx="46" ry="14"></ellipse>
</svg>`;

const SACK =
  "M46 66C30 78 15 100 14 121C13 138 22 147 38 149C52 151 72 151 86 149C101 147 108 138 106 121C104 101 90 78 74 66Z";
const NECK =
  "M45 66C42 56 38 48 32 42C38 45 42 41 47 44C51 47 55 41 60 44C65 47 69 41 74 44C79 47 82 43 88 42C82 48 78 56 75 66Z";

/** The standing bag. It looks the same whatever is in it. */
export const full_bag = () => svg`<svg class="tc-bag" viewBox="0 0 120 164" aria-hidden="true">
  <ellipse class="tc-shadow" cx="62" cy="142" rx="54" ry="15"></ellipse>
  <ellipse class="tc-ring" cx="60" cy="139" rx="57" ry="19"></ellipse>
  <g class="tc-stand-up">
    <path class="tc-cloth" d=${SACK}></path>
    <path class="tc-cloth-shade"
      d="M74 66C86 82 96 104 93 126C92 138 86 146 76 150C96 149 108 141 106 121C104 101 90 78 74 66Z"></path>
    <path class="tc-cloth" d=${NECK}></path>
    <path class="tc-cloth-shade" d="M75 66C78 56 82 48 88 42C82 43 79 47 74 44C73 52 70 60 66 66Z"></path>
    <path class="tc-fold"
      d="M52 74C46 86 40 96 37 110M60 75C60 84 58 90 57 98M69 74C75 84 80 94 82 104M29 112C27 122 29 131 34 138M46 62C45 56 43 51 41 48M60 62C60 56 60 51 60 48M73 62C75 56 77 51 79 48"></path>
    <path class="tc-line" d=${SACK}></path>
    <path class="tc-line" d=${NECK}></path>
    <path class="tc-opening" d="M36 43Q60 49 84 43"></path>
    <path class="tc-cord" d="M43 66Q60 73 77 66"></path>
    <path class="tc-cord" d="M66 70C71 79 66 86 70 96M69 70C77 76 79 83 84 88"></path>
    <circle class="tc-bead" cx="70" cy="98" r="3.6"></circle>
    <circle class="tc-bead" cx="86" cy="90" r="3.6"></circle>
    <path class="tc-stitch" d="M60 104l5.5 9.5 10.8 2-7.5 8 1.5 11-10.3-4.8-10.3 4.8 1.5-11-7.5-8 10.8-2Z"></path>
  </g>
</svg>`;

/** The empty bag, lying flat. */
export const empty_bag = () => svg`<svg class="tc-bag" viewBox="0 0 120 164" aria-hidden="true">
  <ellipse class="tc-shadow" cx="62" cy="143" rx="56" ry="13"></ellipse>
  <path class="tc-cloth"
    d="M8 138C10 126 26 124 40 122C58 119 78 121 96 127C106 131 114 138 110 144C104 152 24 152 14 148C9 146 7 142 8 138Z"></path>
  <path class="tc-cloth-shade" d="M96 127C106 131 114 138 110 144C106 149 84 151 62 151C84 148 100 142 96 127Z"></path>
  <path class="tc-fold" d="M28 130C40 126 52 134 66 130M40 142C56 138 70 144 88 139M84 129C90 131 94 134 97 139"></path>
  <path class="tc-line"
    d="M8 138C10 126 26 124 40 122C58 119 78 121 96 127C106 131 114 138 110 144C104 152 24 152 14 148C9 146 7 142 8 138Z"></path>
  <path class="tc-cord" d="M30 124C26 130 28 138 24 147M27 127C18 124 12 118 10 112"></path>
  <circle class="tc-bead" cx="10" cy="109" r="3.6"></circle>
</svg>`;
