// What could not be sent: it waits in sight, in this browser, and goes out once, in order, when the server answers again.
// Every entry keeps the key of its form, so that one which had arrived after all is not done twice.
// An entry holds on what its page showed and on what this device did before it (`after`, by key): none of them is stale because
// another one of them was dropped or refused, and all of them are once somebody else has done something.
// An entry is of whoever was signed in when it was made. Nobody else ever sends or sees it: it is dropped when they sign in.
import { ask, atRest, refresh, sayAloud, show } from "./page.js";

const KEPT = "chipbook-unsent";
const words = () => document.documentElement.dataset;
const whose = () => document.querySelector("#main").dataset.whose ?? "";
const all = () => JSON.parse(localStorage.getItem(KEPT) ?? "[]");
export const kept = () => all().filter((one) => one.whose === whose());
// The proof of this page that it is ours. Who has signed in anew, as themself, has a new one.
const token = () => document.querySelector('#main input[name="form_token"]')?.value;
const keep = (entries) => (localStorage.setItem(KEPT, JSON.stringify(entries)), draw());

// What waits, as it was said last to whoever hears the page.
let toldLast = "";

function draw() {
  document.querySelector(".unsent")?.remove();
  const entries = kept();
  if (whose() && all().length > entries.length) localStorage.setItem(KEPT, JSON.stringify(entries));
  if (!sending && !late) document.dispatchEvent(new Event("waiting"));
  if (!entries.length) return (toldLast = "");
  const place = document.createElement("div");
  place.className = "unsent";
  const said = document.createElement("p");
  said.textContent = entries[0].trouble ? words().stuck : words().unsent;
  const list = document.createElement("ol");
  for (const entry of entries) {
    const line = document.createElement("li");
    line.textContent = entry.trouble ? `${entry.label}: ${entry.trouble}` : entry.label;
    const drop = document.createElement("button");
    drop.type = "button";
    drop.textContent = words().drop;
    drop.setAttribute("aria-label", `${words().drop}: ${entry.label}`);
    drop.addEventListener("click", () => {
      keep(kept().filter((one) => one.id !== entry.id));
      sendAll(true);
    });
    line.append(drop);
    list.append(line);
  }
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = words().again;
  again.addEventListener("click", () => sendAll());
  place.append(said, list, again);
  (document.querySelector("#acts") ?? document.querySelector("#main")).prepend(place);
  list.scrollTop = list.scrollHeight;
  const told = [said, ...list.children].map((one) => one.firstChild.textContent);
  if (told.join() !== toldLast) sayAloud(told);
  toldLast = told.join();
}

function wait(entry) {
  // What was refused before is no answer to what is done now.
  for (const one of document.querySelectorAll('#main [role="alert"]')) one.remove();
  keep([...kept(), { ...entry, whose: whose(), id: crypto.randomUUID?.() ?? String(Math.random()), after: [] }]);
}

document.addEventListener("unsent", ({ detail }) => wait(detail));

// While something waits that will go out by itself, the next act of the hand goes out behind it.
document.addEventListener("sending", (event) => {
  if (!event.detail.moves || !kept().length || kept()[0].trouble) return;
  event.preventDefault();
  wait(event.detail);
  sendAll(true);
});

// What was done on this device before an entry goes out: the entry follows on it.
function done(data) {
  const key = [data.get("key"), ...data.getAll("waive").filter(Boolean)].join("-");
  if (data.get("key")) keep(kept().map((one) => ({ ...one, after: [...(one.after ?? []), key] })));
}
document.addEventListener("sent", ({ detail }) => kept().length && done(new URLSearchParams(detail.data)));

// Whether entries are on their way, and whether some have gone out that the page does not show yet.
let [sending, late] = [false, false];

// The entries one after the other. A refused one stays, with its sentence, and the rest wait behind it: `itself` sends nothing
// that was refused, for what no longer fits may fit again later and mean something else.
async function sendAll(itself = false) {
  if (sending || !kept().length || (itself && kept()[0].trouble)) return;
  sending = true;
  let went = false;
  try {
    for (;;) {
      const [first] = kept();
      if (!first) break;
      const data = new URLSearchParams(first.data);
      for (const key of first.after ?? []) data.append("after", key);
      if (token()) data.set("form_token", token());
      const answer = await ask(first.target, { method: "POST", body: data });
      const text = await answer.text();
      await atRest();
      if (!answer.ok) {
        const fetched = new DOMParser().parseFromString(text, "text/html");
        const trouble = fetched.querySelector("[role=alert] p")?.textContent ?? words().refused;
        keep(kept().map((one) => (one.id === first.id ? { ...one, trouble } : one)));
        break;
      }
      went = true;
      keep(kept().filter((one) => one.id !== first.id));
      done(data);
      if (!kept().length) show(text, new URL(answer.url).pathname);
    }
  } catch {
    // Still nothing answers: the entries stay where they are.
  } finally {
    sending = false;
    late = went && kept().length > 0;
    draw();
  }
  // Some went out: the page shows what they have led to before it is asked what follows on the rest.
  if (late) await refresh();
  late = false;
  draw();
}

document.addEventListener("reached", () => sendAll(true));
document.addEventListener("shown", draw);
window.addEventListener("online", () => refresh());
draw();
const isOffline = document.documentElement.hasAttribute("data-offline");
if (!isOffline) sendAll(true);

// What was fetched before the worker was there is fetched once more, so that it is kept: this page and its parts, the page on
// which one begins, and the one that says what is not kept, in the reader's language.
const NOWHERE = "/offline";
let isKept = Boolean(navigator.serviceWorker?.controller);
async function stock() {
  if (!navigator.serviceWorker.controller || !whose()) return;
  // What is on its way still is none of the worker's either, and is not yet among what was fetched.
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  const known = isKept && (await caches.match(NOWHERE));
  isKept = true;
  if (known && (await known.text()).includes(`<html lang="${document.documentElement.lang}"`)) return;
  const parts = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const paths = new Set([...parts.filter((path) => path.startsWith("/pages/")), location.pathname + location.search, "/", NOWHERE]);
  for (const path of paths) await fetch(path, { headers: { "X-Page": "part" } });
}

// The worker may be found there and be told to be there, both at once.
let stocking = null;
function stockOnce() {
  stocking ??= stock().catch(() => {}).finally(() => (stocking = null));
}

if (navigator.serviceWorker && !isOffline) {
  navigator.serviceWorker.addEventListener("controllerchange", stockOnce);
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  navigator.serviceWorker.ready.then(({ active }) => {
    if (navigator.serviceWorker.controller) stockOnce();
    else active.postMessage({ claim: true });
  });
}
