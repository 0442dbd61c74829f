/** The figures of the rules pages, and the short rules. */

import type { TemplateResult } from "lit-html";
import type { Drawing, Say } from "#types/room";

export type Draw = () => TemplateResult;

/** A step-by-step example. All steps are drawn into the same place, so that elements with `data-k` glide. */
export interface Example {
  steps: Draw[];
  /** A sentence for each step. */
  words?: string[];
}

/** By the figure's name in RULES.md. */
export type Figures = Record<string, Draw | Example>;

/** games/<key>/figures.js */
export interface FiguresOfGame {
  figures: (say: Say) => Figures;
  /** The symbols that drawings refer to; once in the page. */
  sprites?: (say: Say) => Drawing;
}

/** games/<key>/summary.js: a game on one screen of a phone. */
export interface Summary {
  aim: string;
  turn: string[];
  end: string;
  remember: string[];
}
