/** What changes seldom and many pages need: editions, levels, and who I am. Asked for once. */
import { api, type Level } from "../api/client";
import type { EditionSummary, EditionView, MyAccount } from "../api/schema";

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null; // The next one may have more luck.
      throw error;
    });
    return loading;
  };
}

export const editions: () => Promise<EditionSummary[]> = once(api.editions);
export const levels: () => Promise<Level[]> = once(api.levels);

const views = new Map<string, () => Promise<EditionView>>();

export function edition(id: string): Promise<EditionView> {
  let load = views.get(id);
  if (!load) views.set(id, (load = once(() => api.edition(id))));
  return load();
}

class Account {
  /** Null until the server has said it. */
  mine: MyAccount | null = $state.raw(null);

  async load(): Promise<MyAccount> {
    return (this.mine = await api.me());
  }

  /** The server's answer to a change of the account. */
  set(mine: MyAccount | null): void {
    this.mine = mine;
  }

  get name(): string | null {
    return this.mine?.person?.name ?? null;
  }

  get guest(): boolean {
    return this.mine?.person?.guest ?? true;
  }
}

export const account = new Account();
