/** The pictures of the rules pages, and the rules in short. */

import type { TemplateResult } from "lit-html";
import type { Drawing, Say } from "#types/room";

export type Draw = () => TemplateResult;

/** An example that is shown step by step. All steps are drawn into the same place, so that what has a `data-k` glides. */
export interface Example {
  steps: Draw[];
  /** What happens in each step: one sentence for each of them. */
  words?: string[];
}

/** By the name that RULES.md gives the figure. */
export type Figures = Record<string, Draw | Example>;

/** games/<key>/figures.js */
export interface FiguresOfGame {
  figures: (say: Say) => Figures;
  /** What the drawings refer to: once in the page. */
  sprites?: (say: Say) => Drawing;
}

/** games/<key>/summary.js: a game on one screen of a phone. */
export interface Summary {
  aim: string;
  turn: string[];
  end: string;
  remember: string[];
}
