// Shows the last page that was seen when the server cannot be reached. It never answers for the server in anything else:
// what is written goes to the server or fails, and the page keeps it.
const SHELF = "chipbook-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
);

const isPage = (request) => request.mode === "navigate" || request.headers.get("X-Page") === "part";
const isOurs = (url) => url.origin === location.origin && !url.pathname.startsWith("/api/") && !url.pathname.startsWith("/join/");

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && url.pathname === "/sign-out") return event.waitUntil(caches.delete(SHELF));
  if (request.method !== "GET" || !isOurs(url)) return;
  if (!isPage(request) && !url.pathname.startsWith("/pages/")) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        if (answer.ok && !answer.redirected) {
          const copy = answer.clone();
          event.waitUntil(caches.open(SHELF).then((shelf) => shelf.put(url.pathname, copy)));
        }
        return answer;
      })
      .catch(async (problem) => {
        // A fetch by the page itself has to fail, so that it knows that nothing answers.
        const known = request.mode === "navigate" || url.pathname.startsWith("/pages/") ? await caches.match(url.pathname) : null;
        if (known) return known;
        throw problem;
      }),
  );
});
