/** The live connection of a game: it comes back by itself, and never answers a request twice. */
import type {
  Bye,
  Decide,
  Decided,
  Hello,
  MeChanged,
  Pong,
  Presence,
  Problem,
  Reply,
  Undo,
  Update,
} from "./schema";

export type ServerMessage = Hello | Update | MeChanged | Presence | Reply | Pong | Bye;

/** The connection went away before a request was answered: it may or may not have arrived. */
export class ConnectionLost extends Error {
  constructor() {
    super("The connection was lost before the server answered.");
  }
}

/** The server said no to a request on the socket. */
export class SocketRefusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export interface SocketHandlers {
  onmessage(message: ServerMessage): void;
  onstate(state: "connecting" | "live" | "lost"): void;
  /** The version that the client has, for pings. */
  version(): number;
}

const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
const REPLY_WITHIN = 15_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 20_000;
/** Codes of a `bye` after which coming back makes no sense. */
const FINAL = new Set(["not-found", "not-allowed", "not-signed-in"]);

/** How long to wait before the nth attempt, spread so that not everybody comes at once. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(attempt, 10));
  return full / 2 + (random() * full) / 2;
}

export class LiveSocket {
  #socket: WebSocket | null = null;
  #closed = false;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #next = 0;
  #waiting = new Map<
    string,
    { done: (reply: Decided) => void; fail: (error: Error) => void; timer: number }
  >();
  #wake = () => this.#comeBack();

  constructor(
    private readonly url: string,
    private readonly handlers: SocketHandlers,
    private readonly open: (url: string) => WebSocket = (address) => new WebSocket(address),
  ) {}

  get live(): boolean {
    return this.#socket?.readyState === 1;
  }

  start(): void {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  stop(): void {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#retry);
    this.#drop();
  }

  /** Connect now if there is no connection. */
  retry(): void {
    this.#comeBack();
  }

  decide(decide: Decide): Promise<Decided> {
    return this.#request((request) => ({ type: "decide", request, decide }));
  }

  undo(undo: Undo): Promise<Decided> {
    return this.#request((request) => ({ type: "undo", request, undo }));
  }

  /** Tell the server what we have, so that it sends what we miss. */
  ping(): void {
    if (!this.live) return;
    this.#socket!.send(JSON.stringify({ type: "ping", version: this.handlers.version() }));
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => this.#lose(), PONG_WITHIN);
  }

  #request(make: (request: string) => unknown): Promise<Decided> {
    if (!this.live) return Promise.reject(new ConnectionLost());
    const request = `r${++this.#next}`;
    return new Promise((done, fail) => {
      const timer = window.setTimeout(() => {
        if (this.#waiting.delete(request)) fail(new ConnectionLost());
      }, REPLY_WITHIN);
      this.#waiting.set(request, { done, fail, timer });
      this.#socket!.send(JSON.stringify(make(request)));
    });
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.handlers.onstate(this.#attempt ? "lost" : "connecting");
    let socket: WebSocket;
    try {
      socket = this.open(this.url);
    } catch {
      this.#later();
      return;
    }
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#read(String(event.data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #read(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "hello") {
      this.#attempt = 0;
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.ping(), PING_EVERY);
      this.handlers.onstate("live");
    } else if (message.type === "pong") {
      clearTimeout(this.#pong);
    } else if (message.type === "reply") {
      const waiting = this.#waiting.get(message.request);
      if (!waiting) return;
      this.#waiting.delete(message.request);
      clearTimeout(waiting.timer);
      if (message.decided) waiting.done(message.decided);
      else if (message.problem) waiting.fail(new SocketRefusal(message.problem));
      return;
    } else if (message.type === "bye" && FINAL.has(message.problem.code)) {
      this.#closed = true;
    }
    this.handlers.onmessage(message);
  }

  #drop(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
    for (const [request, waiting] of this.#waiting) {
      this.#waiting.delete(request);
      clearTimeout(waiting.timer);
      waiting.fail(new ConnectionLost());
    }
  }

  #lose(): void {
    this.#drop();
    this.handlers.onstate("lost");
    this.#later();
  }

  #later(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#attempt++));
  }

  /** The network or the tab is back: do not wait any longer. */
  #comeBack(): void {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (this.live) this.ping();
    else if (!this.#socket) this.#connect();
  }
}

/** The address of a game's live connection, on the page's own server. */
export function liveAddress(game: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/games/${encodeURIComponent(game)}/live`;
}
