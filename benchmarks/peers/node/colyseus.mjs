// Colyseus: node colyseus.mjs PORT. Everything is in memory; hands are visible to their players only.
import { Room, Server } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { CELLS, cells, faces, hands, PLAYERS } from "./deal.mjs";

const Card = schema({ id: t.uint8(), suit: t.string(), rank: t.uint8() }, "Card");
const Cell = schema({ id: t.uint8(), owner: t.int8(), kind: t.string(), n: t.uint16() }, "Cell");
const Player = schema(
  { name: t.string(), color: t.string(), count: t.uint8(), score: t.uint16(), hand: t.array(Card).view() },
  "Player",
);
const State = schema({ v: t.uint32(), turn: t.uint8(), table: t.array(Cell), players: t.array(Player) }, "State");

class Pass extends Room {
  onCreate() {
    this.maxClients = 1000;
    this.autoDispose = false;
    this.seatReservationTimeout = 60;
    this.patchRate = null; // a patch for each move, at once
    this.seats = new Map();
    this.state = dealt();
    this.onMessage("pass", (client, [card, cell]) => this.pass(client, card, cell));
  }

  onJoin(client, { seat }) {
    this.seats.set(client.sessionId, seat);
    client.view = new StateView();
    if (seat < PLAYERS) client.view.add(this.state.players[seat]);
  }

  onLeave(client) {
    this.seats.delete(client.sessionId);
  }

  pass(client, card, cell) {
    const turn = this.seats.get(client.sessionId);
    const taker = (turn + 1) % PLAYERS;
    const [from, to] = [this.state.players[turn], this.state.players[taker]];
    if (turn !== this.state.turn || !(card < from.hand.length && cell < CELLS)) return;
    const [{ id, suit, rank }] = from.hand.splice(card, 1);
    const passed = made(Card, { id, suit, rank });
    to.hand.push(passed);
    for (const each of this.clients) if (this.seats.get(each.sessionId) === taker) each.view.add(passed);
    from.count--;
    to.count++;
    from.score++;
    Object.assign(this.state.table[cell], { owner: turn, n: this.state.table[cell].n + 1 });
    Object.assign(this.state, { turn: taker, v: this.state.v + 1 });
    this.broadcastPatch();
  }
}

function dealt() {
  const state = made(State, { v: 0, turn: 0 });
  for (const cell of cells) state.table.push(made(Cell, cell));
  hands.forEach((hand, player) => {
    const holds = made(Player, { ...faces[player], score: 0 });
    for (const card of hand) holds.hand.push(made(Card, card));
    state.players.push(holds);
  });
  return state;
}

function made(Type, fields) {
  return Object.assign(new Type(), fields);
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ pingInterval: 0 }) });
server.define("pass", Pass);
await server.listen(Number(process.argv[2]), "127.0.0.1");
