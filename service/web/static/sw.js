// Shows the last page that was seen when the server cannot be reached. It never answers for the server in anything else:
// what is written goes to the server or fails, and the page keeps it. Whoever signs in or out leaves nothing to the next.
const SHELF = "chipbook-2";
const PAGES_MOST = 40;

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
// Pages whose address signs somebody in are kept nowhere.
const isDoor = (path) => path.startsWith("/join/") || path.startsWith("/found/");
const isOurs = (url) => url.origin === location.origin && !url.pathname.startsWith("/api/") && !isDoor(url.pathname);
const changesWho = (path) => isDoor(path) || path === "/sign-out" || path === "/api/v1/sign-in";
const isText = (answer) => (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

async function keep(path, answer) {
  const shelf = await caches.open(SHELF);
  await shelf.put(path, answer);
  const pages = (await shelf.keys()).filter((one) => !new URL(one.url).pathname.startsWith("/pages/"));
  for (const old of pages.slice(0, -PAGES_MOST)) await shelf.delete(old);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && changesWho(url.pathname)) return event.waitUntil(caches.delete(SHELF));
  if (request.method !== "GET" || !isOurs(url)) return;
  const isPart = url.pathname.startsWith("/pages/");
  if (!isPage(request) && !isPart) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        // A file to keep elsewhere is no page, and may hold every card of a night.
        if (answer.ok && !answer.redirected && (isPart || isText(answer))) event.waitUntil(keep(url.pathname, answer.clone()));
        // Somebody else has ended this session.
        if (answer.status === 401) event.waitUntil(caches.delete(SHELF));
        return answer;
      })
      .catch(async (problem) => {
        // A fetch by the page itself has to fail, so that it knows that nothing answers.
        const known = request.mode === "navigate" || isPart ? await caches.match(url.pathname) : null;
        if (known) return known;
        throw problem;
      }),
  );
});
