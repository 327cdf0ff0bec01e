/**
 * The service worker: keeps the client itself, so that it opens at once and also without the
 * server. Games are never kept: what a page shows of them comes from the server. The build puts
 * the version and the list of files in.
 */
const VERSION = "__VERSION__";
const FILES = ["/", ..."__FILES__"];
const NAME = `sandtable-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("sandtable-") && name !== NAME)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => clients.claim()),
  );
});

// The page asks for it when the player agrees to the new version.
addEventListener("message", (event) => {
  if (event.data === "use") skipWaiting();
});

/** The newest page if the server answers, else the kept one, which says that it does not. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request));
});
