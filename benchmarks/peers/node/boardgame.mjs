// boardgame.io: node boardgame.mjs PORT [FOLDER]. With a folder, matches are kept there in flat files.
import { createRequire } from "node:module";
import { CELLS, cells, faces, hands, PLAYERS } from "./deal.mjs";

const require = createRequire(import.meta.url); // its folders are not ES modules
const { Server, FlatFile } = require("boardgame.io/server");
const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");

const [port, folder] = process.argv.slice(2);

const game = {
  name: "pass",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  disableUndo: true,
  setup: () => ({
    scores: hands.map(() => 0),
    table: structuredClone(cells),
    faces: structuredClone(faces),
    players: Object.fromEntries(hands.map((hand, player) => [player, { hand: structuredClone(hand) }])),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { pass },
};

function pass({ G, playerID }, card, cell) {
  const giver = Number(playerID);
  const taker = (giver + 1) % PLAYERS;
  const { hand } = G.players[giver];
  if (!(card >= 0 && card < hand.length && cell >= 0 && cell < CELLS)) return INVALID_MOVE;
  G.players[taker].hand.push(...hand.splice(card, 1));
  G.table[cell].owner = giver;
  G.table[cell].n++;
  G.scores[giver]++;
  G.faces[giver].count--;
  G.faces[taker].count++;
}

const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], db, origins: [/.*/] }).run({ port: Number(port) });
