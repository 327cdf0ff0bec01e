/** The service worker, and the news that a newer version of the client is there. */
class Install {
  /** A newer version waits to be used. */
  waiting: ServiceWorker | null = $state.raw(null);
  /** Puts the app on the device's home screen, where the browser offers that. */
  prompt: (() => Promise<void>) | null = $state.raw(null);
  private reloading = false;

  start(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      const offer = event as Event & { prompt(): Promise<void> };
      this.prompt = async () => {
        this.prompt = null;
        await offer.prompt();
      };
    });
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    addEventListener("load", () => {
      navigator.serviceWorker.register("/sw.js").then(
        (registration?: ServiceWorkerRegistration) => registration && this.watch(registration),
        () => undefined, // Without it all works, but not offline.
      );
    });
  }

  private watch(registration: ServiceWorkerRegistration): void {
    const look = (worker: ServiceWorker | null) => {
      if (worker?.state === "installed" && navigator.serviceWorker.controller) {
        this.waiting = worker;
      }
    };
    look(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => look(worker));
    });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.reloading) location.reload();
    });
    // A page may stay open for weeks.
    setInterval(() => void registration.update().catch(() => undefined), 3_600_000);
  }

  /** Use the new version: the page is loaded again. */
  update(): void {
    this.reloading = true;
    this.waiting?.postMessage("use");
    this.waiting = null;
  }
}

export const install = new Install();
