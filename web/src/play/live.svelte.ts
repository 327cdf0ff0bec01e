/** A game that is played: kept up to date by its live connection, answered through it. */
import { ApiError, api } from "../api/client";
import { edition } from "../app/library.svelte";
import type {
  AllOptions,
  DecisionView,
  Decided,
  EditionView,
  EntryView,
  GameAndMe,
  GameView,
  Me,
  Options,
  Problem,
  Update,
} from "../api/schema";
import {
  ConnectionLost,
  LiveSocket,
  type ServerMessage,
  SocketRefusal,
  liveAddress,
} from "../api/socket";
import { applyPresence, applyUpdate, arrived, harmless, mergeLog } from "./merge";
import type { Answer, Connection, GameSession } from "./session.svelte";

const LOG_PAGE = 500;
const CATCH_UP_WITHIN = 4_000;
/** Without a live connection the game is asked for: some networks let no WebSocket through. */
const ASK_EVERY = 5_000;
const HTTP: Record<string, number> = { conflict: 409, refused: 422, "not-allowed": 403 };

type Listener = (before: GameView, after: GameView, entries: readonly EntryView[]) => void;

export class LiveSession implements GameSession {
  edition: EditionView;
  view: GameView = $state.raw()!;
  me: Me = $state.raw()!;
  options: AllOptions | null = $state.raw(null);
  log: readonly EntryView[] = $state.raw([]);
  connection: Connection = $state("connecting");
  busy = $state(false);
  /** What I am doing, or did last, and the version that it was done at. */
  #acting = { since: 0 };
  /** The server ended the connection for good, and why. */
  ended: Problem | null = $state.raw(null);
  mine: DecisionView | null = $derived(this.questions[0] ?? null);

  readonly #socket: LiveSocket;
  #listeners = new Set<Listener>();
  #watchers = new Set<() => void>();
  #fetching = -1;
  #asking: ReturnType<typeof setTimeout> | undefined;

