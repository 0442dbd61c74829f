// @ts-check
// The court cards and the joker, cut from paper like the sun of the logo: half-figures, which a card shows twice, the
// second time upside down (kit/cards.js). A king is bearded, in front of a sun; a queen has long hair, in front of a
// window; a jack is seen from the side, in front of a disc. Each suit has its own crowns, clothes and things to hold.

/** @import { Suit } from "#kit/cards.js" */

// What a piece of paper is painted with; a joker's is painted in several suits.
const SUIT = "";
const SECOND = "second";
const IVORY = "ivory";

/** @typedef {[paint: "" | "second" | "ivory" | Suit, outline: string][]} Figure  of 100 × 70, the lowest paper first */

/** The sun of the logo, around 55, 37. */
export const SUN =
  "M55 7l5 6 6-4 3 8 7-1-1 7 8 3-4 6 6 5-6 5 4 6-8 3 1 7-7-1-3 8-6-4-5 6-5-6-6 4-3-8-7 1 1-7-8-3 4-6-6-5 6-5-4-6 8-3-1-7 7 1 3-8 6 4z";
const DISC = "M29 58a28 28 0 1 1 52 0z";
const ARCH = "M29 60v-22c0-18 17-20 26-32 9 12 26 14 26 32v20z";
const EYES = "M45 36q3-3.2 6 0q-3 2.6-6 0ZM58 36q3-3.2 6 0q-3 2.6-6 0Z";
const NOSE =
  "M44 32.6q4.4-3 9.4-.8l-.6 8.6q2 1.6 4.2.3l.3 1.4q-3.4 1.8-6.4-.5l.7-8.5q-3.4-1-7.6-.5ZM57 31.6q4-2 8 1q-4-.5-8 .6Z";
const LIPS = "M51 46.2q1.9-1.5 3.5-.3q1.6-1.2 3.5.3q-3.5 3.4-7 0Z";
const FACE = EYES + NOSE;
const LADY = FACE + LIPS;
const EYE = "M44.5 34q3.5-2.5 7.5 0q-1 3-4.5 2.4Q45.5 36 44.5 34ZM43.5 31q4-3 9-1q-4.5 0-9 1ZM42 45.8l5-.8-4.5 2.4z";
const BODY = "M7 75v-7q1-8 13-10l24-6h21l19 5q9 2 9 6z";
const PROFILE = "M43 28H60V46L66 52L52 64L47.5 51.5Q42.5 53 42 48.5L43 46.4L41 44.8L42 43L38.5 40.5L43 33.5Z";
const ERMINE = "M30 56l12-4h25l10 3-20 13-6 1z";
const DRESS = {
  S: "M12 63h4v11h-4zm8-3h4v13h-4zm8-2h4v14h-4zm50 0h4v6l-4 1z",
  H: "M9 65h8a4 4 0 0 1-8 0zm10 0h8a4 4 0 0 1-8 0zm-5-4h8a4 4 0 0 1-8 0zm10 0h8a4 4 0 0 1-8 0zm56-2h8a4 4 0 0 1-8 0z",
  D: "M14 62l5 5-5 5-4-5zm11-2 5 5-5 5-4-5zm57-3 4 4-4 3-3-3z",
  C: "M10 72q0-8 8-10 0 8-8 10zm10-1q0-8 8-11 0 8-8 11zm67-7q0-5-6-7 0 5 6 7z",
};

