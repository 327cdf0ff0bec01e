/** Addresses are paths; what must not reach a server's log stands behind the `#`. */
class Route {
  path = $state(location.pathname);
  hash = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
  }

  /** Go to another page of ours. */
  go(address: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.read();
  }

  /** The parts of the path: `/games/abc` is `["games", "abc"]`. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }
}

export const route = new Route();
