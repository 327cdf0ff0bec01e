import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { game } from "../play/samples";
import { ConnectionLost, LiveSocket, SocketRefusal, backoff } from "./socket";

class FakeSocket {
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const me = { person: null, powers: [], host: false, may_watch: true, orders: {} };
const hello = { type: "hello", game: game(7), me };
const decide = { power: "germany", version: 7, answers: [{ type: "end" }] };
let sockets: FakeSocket[];
let states: string[];
let live: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  live = new LiveSocket(
    "ws://here/live",
    { onmessage: () => {}, onstate: (state) => states.push(state), version: () => 7 },
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  );
  live.start();
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

test("replies find their requests, whatever their order", async () => {
  sockets[0]!.say(hello);
  const first = live.decide(decide);
  const second = live.decide(decide);
  const [one, two] = sockets[0]!.sent;
  sockets[0]!.say({ type: "reply", request: two!.request, problem: { message: "no" } });
  sockets[0]!.say({ type: "reply", request: one!.request, decided: { version: 8, entries: [] } });
  await expect(second).rejects.toBeInstanceOf(SocketRefusal);
  await expect(first).resolves.toMatchObject({ version: 8 });
});

test("a lost connection fails what waits, and comes back", async () => {
  sockets[0]!.say(hello);
  const waiting = live.decide(decide);
  sockets[0]!.close();
  await expect(waiting).rejects.toBeInstanceOf(ConnectionLost);
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  sockets[1]!.say(hello);
  expect(states.at(-1)).toBe("live");
});

test("a connection that answers no ping is given up", () => {
  sockets[0]!.say(hello);
  vi.advanceTimersByTime(20_000);
  expect(sockets[0]!.sent.at(-1)).toEqual({ type: "ping", version: 7 });
  vi.advanceTimersByTime(10_000);
  expect(states.at(-1)).toBe("lost");
});

test("after a final word it stays away", () => {
  sockets[0]!.say(hello);
  sockets[0]!.say({ type: "bye", problem: { code: "not-found", message: "" } });
  sockets[0]!.close();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test("waiting grows, has an end and is spread", () => {
  expect(backoff(0, () => 1)).toBe(500);
  expect(backoff(3, () => 0)).toBe(2_000);
  expect(backoff(50, () => 1)).toBe(20_000);
});
