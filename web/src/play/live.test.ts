import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, api } from "../api/client";
import type { Decided, EditionView, EntryView, GameAndMe, GameView } from "../api/schema";
import { LiveSession } from "./live.svelte";
import { entry, game, update } from "./samples";

class FakeSocket {
  static last: FakeSocket;
  readyState = 1;
  sent: { type: string; request: string; decide: { version: number } }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const me = {
  person: null,
  powers: ["germany"],
  host: true,
  may_watch: true,
  orders: {},
} as GameAndMe["me"];
const END = { type: "end" };
let now: { game: GameView; entries: EntryView[] };
let decide: ReturnType<typeof vi.fn<typeof api.decide>>;
let session: LiveSession;

beforeEach(async () => {
  now = { game: game(7), entries: [] };
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(api, "game").mockImplementation(async () => ({ game: now.game, me }));
  vi.spyOn(api, "edition").mockResolvedValue({ id: "1941" } as EditionView);
  vi.spyOn(api, "log").mockImplementation(async (_, after = 0) => ({
    entries: now.entries.filter((one) => one.version > after),
    version: now.game.version,
    more: false,
  }));
  vi.spyOn(api, "options").mockImplementation(async () => ({
    version: now.game.version,
    options: [],
  }));
  decide = vi.fn<typeof api.decide>();
  vi.spyOn(api, "decide").mockImplementation(decide);
  session = await LiveSession.open("g");
  FakeSocket.last.say({ type: "hello", game: now.game, me });
  await vi.waitFor(() => expect(session.connection).toBe("live"));
});
afterEach(() => {
  session.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function happened(...entries: EntryView[]): void {
  now = { game: game(entries.at(-1)!.version), entries: [...now.entries, ...entries] };
}

test("an answer goes over the socket, and is done when the view shows it", async () => {
  const answering = session.decide("germany", [END]);
  const socket = FakeSocket.last;
  expect(socket.sent[0]).toMatchObject({ type: "decide", decide: { version: 7, answers: [END] } });
  expect(session.busy).toBe(true);
  socket.say({
    type: "reply",
    request: socket.sent[0]!.request,
    decided: { version: 8, entries: [entry(8)] },
  });
  socket.say(update(7, game(8), { entries: [entry(8)] }));
  await expect(answering).resolves.toMatchObject({ version: 8 });
  expect(session.view.version).toBe(8);
  expect(session.busy).toBe(false);
});

test("the next answer may follow as soon as the view shows the last one", async () => {
  const first = session.decide("germany", [END]);
  const socket = FakeSocket.last;
  socket.say(update(7, game(8), { entries: [entry(8)] }));
  expect(session.busy).toBe(false);
  const second = session.decide("germany", [END]);
  expect(socket.sent[1]).toMatchObject({ decide: { version: 8 } });
  const reply = (at: number, version: number) =>
    socket.say({
      type: "reply",
      request: socket.sent[at]!.request,
      decided: { version, entries: [entry(version)] },
    });
  reply(0, 8);
  await first;
  expect(session.busy).toBe(true);
  reply(1, 9);
  socket.say(update(8, game(9), { entries: [entry(9)] }));
  await second;
  expect(session.busy).toBe(false);
});

test("a lost reply is looked up in the log, and not sent again", async () => {
  const answering = session.decide("germany", [END]);
  happened(entry(8));
  FakeSocket.last.close();
  await expect(answering).resolves.toMatchObject({ version: 8 });
  expect(decide).not.toHaveBeenCalled();
});

test("what never arrived is sent again, once", async () => {
  decide.mockImplementation(async () => {
    happened(entry(8));
    return { version: 8, entries: [entry(8)] } satisfies Decided;
  });
  const answering = session.decide("germany", [END]);
  FakeSocket.last.close();
  await expect(answering).resolves.toMatchObject({ version: 8 });
  expect(decide).toHaveBeenCalledTimes(1);
  expect(decide.mock.calls[0]![1].version).toBe(7);
});

test("without a live connection the game is asked for", async () => {
  vi.useFakeTimers();
  try {
    FakeSocket.last.close();
    vi.stubGlobal("WebSocket", function blocked() {
      throw new Error("blocked");
    });
    happened(entry(8));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.view.version).toBe(8);
    happened(entry(9));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.view.version).toBe(9);
    expect(session.log.map((one) => one.version)).toEqual([8, 9]);
    session.close();
    happened(entry(10));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(session.view.version).toBe(9);
  } finally {
    vi.useRealTimers();
  }
});

function refuseWithConflict(): void {
  const socket = FakeSocket.last;
  const problem = { code: "conflict", message: "", refusal: null, version: 8, retry_after: null };
  socket.say({ type: "reply", request: socket.sent[0]!.request, decided: null, problem });
}

test("talk at the table in between does not cost an answer", async () => {
  const answering = session.decide("germany", [END]);
  happened(entry(8, { kind: "entropy" }));
  refuseWithConflict();
  const socket = FakeSocket.last;
  await vi.waitFor(() => expect(socket.sent).toHaveLength(2));
  expect(socket.sent[1]!.decide.version).toBe(8);
  happened(entry(9));
  socket.say({
    type: "reply",
    request: socket.sent[1]!.request,
    decided: { version: 9, entries: [entry(9)] },
  });
  socket.say(update(8, game(9), { entries: [entry(9)] }));
  await expect(answering).resolves.toMatchObject({ version: 9 });
});

test("another decision in between is a conflict, and the game is loaded again", async () => {
  const answering = session.decide("germany", [END]);
  happened(entry(8, { power: "japan" }));
  refuseWithConflict();
  await expect(answering).rejects.toBeInstanceOf(ApiError);
  expect(session.view.version).toBe(8);
  expect(session.busy).toBe(false);
});

test("an update that does not fit makes it load the game", async () => {
  happened(entry(8), entry(9));
  FakeSocket.last.say(update(8, game(9), { entries: [entry(9)] }));
  await vi.waitFor(() => expect(session.view.version).toBe(9));
  expect(session.log.map((one) => one.version)).toEqual([8, 9]);
});