/** @type {Record<string, Figure>} */
export const courts = {
  KS: [
    [SECOND, SUN],
    [SUIT, "M85 5l3 6v34h6v5h-6v14h-6v-14h-7v-5h6v-34z"],
    [IVORY, "M84 12h1v31h-1z"],
    [SUIT, BODY],
    [SECOND, DRESS.S],
    [IVORY, ERMINE],
    [SUIT, "M36 57l3 4-4-1zm36-1-3 4 3-1zm-8 5-3 3 4-1z"],
    [SUIT, "M39 25h31l2 25q-4 5-6 0l-11 17-11-17q-3 5-7 0z"],
    [IVORY, "M44 28h22v15q-6-2-11 0-6-2-11 0z"],
    [SUIT, FACE],
    [IVORY, "M51 48h7l-3 3z"],
    [SUIT, "M39 28l-3-19 9 9 10-13 9 13 10-9-4 19z"],
    [SECOND, "M40 23h29v3h-29z"],
    [IVORY, "M55 11l2 4-2 5-3-5z"],
  ],
  QS: [
    [SECOND, ARCH],
    [SUIT, "M86 34v28h-2v-28q-9-2-7-9 3-5 8-12 4 7 8 12 1 7-7 9z"],
    [SUIT, BODY],
    [SECOND, DRESS.S],
    [SUIT, "M40 26q15-12 29 0 5 16 7 36l-43 6q3-26 7-42z"],
    [IVORY, "M48 48v6l-8 4 13 10h2l14-11-8-3v-6z"],
    [SUIT, "M51 56h7l-3 7z"],
    [IVORY, "M44 30q11-12 21 0v10q0 7-10 13-11-6-11-13z"],
    [SUIT, "M55 24l11 8v-4q-6-10-11-10-6 0-12 10v4z"],
    [SUIT, LADY],
    [SUIT, "M40 24l-2-14 9 7 8-10 7 10 9-7-2 14q-14-6-29 0z"],
    [IVORY, "M55 12l2 3-2 4-2-4z"],
  ],
  JS: [
    [SECOND, DISC],
    [SUIT, "M85 4l4 10-3 8v40h-2v-40l-3-8zm2 21h10l-4 5 4 5h-10z"],
    [SUIT, BODY],
    [SECOND, DRESS.S],
    [SUIT, "M54 24h16v20q0 5-3 7l-15 7z"],
    [IVORY, PROFILE],
    [SUIT, EYE],
    [IVORY, "M36 56l12-6 5 10 13-12 9 7-22 14z"],
    [SUIT, "M44 56l7 10h-3zm24-2-9 10h3z"],
    [SUIT, "M39 29q-1-19 17-19 18 1 17 20v12q-6 0-7-9-12-6-27-4z"],
    [SECOND, "M41 24q15-4 30 3l-1 3q-14-6-29-3z"],
    [SUIT, "M55 12q-2-8 5-9 10 0 18 7-9-2-16 1z"],
  ],

  KH: [
    [SECOND, SUN],
    [SUIT, "M86 37c-4-4-7-6-7-10 0-3 2-5 4-5q2 0 3 3 1-3 4-3c2 0 4 2 4 5 0 4-4 6-8 10zm-1-1h2v26h-2zm-3 5h8v2h-8z"],
    [SUIT, BODY],
    [SECOND, DRESS.H],
    [IVORY, ERMINE],
    [SUIT, "M36 57l3 4-4-1zm36-1-3 4 3-1z"],
    [
      SUIT,
      "M39 25h31q5 3 2 8 5 3 1 8 4 5-1 8 0 5-5 4 0 7-6 7-1 6-6 6-6 0-7-6-6 0-6-7-5 1-5-4-5-3-1-8-4-5 1-8-3-5 2-8z",
    ],
    [IVORY, "M44 27h22v14q-4 4-8 2-2-1-3 1-2-2-4-1-4 2-7-2z"],
    [SUIT, FACE],
    [IVORY, "M51 47q4-1 7 0-3 4-7 0z"],
    [
      SUIT,
      "M39 28L36 14L45 19L55 12L64 19L73 14L70 28zM32 12a3 3 0 1 1 6 0a3 3 0 1 1-6 0zM51 8a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM71 12a3 3 0 1 1 6 0a3 3 0 1 1-6 0z",
    ],
    [SECOND, "M40 23h29v3h-29z"],
  ],
  QH: [
    [SECOND, ARCH],
    [SUIT, "M84 30h2v32h-2zm1 16q7-8 9-1-3 5-9 5zM76 20q-1-6 5-6 4-6 8-1 6 0 5 7 1 7-5 9-4 4-8 0-7-2-5-9z"],
    [IVORY, "M85 17q5 0 5 5t-5 5-5-4q1-4 5-3-3 0-3 3 1 2 3 2t2-3-3-4z"],
    [SUIT, BODY],
    [SECOND, DRESS.H],
    [SUIT, "M41 26q14-13 27 0 7 2 4 9 6 5 2 11 6 6 0 12l-4 6-32 4q-8-8-2-15-5-7 0-12-4-7 1-11z"],
    [IVORY, "M48 48v6l-10 4q7 8 17 10 9-3 16-11l-10-3v-6z"],
    [SUIT, "M55 66c-7-5-6-9-3-9q2 0 3 3 0-3 3-3c2 0 3 4-3 9z"],
    [IVORY, "M44 31q11-12 22 0v9q-1 9-11 13-10-4-11-13z"],
    [SUIT, "M55 26q5 5 11 6v-6q-6-8-11-8-6 0-12 8v6q6-1 12-6z"],
    [SUIT, LADY],
    [SUIT, "M42 24q-4-11 5-9-1-9 8-4 8-5 8 4 8-2 4 9-12-7-25 0z"],
    [IVORY, "M55 19c-5-3-4-6-2-6q1 0 2 2 0-2 2-2c1 0 2 3-2 6z"],
  ],
  JH: [
    [SECOND, DISC],
    [SUIT, "M84 62q-1-20-6-33-2-16 11-24 6 14 2 27-4 10-5 30z"],
    [IVORY, "M85 44q-2-16 3-32-2 16-2 31zM78 27l6 5-1 1zm14-2-5 6v2z"],
    [SUIT, BODY],
    [SECOND, DRESS.H],
    [SUIT, "M54 24h16q6 6 2 12 5 6 0 11 4 6-2 9l-20 2z"],
    [IVORY, PROFILE],
    [SUIT, EYE],
    [
      IVORY,
      "M37 55a6 6 0 0 1 9-4l7 7 12-9a6 6 0 0 1 10 4 6 6 0 0 1-5 7 6 6 0 0 1-8 5 6 6 0 0 1-9 3 6 6 0 0 1-7-2 6 6 0 0 1-7-4 6 6 0 0 1-2-7z",
    ],
    [SUIT, "M47 53l7 7-10 2zm18-2-10 10 2 5zm-9 9 12-2z"],
    [SUIT, "M38 30q-4-10 6-15 14-6 26 1 10 5 2 13-6 3-10-1-12-2-24 2z"],
    [SECOND, "M38 26q12-4 24-1 6 2 11 0 0 2-2 4-5 2-9-1-12-2-24 2z"],
    [IVORY, "M66 18q-8-10-19-11 7 6 19 11z"],
    [SUIT, "M66 17q-6-11-22-12 6-1 12 1l-2-3q10 2 14 12z"],
  ],

  KD: [
    [SECOND, SUN],
    [SUIT, "M83 6h3v56h-3zm3 6q5-1 9-5 2 11 0 22-4-4-9-4zm-3 3-6 4 6 4z"],
    [SUIT, BODY],
    [SECOND, DRESS.D],
    [IVORY, "M34 55l10-5h21l9 4-19 14-4 1z"],
    [SUIT, "M40 25h29l1 17q-3 5-5 1h-21q-2 4-5-1z"],
    [IVORY, "M44 28h22v16q-2 9-11 13-10-4-11-13z"],
    [SUIT, FACE],
    [SUIT, "M55 43q-5-2-9 1-4 2-8-1 2 6 9 6 5-1 8-3 2 2 7 3 7 0 9-6-4 3-8 1-4-3-8-1zm-4 8q4-2 8 0l-4 14z"],
    [SUIT, "M40 28q-7-14 4-16 11-3 21 0 11 2 4 16zM55 2l4 5-4 4-4-4z"],
    [SECOND, "M40 23h30l-1 3h-29z"],
    [IVORY, "M54 12h1v9h-1zM44 14q-4 2-1 7h2q-3-5-1-7zm21 0q4 2 2 7h-2q2-5 0-7z"],
  ],
  QD: [
    [SECOND, ARCH],
    [SUIT, "M81 64v-20l-7-20q11-11 21 0l-7 20v20z"],
    [IVORY, "M84 42l-1-22h1zm1 0 1-22h-1zm-3 0-4-19 1-1zm5 0 4-19-1-1z"],
    [SECOND, "M81 44h7v3h-7z"],
    [SUIT, BODY],
    [SECOND, DRESS.D],
    [SUIT, "M38 40q-2-23 17-23 18 0 16 23l-5 6h-23z"],
    [IVORY, "M48 46v8l-11 3 14 12 4-1 17-12-11-2v-8z"],
    [SUIT, "M55 56l4 5-4 6-4-6z"],
    [IVORY, "M44 31q11-12 22 0v9q-1 7-11 13-11-6-11-13z"],
    [SUIT, "M55 25q5 7 11 8v-7q-6-8-11-8-6 0-12 8v7q6-1 12-8z"],
    [SUIT, LADY],
    [
      SUIT,
      "M36 36a6 6 0 0 1 9 7 6 6 0 0 1-2 8 6 6 0 0 1-2 7l-3 11-3-10a6 6 0 0 1 0-8 6 6 0 0 1-1-8 6 6 0 0 1 2-7zm38 0a6 6 0 0 0-9 7 6 6 0 0 0 1 8 6 6 0 0 0 2 7l3 8 3-7a6 6 0 0 0 1-8 6 6 0 0 0 0-8 6 6 0 0 0-1-7z",
    ],
    [SECOND, "M34 44l10-2v1l-9 2zm1 7 8-2v2l-8 1zm40-7-10-2v1l10 2zm-1 7-8-2v2l8 1z"],
    [SUIT, "M41 25l-2-8 4-6 4 6 2 1 6-11 5 11 3-1 4-6 4 6-3 8q-13-8-27 0z"],
    [IVORY, "M55 12l2 3-2 4-2-4zM43 15l1 2-1 3-2-3zm24 0 1 2-1 3-2-3z"],
  ],
  JD: [
    [SECOND, DISC],
    [SUIT, "M85 4l6 9-6 9-7-9zM84 20h2v42h-2z"],
    [IVORY, "M85 9l3 4-3 5-4-5z"],
    [SUIT, BODY],
    [SECOND, DRESS.D],
    [SUIT, "M54 24h16q2 16 8 26-6 6-14 3l-14 5z"],
    [IVORY, PROFILE],
    [SUIT, EYE],
    [SUIT, "M44 49h4l-1 6z"],
    [IVORY, "M34 57l13-7 6 9 13-9 11 5-6 8-13 4-5-6-7 7-10-2z"],
    [SECOND, "M38 64l14-6-6 6zm22 0-5-5 16 1z"],
    [SUIT, "M31 29q11-7 14-5l2-13q11-4 22 0l1 13q6 1 10 6-12 3-24 0-12-3-25-1z"],
    [SECOND, "M45 20q13-3 25 0v4q-12-3-25 0z"],
    [SUIT, "M66 20q12-4 18 5-8-2-17-1z"],
  ],

  KC: [
    [SECOND, SUN],
    [
      SUIT,
      "M85 22h2v40h-2zM86 6q7 7 0 17-7-10 0-17zm1 30q1-9 8-11 0 9-8 11zm-2 0q-1-9-8-11 1 9 8 11zm2 14q1-9 8-11 0 9-8 11z",
    ],
    [SUIT, BODY],
    [SECOND, DRESS.C],
    [SUIT, "M38 26h33v14q8 10-1 19-8 9-15 9-8 0-16-9-9-9-1-19z"],
    [IVORY, "M44 28h22v14q-6-2-11 1-6-3-11-1z"],
    [SUIT, FACE],
    [IVORY, "M51 47q4-1 7 0-3 4-7 0z"],
    [SECOND, "M40 46q0 9 7 14-2-7-1-13-3-1-6-1zm29 0q0 9-6 14 2-7 1-13 3-1 5-1zM50 53q1 8 5 12 4-4 5-12-5 3-10 0z"],
    [
      SUIT,
      "M39 28l-3-10 8 3 6-3 5-5 4 5 6 3 8-3-3 10zM33 12a3 3 0 1 1 5 0 3 3 0 1 1 1 6h-7a3 3 0 1 1 1-6zm38 0a3 3 0 1 1 5 0 3 3 0 1 1 1 6h-7a3 3 0 1 1 1-6zM52 8a3 3 0 1 1 5 0 3 3 0 1 1 1 6h-7a3 3 0 1 1 1-6z",
    ],
    [SECOND, "M40 23h29v3h-29z"],
  ],
  QC: [
    [SECOND, ARCH],
    [SUIT, "M84 30h2v32h-2zm1 22q1-9 8-11-1 9-8 11zM74 17l5-2q3-6 8-4 3 2 3 7 5 6 6 19l-8-6q-8 1-9-8-1-3 0-4z"],
    [IVORY, "M84 14a1 1 0 1 1-1 0zm2 6q5 4 7 11-6-3-7-11z"],
    [SUIT, BODY],
    [SECOND, DRESS.C],
    [SUIT, "M37 52q-5-31 18-33 22 2 17 33 1 6-6 6-6-1-6-8h-11q0 7-6 8-7 0-6-6z"],
    [IVORY, "M48 46v8l-11 3q7 8 18 11 10-3 17-12l-11-2v-8z"],
    [SUIT, "M53 60a3 3 0 1 1 4 0 3 3 0 1 1-1 4l1 3h-4v-3a3 3 0 1 1 0-4z"],
    [IVORY, "M44 31q11-9 22 0v9q-1 8-11 13-10-5-11-13z"],
    [SUIT, "M43 32q5-8 23 1v-9h-23z"],
    [SUIT, LADY],
    [
      SUIT,
      "M40 25q-6-7-4-14 7 3 9 8 0-8 4-12 3 4 3 10 0-8 3-13 2 5 2 13 0-6 4-10 4 4 3 12 2-5 9-8 2 7-4 14-14-7-29 0z",
    ],
  ],
  JC: [
    [SECOND, DISC],
    [SUIT, "M80 21q16 17 12 42h-3q4-23-9-42zm0 0h1l1 41h-1zm-4 0h6v3h-6z"],
    [SUIT, BODY],
    [SECOND, DRESS.C],
    [SUIT, "M54 24h16q3 12 0 24l-6 6-14 4z"],
    [IVORY, PROFILE],
    [SUIT, EYE],
    [SECOND, "M36 56l11-3 4 5 6-4 3 5 5-8 9 4-6 5-2 6-7-3-4 5-7-4-7 4 1-8z"],
    [SUIT, "M31 31q13-10 17-18 12-7 22 1 6 6 4 17-20-8-43 0z"],
    [SECOND, "M36 28q20-8 38-1v4q-20-8-43 0z"],
    [SUIT, "M55 21q7-16 29-18-2 14-24 19z"],
    [IVORY, "M59 19q11-6 18-12-12 3-18 12z"],
  ],
};

