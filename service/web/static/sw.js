// Shows the last page that was seen when the server cannot be reached. It never answers for the server in anything else:
// what is written goes to the server or fails, and the page keeps it. Whoever signs in or out leaves nothing to the next.
const SHELF = "chipbook-3";
const PAGES_MOST = 40;
// Where everybody begins, and what is shown in place of a page that was never seen here.
const [HOME, NOWHERE] = ["/", "/offline"];
// So long a page that is kept waits for the server: on a network that is gone nothing fails for minutes.
const PATIENCE = 8000;
// What stands in front of the server says so that nothing answers behind it.
const GONE = [502, 504];

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
  const pages = (await shelf.keys()).filter(({ url }) => !new URL(url).pathname.startsWith("/pages/"));
  const old = pages.filter(({ url }) => ![HOME, NOWHERE].includes(new URL(url).pathname)).slice(0, -PAGES_MOST);
  for (const one of old) await shelf.delete(one);
}

// What an act has led to is the page as it last was. A page that was on its way when this worker began asks to be taken on.
self.addEventListener("message", (event) => {
  const { claim, path, text } = event.data;
  const kept = async () => {
    if (claim) return self.clients.claim();
    if (isChanging) return;
    const like = (await caches.match(path)) ?? (await caches.match(NOWHERE));
    if (like && !isDoor(path)) await keep(path, new Response(text, { headers: like.headers }));
  };
  event.waitUntil(kept());
});

// How often somebody has signed in or out, and whether somebody is about to: until the next page is opened nobody can tell for
// whom the server answers. What was asked for before is not kept for whoever is here now.
let changes = 0;
let isChanging = false;

function change() {
  changes++;
  return caches.delete(SHELF);
}

async function fromServer(event, place, isPart) {
  const before = changes;
  const answer = await fetch(event.request);
  if (GONE.includes(answer.status)) throw new TypeError("Nothing answers behind this address.");
  // A file to keep elsewhere is no page, and may hold every card of a night.
  if (before === changes && !isChanging && answer.ok && !answer.redirected && (isPart || isText(answer))) event.waitUntil(keep(place, answer.clone()));
  // Somebody else has ended this session.
  if (answer.status === 401) event.waitUntil(caches.delete(SHELF));
  return answer;
}

// The page that is kept says of itself that it is.
async function asItWas(known) {
  return new Response((await known.text()).replace("<html ", "<html data-offline "), { headers: known.headers });
}

// Whether the last page came from the shelf: then its parts do, too, without waiting for the server each.
let away = false;

async function answered(fresh, place, isPart) {
  const known = await caches.match(place);
  if (known && isPart && away) return known;
  const late = new Promise((resolve) => known && setTimeout(resolve, PATIENCE));
  try {
    const answer = await Promise.race([fresh, late]);
    if (answer) {
      away = false;
      return answer;
    }
  } catch (problem) {
    if (isPart && !known) throw problem;
  }
  away = true;
  if (isPart) return known;
  const shown = known ?? (await caches.match(NOWHERE));
  return shown ? asItWas(shown) : fresh;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "POST" && changesWho(url.pathname)) {
    isChanging = true;
    return event.waitUntil(change());
  }
  if (request.method !== "GET" || !isOurs(url)) return;
  const isPart = url.pathname.startsWith("/pages/");
  if (!isPage(request) && !isPart) return;
  if (isChanging && request.mode === "navigate") {
    isChanging = false;
    event.waitUntil(change());
  }
  const place = url.pathname + url.search;
  const fresh = fromServer(event, place, isPart);
  // A fetch by the page itself has to fail, so that it knows that nothing answers.
  if (request.mode !== "navigate" && !isPart) return event.respondWith(fresh);
  event.waitUntil(fresh.catch(() => {}));
  event.respondWith(answered(fresh, place, isPart));
});
