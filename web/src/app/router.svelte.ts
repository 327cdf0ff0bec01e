/** Addresses are paths; what must not reach a server's log stands behind the `#`. */
class Route {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  private read(): void {
    this.path = location.pathname;
    this.search = location.search;
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

  /** A value of the query: `?at=12`. */
  param(name: string): string | null {
    return new URLSearchParams(this.search).get(name);
  }

  /** A click on one of our links stays in the app, unless it was meant to open elsewhere. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement)) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    // A link into the same page is the browser's own business.
    if (link.pathname === location.pathname && link.hash && !link.search) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const route = new Route();
