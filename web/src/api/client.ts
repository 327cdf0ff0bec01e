/** The server's REST interface, a function per route. Types are generated from its description. */
import type {
  AddEntropy,
  AllOptions,
  AskHint,
  BattleOdds,
  ChangeAccount,
  ChangeGame,
  ChangePassword,
  ChangeSeat,
  Decide,
  Decided,
  DeleteAccount,
  DiceRecord,
  EditionSummary,
  EditionView,
  GameAndMe,
  GameList,
  GameView,
  Hint,
  ImportGame,
  Invitation,
  InvitationAnswer,
  LevelInfo,
  Log,
  MyAccount,
  NewGame,
  NewInvitation,
  NewToken,
  Problem,
  Propose,
  RuleInfo,
  SessionView,
  ShowPosition,
  SignIn,
  SignUp,
  SpaceCard,
  StandingOrders,
  TokenView,
  Undo,
  UseInvitation,
  Vote,
  WhatIf,
  WhatIfAnswer,
} from "./schema";

/** What the server said no with, or that it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

const UNREACHABLE: Problem = {
  code: "unavailable",
  message: "The server cannot be reached.",
  refusal: null,
  version: null,
  retry_after: null,
};

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new ApiError(0, UNREACHABLE);
  }
  if (response.ok) {
    if (response.status === 204) return undefined as T;
    const kind = response.headers.get("Content-Type") ?? "";
    return (await (kind.includes("json") ? response.json() : response.text())) as T;
  }
  let problem: Problem;
  try {
    problem = (await response.json()) as Problem;
  } catch {
    problem = { ...UNREACHABLE, message: `The server failed (${response.status}).` };
  }
  throw new ApiError(response.status, problem);
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);
const part = encodeURIComponent;

export type Level = LevelInfo;

export const api = {
  editions: () => get<EditionSummary[]>("/editions"),
  edition: (id: string) => get<EditionView>(`/editions/${part(id)}`),
  rules: (id: string) => get<RuleInfo[]>(`/editions/${part(id)}/rules`),
  levels: () => get<Level[]>("/levels"),

  me: () => get<MyAccount>("/me"),
  signUp: (body: SignUp) => post<MyAccount>("/me/sign-up", body),
  signIn: (body: SignIn) => post<MyAccount>("/me/sign-in", body),
  signOut: () => post<void>("/me/sign-out"),
  changeMe: (body: Partial<ChangeAccount>) => call<MyAccount>("PATCH", "/me", body),
  changePassword: (body: ChangePassword) => post<MyAccount>("/me/password", body),
  tokens: () => get<TokenView[]>("/me/tokens"),
  newToken: (body: NewToken) => post<TokenView>("/me/tokens", body),
  dropToken: (id: string) => call<void>("DELETE", `/me/tokens/${part(id)}`),
  sessions: () => get<SessionView[]>("/me/sessions"),
  dropSession: (id: string) => call<void>("DELETE", `/me/sessions/${part(id)}`),
  deleteMe: (body: DeleteAccount) => call<void>("DELETE", "/me", body),

  games: (scope: "mine" | "public", offset = 0) =>
    get<GameList>(`/games?scope=${scope}&offset=${offset}`),
  newGame: (body: NewGame) => post<GameAndMe>("/games", body),
  importGame: (body: ImportGame) => post<GameAndMe>("/games/import", body),
  game: (id: string) => get<GameAndMe>(`/games/${part(id)}`),
  changeGame: (id: string, body: Partial<ChangeGame>) =>
    call<GameAndMe>("PATCH", `/games/${part(id)}`, body),
  log: (id: string, after = 0, limit = 500) =>
    get<Log>(`/games/${part(id)}/log?after=${after}&limit=${limit}`),
  at: (id: string, decisions: number) => get<GameView>(`/games/${part(id)}/at/${decisions}`),
  record: (id: string) => get<string>(`/games/${part(id)}/record`),
  options: (id: string) => get<AllOptions>(`/games/${part(id)}/options`),
  odds: (id: string) => get<BattleOdds>(`/games/${part(id)}/odds`),
  whatIf: (id: string, body: WhatIf, signal?: AbortSignal) =>
    call<WhatIfAnswer>("POST", `/games/${part(id)}/what-if`, body, signal),
  hint: (id: string, body: Pick<AskHint, "power"> & Partial<AskHint>) =>
    post<Hint>(`/games/${part(id)}/hint`, body),
  space: (id: string, space: string, signal?: AbortSignal) =>
    call<SpaceCard>("GET", `/games/${part(id)}/spaces/${part(space)}`, undefined, signal),
  decide: (id: string, body: Decide) => post<Decided>(`/games/${part(id)}/decide`, body),
  undo: (id: string, body: Undo) => post<Decided>(`/games/${part(id)}/undo`, body),
  dice: (id: string) => get<DiceRecord>(`/games/${part(id)}/dice`),
  addEntropy: (id: string, body: AddEntropy) => post<GameAndMe>(`/games/${part(id)}/dice`, body),

  changeSeat: (id: string, power: string, body: ChangeSeat) =>
    post<GameAndMe>(`/games/${part(id)}/seats/${part(power)}`, body),
  standingOrders: (id: string, power: string, body: StandingOrders) =>
    call<GameAndMe>("PUT", `/games/${part(id)}/seats/${part(power)}/orders`, body),
  propose: (id: string, body: Propose) => post<GameAndMe>(`/games/${part(id)}/proposals`, body),
  vote: (id: string, proposal: string, body: Vote) =>
    post<GameAndMe>(`/games/${part(id)}/proposals/${part(proposal)}`, body),
  invite: (id: string, body: NewInvitation) =>
    post<Invitation>(`/games/${part(id)}/invitations`, body),
  invitations: (id: string) => get<Invitation[]>(`/games/${part(id)}/invitations`),
  dropInvitation: (id: string, invitation: string) =>
    call<void>("DELETE", `/games/${part(id)}/invitations/${part(invitation)}`),
  lookAtInvitation: (body: UseInvitation) => post<InvitationAnswer>("/invitations/look", body),
  useInvitation: (body: UseInvitation) => post<GameAndMe>("/invitations/use", body),

  position: (body: ShowPosition) => post<GameView>("/positions", body),
};
