/** The acts that a game's stage.js describes and kit/stage.js plays: who goes along which path, and to which place. */

import type { TemplateResult } from "lit-html";
import type { Frame, Move, Sight } from "#types/wire";

/** A push as one viewer knows it: two frames for the same viewer, and the sights. */
export interface Scene<View = unknown, M extends Move = Move, S extends Sight = Sight> {
  before: Frame<View, M, S>;
  after: Frame<View, M, S>;
  /** The sights of this push, oldest first. */
  sights: S[];
  /** The page as it is drawn now. */
  drawn: ParentNode;
  /** The keys no longer drawn. */
  left: string[];
}

/** games/<key>/stage.js. It is asked once for each push. */
export interface Staging<View = unknown, M extends Move = Move, S extends Sight = Sight> {
  acts: (scene: Scene<View, M, S>) => Act[];
  /** Where something went is to be remembered: its trail (kit/trails.js) fades. */
  is_remembered?: boolean;
}

/**
 * A place: a `data-k`, or a selector, which begins with "." or "[". An origin's key is looked up first in the old
 * drawing, a target's in the new one; then the other way round.
 */
export type Spot = string;

/** The actor: what is now drawn there; or a drawing for the act only, with the size of its origin. */
export type Who = string | TemplateResult;

interface Timed {
  /** In milliseconds after the push. */
  at?: number;
  /** Duration; each act has a default. It has landed `at + ms` after the push. */
  ms?: number;
}

export interface Going extends Timed {
  who: Who;
  /** By default, where it was. */
  from?: Spot;
  /** By default, where it is now. */
  to?: Spot;
  /** It is the thing itself, however much larger it was: otherwise anything much larger is its container. */
  grows?: boolean;
}

/** Glides straight on. */
export interface Slide extends Going {
  does: "slide";
}

/** Flies in a curve, as if carried by a hand. `height`: over the straight line, in pixels. */
export interface Arc extends Going {
  does: "arc";
  height?: number;
}

/** Flies to a rim, and sinks behind its front. */
export interface Sink extends Going {
  does: "sink";
  to: Spot;
}

/** Comes up from behind the front of a rim, to where it is. */
export interface Rise extends Going {
  does: "rise";
  from: Spot;
}

/** Rolls as a die, and ends on what is drawn; `faces`: the five others, the one behind last, and before it those of the
 * pairs that face each other: right, top, below, left. The `nth` die of a throw goes another way. `thrown`: it comes
 * from whoever throws, and lies in a tray among the others before it slides to where it is drawn. */
export interface Tumble extends Timed {
  does: "tumble";
  who: string;
  faces: TemplateResult[];
  nth?: number;
  thrown?: Throw;
}

export interface Throw {
  from: Spot;
  into: Spot;
  /** How many are thrown. */
  of: number;
  /** Of each die while it lies there, in pixels; less if they need more room than there is. */
  size: number;
}

/**
 * Turns over where it is, or at the end of its way. `was`: what this viewer has seen of its other face; what it shows
 * now is drawn.
 */
export interface Turn extends Going {
  does: "turn";
  who: string;
  was: TemplateResult;
}

/** Off the top of a pile, and under it. */
export interface Tuck extends Going {
  does: "tuck";
  to: Spot;
}

/** Out from under a pile, and onto it. */
export interface Pull extends Timed {
  does: "pull";
  who: string;
  from: Spot;
}

/** One after the other, the hindmost first, goes from the deck to its place. `ms`: each of them. */
export interface Deal extends Timed {
  does: "deal";
  who: string[];
  from: Spot;
}

/** One after the other rolls out. `ms`: each of them. */
export interface Roll extends Timed {
  does: "roll";
  who: string[];
  from: Spot;
}

/** Moves in small jumps. */
export interface Walk extends Going {
  does: "walk";
  steps?: number;
}

/** Is thrown out: flies high, and lands with a second little jump. */
export interface Hop extends Going {
  does: "hop";
}

/**
 * A lid goes up, and down again with a thud. `who`: the selector of what is drawn shut; `open`: its transform when it
 * is up; `until`: when it begins to go down.
 */
export interface Lid extends Timed {
  does: "lid";
  who: Spot;
  open: string;
  until: number;
}

/** An arrow from one to the other. `may`: one that is thin and hollow, for what is only possible. */
export interface Point extends Timed {
  does: "point";
  from: Spot;
  to: Spot;
  may?: boolean;
}

export type Act = Slide | Arc | Sink | Rise | Tumble | Turn | Tuck | Pull | Deal | Roll | Walk | Hop | Lid | Point;

/** The computed act of one actor: an element above the page. */
export interface Part {
  /** The actor: see Who. null: only a `look`. */
  who: Who | null;
  /** Where it lands, and its size. */
  box: Box;
  /** Where it comes from, if it goes from one place to another. */
  was?: Box;
  at: number;
  ms: number;
  easing: string;
  /** On its way to the box. */
  frames: Keyframe[];
  /** Until it begins, it is visible at its origin. */
  waits?: boolean;
  /** The faces of a solid; null: the actor as it is drawn. */
  faces?: (TemplateResult | null)[];
  /** How the solid turns. */
  turns?: Keyframe[];
  /** The push may last so long, as there is something to be read meanwhile. */
  most?: number;
  /** A class of css/stage.css. */
  look?: string;
  /** Nothing leaves its place: the elements of this selector move. */
  in_place?: Spot;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The place of a key or a selector; undefined: it is not drawn. */
export interface Ground {
  was: (spot: Spot) => Box | undefined;
  is: (spot: Spot) => Box | undefined;
  /** Whether it was drawn before this push, but is not any more. */
  is_left: (spot: Spot) => boolean;
  /** The cards of all players. */
  cards: Box[];
}

/** What flip.js requires of the player of a push. */
export interface Performance {
  /** Before the page is drawn: actors in motion continue from there. */
  begin: (from: Map<string | undefined, Box>) => void;
  /** After it, with where all is now: returns the keys it takes care of. */
  play: (
    from: Map<string | undefined, Box>,
    to: Map<string | undefined, Box>,
    now: Map<string | undefined, HTMLElement>,
  ) => Set<string | undefined>;
}
