/** What the modules of the table of Sin Color hand each other. */

import type { Offer, Say } from "#types/room";
import type { Move, Sight, View, Beneath } from "#types/views/sin_color";

/** What every part of the table is drawn from. */
export interface Scene {
  say: Say;
  /** Of a game that is over: what lay below. */
  view: View & { beneath?: Beneath };
  offer: Offer<Move>;
  sights: Sight[];
  you: number | null;
  asked: number[];
  over: boolean;
  /** What is loaded later, as soon as it has come. */
  rest: (typeof import("#games/sin_color/rest.js"))["rest"] | undefined;
}