/** @type {Figure} */
export const joker = [
  [SECOND, "M55 3l8 18 20 1-15 13 7 23h-41l7-23-15-13 20-1z"],
  ["S", "M85 48h2v14h-2zm1-16 3 6 6 1-5 4 2 6-6-3-5 3 1-6-5-4 6-1z"],
  ["H", "M7 75v-7q1-8 13-10l24-6h11v16z"],
  ["D", "M55 52h10l19 5q9 2 9 6l-38 5z"],
  [SECOND, DRESS.D],
  ["S", "M28 64l10-12 17-2 16 2 9 8-10-2-3 8-8-6-6 9-4-9-7 10-3-10z"],
  ["S", "M39 27h31v15q-2 15-15 17-14-2-16-17z"],
  [IVORY, "M44 29h22v11q-1 9-11 14-10-5-11-14z"],
  ["S", FACE],
  ["S", "M47 45q8 2 15 0-1 6-7 6t-8-6z"],
  [IVORY, "M50 47q5 1 9 0l-1 1q-4 1-7 0z"],
  ["C", "M44 25q0-15 16-20 0 9 6 20z"],
  ["H", "M56 29q-6-19-19-18-9 2-7 14 7-6 10 6 8-3 16-2z"],
  ["D", "M53 29q6-19 19-18 9 2 8 14-8-6-11 6-8-3-16-2z"],
  ["S", "M26 26a3 3 0 1 1 7 0 3 3 0 1 1-7 0zm50 0a3 3 0 1 1 7 0 3 3 0 1 1-7 0zM58 6a3 3 0 1 1 6 0 3 3 0 1 1-7 0z"],
  [IVORY, "M40 31l3-3 4 3 4-4 4 4 4-4 4 4 3-3 3 3v2h-29z"],
];