  constructor(edition: EditionView, loaded: GameAndMe, log: readonly EntryView[]) {
    this.edition = edition;
    this.view = loaded.game;
    this.me = loaded.me;
    this.log = log;
    this.#socket = new LiveSocket(liveAddress(loaded.game.id), {
      onmessage: (message) => this.#receive(message),
      onstate: (state) => {
        this.connection = state;
        if (state === "lost") this.#askSoon();
        else this.#stopAsking();
      },
      version: () => this.view.version,
    });
    this.#fetchOptions();
  }

  /** Load a game with its log and its edition, and connect to it. */
  static async open(id: string): Promise<LiveSession> {
    const [loaded, log] = await Promise.all([api.game(id), wholeLog(id)]);
    const session = new LiveSession(await edition(loaded.game.edition), loaded, log);
    session.#socket.start();
    return session;
  }

  close(): void {
    this.#socket.stop();
    this.#stopAsking();
    this.#listeners.clear();
  }

  /** Try the live connection at once instead of waiting. */
  reconnect(): void {
    this.#socket.retry();
  }

  /** All open decisions that are mine. */
  get questions(): DecisionView[] {
    if (this.view.status !== "playing") return [];
    return this.view.pending.filter((decision) => this.me.powers.includes(decision.power));
  }

  optionsFor(decision: DecisionView): Options | null {
    if (this.options?.version !== this.view.version) return null;
    return (
      this.options.options.find(
        (one) =>
          one.power === decision.power &&
          one.kind === decision.kind &&
          one.space === decision.space,
      ) ?? null
    );
  }

  /** Be told of everything that happens, in its order. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  decide(power: string, answers: Answer[]): Promise<Decided> {
    return this.#exclusively(async () => {
      const send = (version: number) => {
        const body = { power, version, answers };
        return this.#socket.live ? this.#socket.decide(body) : api.decide(this.view.id, body);
      };
      return this.#surely(send, power, answers.length);
    });
  }

  undo(power: string, toVersion?: number): Promise<Decided> {
    return this.#exclusively(async () => {
      const body = { power, version: this.view.version, to_version: toVersion ?? null };
      const send = () =>
        this.#socket.live ? this.#socket.undo(body) : api.undo(this.view.id, body);
      try {
        return await send();
      } catch (error) {
        if (error instanceof ConnectionLost) {
          await this.reload();
          if (this.view.version === body.version) return api.undo(this.view.id, body);
          return { version: this.view.version, entries: [] };
        }
        throw await this.#problem(error);
      }
    });
  }

  /** Take over what a request beside the live connection answered: seats, votes, orders. */
  take(loaded: GameAndMe): void {
    this.me = loaded.me;
    if (loaded.game.version >= this.view.version) {
      const before = this.view;
      this.view = loaded.game;
      this.#changed(before, []);
    }
  }

  /** Load the game again, with what is missing of its log. */
  async reload(): Promise<void> {
    const [loaded, entries] = await Promise.all([
      api.game(this.view.id),
      wholeLog(this.view.id, this.log.at(-1)?.version ?? 0),
    ]);
    this.#replace(loaded, entries);
  }

  #askSoon(): void {
    this.#asking ??= setTimeout(() => void this.#ask(), ASK_EVERY);
  }

  #stopAsking(): void {
    clearTimeout(this.#asking);
    this.#asking = undefined;
  }

  /** Look whether the game has gone on, for as long as the live connection does not say so. */
  async #ask(): Promise<void> {
    const turn = this.#asking;
    try {
      if (!document.hidden && !this.busy) {
        const { version } = await api.log(this.view.id, this.view.version, 1);
        if (version > this.view.version && !this.busy) await this.reload();
      }
    } catch {
      // The server cannot be reached at all; the page says so already.
    }
    if (this.#asking !== turn || this.ended) return;
    this.#asking = undefined;
    this.#askSoon();
  }

  /** Send an answer; if its reply is lost, look in the log whether it arrived, and only then
      send it again. The version it was given to makes sure that it counts once. */
  async #surely(
    send: (version: number) => Promise<Decided>,
    power: string,
    count: number,
  ): Promise<Decided> {
    const version = this.view.version;
    try {
      return await send(version);
    } catch (error) {
      const lost = error instanceof ConnectionLost || unreachable(error);
      const problem = lost ? null : await this.#problem(error);
      if (problem && problem.problem.code !== "conflict") throw problem;
      await this.reload();
      const entries = this.log.filter((entry) => entry.version > version);
      const there = lost ? arrived(entries, power, version, count) : null;
      if (there) return { version: there.at(-1)!.version, entries: there };
      if (harmless(entries)) return await send(this.view.version);
      throw problem ?? new ApiError(409, conflict(this.view.version));
    }
  }

  async #exclusively(act: () => Promise<Decided>): Promise<Decided> {
    if (this.busy) throw new ApiError(409, conflict(this.view.version));
    const mine = (this.#acting = { since: this.view.version });
    this.busy = true;
    try {
      const decided = await act();
      await this.#caughtUp(decided.version);
      return decided;
    } finally {
      if (this.#acting === mine) this.busy = false;
    }
  }

  /** Wait until the view shows a version; load the game if the connection does not bring it. */
  async #caughtUp(version: number): Promise<void> {
    if (this.view.version >= version) return;
    if (this.#socket.live) {
      await new Promise<void>((done) => {
        const finish = () => {
          clearTimeout(timer);
          this.#watchers.delete(watch);
          done();
        };
        const watch = () => this.view.version >= version && finish();
        const timer = setTimeout(finish, CATCH_UP_WITHIN);
        this.#watchers.add(watch);
      });
    }
    if (this.view.version < version) await this.reload();
  }

  async #problem(error: unknown): Promise<ApiError> {
    if (error instanceof ApiError) return error;
    if (error instanceof SocketRefusal) {
      return new ApiError(HTTP[error.problem.code] ?? 400, error.problem);
    }
    throw error;
  }

  #receive(message: ServerMessage): void {
    if (message.type === "hello") void this.#greeted(message);
    else if (message.type === "update") this.#update(message);
    else if (message.type === "me") this.#meChanged(message.me);
    else if (message.type === "presence") this.view = applyPresence(this.view, message);
    else if (message.type === "bye") this.ended = message.problem;
    else if (message.type === "pong" && message.version > this.view.version) void this.reload();
  }

  async #greeted(loaded: GameAndMe): Promise<void> {
    const last = this.log.at(-1)?.version ?? 0;
    const entries = loaded.game.version > last ? await wholeLog(loaded.game.id, last) : [];
    this.#replace(loaded, entries);
  }

  #meChanged(me: Me): void {
    this.me = me;
    this.#fetching = -1;
    this.#fetchOptions();
  }

  #update(update: Update): void {
    const known = applyUpdate({ view: this.view, log: this.log }, update);
    if (!known) {
      void this.reload();
      return;
    }
    const before = this.view;
    const entries = update.entries.filter((entry) => entry.version > before.version);
    this.log = known.log;
    if (known.view === before) return;
    this.view = known.view;
    this.#changed(before, entries);
  }

  #replace(loaded: GameAndMe, entries: readonly EntryView[]): void {
    this.me = loaded.me;
    this.log = mergeLog(this.log, entries);
    if (loaded.game.version < this.view.version) return;
    const before = this.view;
    this.view = loaded.game;
    this.#changed(
      before,
      this.log.filter((entry) => entry.version > before.version),
    );
  }

  #changed(before: GameView, entries: readonly EntryView[]): void {
    // What I did is on the screen, though the reply may still be on its way: the next may follow.
    if (this.view.version > this.#acting.since) this.busy = false;
    this.#fetchOptions();
    for (const watch of this.#watchers) watch();
    if (this.view.version !== before.version) {
      for (const listener of this.#listeners) listener(before, this.view, entries);
    }
  }

  #fetchOptions(): void {
    const version = this.view.version;
    if (!this.questions.length || this.#fetching === version) return;
    this.#fetching = version;
    api.options(this.view.id).then(
      (options) => {
        if (options.version >= version) this.options = options;
        this.#fetching = -1;
        if (options.version < this.view.version) this.#fetchOptions();
      },
      () => {
        this.#fetching = -1;
        setTimeout(() => {
          if (this.view.version === version && this.options?.version !== version) {
            this.#fetchOptions();
          }
        }, 2_000);
      },
    );
  }
}

function unreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

function conflict(version: number): Problem {
  return {
    code: "conflict",
    message: "The game has gone on in the meantime. Look again, then decide.",
    refusal: null,
    version,
    retry_after: null,
  };
}

async function wholeLog(id: string, after = 0): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  for (;;) {
    const page = await api.log(id, after, LOG_PAGE);
    entries.push(...page.entries);
    const last = page.entries.at(-1);
    if (!page.more || !last) return entries;
    after = last.version;
  }
}
