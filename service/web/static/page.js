// The page without leaving it: sends its forms, follows the night, and keeps what could not be sent yet.
// Without this script every form is sent by the browser itself and every page is fetched by hand.

// Without any listener, Safari on a phone shows nobody that something is pressed.
document.addEventListener("touchstart", () => {}, { passive: true });

const main = () => document.querySelector("#main");

// So long an answer is waited for: on a network that is gone nothing fails for minutes. Whatever arrived all the same is not done
// twice, because of its key. What stands in front of the server says itself that nothing answers behind it.
const [PATIENCE, GONE] = [20000, [502, 504]];
export async function ask(target, options) {
  const answer = await fetch(target, { signal: AbortSignal.timeout?.(PATIENCE), ...options });
  if (GONE.includes(answer.status)) throw new TypeError("Nothing answers behind this address.");
  return answer;
}

// Two answers may cross: what the same page of the night looked like before must not come back.
function isOlder(next, address) {
  const now = main().dataset;
  const same = next.dataset.stream && next.dataset.stream === now.stream && (!address || address === location.pathname);
  return same && Number(next.dataset.version) < Number(now.version);
}

// A field is known by its id, or else by its name and where it stands: those of one question are told apart by what they say.
const isPick = ({ type }) => ["checkbox", "radio"].includes(type);
const nameOf = (field) => field.id || [field.closest("[id]").id, field.name, isPick(field) ? field.value : ""].join(" ");
const isFilledIn = (field) => field.name && !["hidden", "range", "submit"].includes(field.type);
const fieldsOf = (place) => [...place.querySelectorAll("input, select, textarea")].filter(isFilledIn);
// What was typed for another round of the hand is not meant for this one.
const momentOf = (field) => field.dataset.keep ?? field.closest("[data-moment]")?.dataset.moment;
// What stands in a field that was refused was typed too, though the page was fetched with it.
const isChanged = (field) => {
  if (field.dataset.keep !== undefined && (isPick(field) ? field.checked : field.value)) return true;
  if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return isPick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};

// What a page that is shown brings open tells so once, and is then the reader's: it has not been opened by them.
const broughtOpen = new WeakSet();
// What came open with the page, so that it is known what the reader has closed.
const cameOpen = new WeakSet();
const noteOpen = () => main().querySelectorAll("details[open]").forEach((one) => cameOpen.add(one));

// What the reader has open or closed, has typed or chosen, and is looking at; the function that is returned puts it into what is
// shown then, without what was closed, typed and chosen if that was about something else.
export function keeping() {
  const details = new Map([...main().querySelectorAll("details[id]")].map((one) => [one.id, one]));
  const { id: focused, selectionStart, selectionEnd } = document.activeElement ?? {};
  const area = document.activeElement?.closest?.("[tabindex='-1'][id]")?.id;
  const filled = new Map(fieldsOf(main()).filter(isChanged).map((field) => [nameOf(field), field]));
  const scrolls = [...main().querySelectorAll("[data-scroll]")].map((one) => [one.id, one.scrollTop]);
  return (typed = true) => {
    for (const one of main().querySelectorAll("details[id]")) {
      const before = details.get(one.id);
      if (!before) continue;
      const [came, isSame] = [cameOpen.has(before), momentOf(before) === momentOf(one)];
      // What came open for another question of the hand is not opened for this one.
      if (before.open && (isSame || !came)) one.open = true;
      else if (typed && !before.open && came && isSame) one.open = false;
    }
    for (const field of typed ? fieldsOf(main()) : []) {
      const before = filled.get(nameOf(field));
      if (!before || momentOf(before) !== momentOf(field)) continue;
      if (isPick(field)) field.checked = before.checked;
      else if (!field.options || [...field.options].some((one) => one.value === before.value)) field.value = before.value;
    }
    for (const [id, top] of scrolls) if (document.getElementById(id)) document.getElementById(id).scrollTop = top;
    const field = focused && document.activeElement?.id !== focused ? document.getElementById(focused) : null;
    field?.focus({ preventScroll: true });
    // What was tapped is gone: whoever uses keys goes on among what may be done now.
    if (area && document.activeElement === document.body) document.getElementById(area)?.focus({ preventScroll: true });
    if (field && Number.isInteger(selectionStart)) field.setSelectionRange?.(selectionStart, selectionEnd);
  };
}

// What was refused on one page is told on the other, at the same place.
function tellRefused(page, next) {
  for (const refused of page.querySelectorAll('[role="alert"]')) {
    const at = `#${CSS.escape(refused.closest("[id]").id)}`;
    const place = next.matches(at) ? next : (next.querySelector(at) ?? next);
    if (place.querySelector('[role="alert"]')) continue;
    const first = place.querySelector(":scope > summary, :scope > h1, :scope > h2");
    if (first) first.after(refused);
    else place.prepend(refused);
  }
}

// Puts a fetched page in the place of this one, and keeps what is the reader's.
export function show(text, address) {
  const fetched = new DOMParser().parseFromString(text, "text/html");
  const next = fetched.querySelector("#main");
  if (!next) return location.reload();
  if (isOlder(next, address)) return tellRefused(next, main());
  const kept = keeping();
  const isSame = !address || address === location.pathname;
  const heading = main().querySelector("h1")?.textContent;
  const heard = new Set(toBeHeard(main()));
  // It stays until the next tap: a page that was only fetched again knows nothing of it.
  if (address === undefined) tellRefused(main(), next);
  main().replaceWith(document.adoptNode(next));
  document.title = fetched.title;
  document.body.className = fetched.body.className;
  const isAnother = heading !== main().querySelector("h1")?.textContent;
  sayAloud([...(isAnother ? [document.title] : []), ...toBeHeard(next).filter((one) => !heard.has(one))]);
  dress(fetched);
  noteOpen();
  kept(isSame);
  // Another page in the same place is read from its beginning.
  if (isAnother) scrollTo(0, 0);
  const stands = address || next.dataset.page;
  if (stands && stands !== location.pathname) history.pushState({}, "", stands);
  follow();
  document.dispatchEvent(new CustomEvent("shown"));
  // What an act has led to is what comes back without a connection.
  if (address) navigator.serviceWorker?.controller?.postMessage({ path: address, text });
  // Why something was not done is read before anything else.
  if (address === null) showRefused();
  for (const one of main().querySelectorAll("details[open]")) broughtOpen.add(one);
}

// The first thing that was refused, with the field that it is about, wherever the reader was: above what sticks to the edge.
function showRefused() {
  const refused = main().querySelector('[role="alert"]');
  const field = refused?.id && main().querySelector(`[aria-describedby="${CSS.escape(refused.id)}"]`);
  refused?.scrollIntoView({ block: "nearest" });
  if (!field) return;
  for (let at = refused.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest" });
}

// A refusal may be told on another page than the one where it was said: its head, its styles and its scripts come along.
function dress(fetched) {
  const [header, wanted] = [document, fetched].map((page) => page.querySelector("header.site"));
  if (header && wanted) header.replaceWith(wanted);
  else if (wanted) main().before(wanted);
  else header?.remove();
  const here = new Set([...document.querySelectorAll(NAMED)].map(path));
  for (const one of fetched.querySelectorAll(NAMED)) {
    if (here.has(path(one))) continue;
    // A script that was only parsed does not run.
    const made = document.createElement(one.localName);
    for (const { name, value } of one.attributes) made.setAttribute(name, value);
    document.head.append(made);
  }
}

const NAMED = "head link[rel=stylesheet], head script[src]";
const path = (one) => one.getAttribute("href") ?? one.getAttribute("src");

// The styles and scripts that a page names.
function named(page) {
  return [...page.querySelectorAll(NAMED)].map(path).sort().join();
}

// What has happened is said by a place that stays: one that comes with a page, and its words with it, is read again at each news by
// some readers of the screen, and by others never.
const aloud = Object.assign(document.createElement("p"), { className: "unseen", id: "aloud" });
aloud.setAttribute("role", "status");
document.body.append(aloud);
const toBeHeard = (page) => [...page.querySelectorAll("[data-aloud]")].map((one) => one.textContent.trim().replace(/\s+/g, " ")).filter(Boolean);

// Says these sentences to whoever hears the page; nothing if there are none.
export function sayAloud(sentences) {
  if (sentences.length) aloud.textContent = sentences.join(" ");
}

let fetching = null;

// A thumb that is down is about to tap what it sees: what is new waits until it is up, and the tap is done.
const [PRESS_MOST, TAP_TAKES, REST] = [1500, 80, 20];
let pressedUntil = 0;
const PRESSES = { pointerdown: PRESS_MOST, pointerup: TAP_TAKES, pointercancel: 0, click: 0 };
for (const [kind, takes] of Object.entries(PRESSES)) document.addEventListener(kind, () => (pressedUntil = Date.now() + takes), true);

export async function atRest() {
  while (Date.now() < pressedUntil) await new Promise((resolve) => setTimeout(resolve, REST));
}

// Fetches the page again; several calls while one is on its way end in one more fetch.
export async function refresh() {
  if (fetching) return (fetching.again = true);
  const mine = (fetching = { again: false });
  try {
    const { href } = location;
    const answer = await ask(href, { headers: { "X-Page": "part" } });
    const text = await answer.text();
    await atRest();
    // What was done here may have led to another page meanwhile.
    if (answer.ok && href === location.href) show(text);
    said(true);
  } catch {
    said(false);
  } finally {
    fetching = null;
    if (mine.again) refresh();
  }
}

const words = document.documentElement.dataset;
const lost = Object.assign(document.createElement("p"), { className: "lost" });
let looksAgain = 0;
const isOffline = () => document.documentElement.hasAttribute("data-offline");

// Whether the server can be reached: the page says so where what it shows may be old.
export function said(reached) {
  if (!reached && !isOffline()) sayAloud([words.lost]);
  document.documentElement.toggleAttribute("data-offline", !reached);
  clearTimeout(looksAgain);
  // A page that follows no night hears nothing of it by itself.
  if (!reached && !main().dataset.stream) looksAgain = setTimeout(refresh, AGAIN);
  sayLost();
  if (reached) document.dispatchEvent(new Event("reached"));
}

// It moves all that stands below it, so it waits for a thumb that is down as what is new does.
async function sayLost() {
  await atRest();
  lost.textContent = words.lost;
  if (!isOffline()) lost.remove();
  else if (!lost.isConnected && main().dataset.nowhere === undefined) main().before(lost);
}

const newKey = (form) => form.elements.key && (form.elements.key.value = crypto.getRandomValues(new Uint32Array(4)).join("-"));

function empty(field) {
  field.removeAttribute("data-keep");
  if (isPick(field)) field.checked = field.defaultChecked;
  else if (field.options) for (const one of field.options) one.selected = one.defaultSelected;
  else field.value = field.defaultValue;
}

export async function send(form, button) {
  const data = new URLSearchParams(new FormData(form, button));
  const target = new URL(button?.formAction && button.hasAttribute("formaction") ? button.formAction : form.action);
  const [who, what] = [form.dataset.who, button?.getAttribute("aria-label") || button?.textContent.trim()];
  const label = data.get("line") || (who && !what?.startsWith(`${who} `) ? [who, what].filter(Boolean).join(": ") : what);
  // Whether it moves the hand on, so that what the page offers beside it is no longer asked.
  const moves = form.closest("[data-now], .ahead") !== null;
  const entry = { target: target.pathname, data: data.toString(), label, moves };
  // What follows on something that waits to be sent waits behind it.
  if (!document.dispatchEvent(new CustomEvent("sending", { cancelable: true, detail: entry }))) return newKey(form);
  form.setAttribute("aria-busy", "true");
  const sent = new Map([...form.elements].filter(isFilledIn).map((field) => [nameOf(field), field.value]));
  sending++;
  try {
    const answer = await ask(target, { method: "POST", body: data });
    if (answer.redirected) document.dispatchEvent(new CustomEvent("sent", { detail: entry }));
    // What was typed into a form that is done is typed no more; what was typed since is.
    if (answer.redirected) for (const field of fieldsOf(main())) if (sent.get(nameOf(field)) === field.value) empty(field);
    // So is what is opened to be done once. News may have been quicker than the answer, so that it stands on the page anew.
    const once = form.closest("details[data-once]")?.id;
    if (answer.redirected && once) document.getElementById(once)?.removeAttribute("open");
    const text = await answer.text();
    said(true);
    // A page that looks or works otherwise is fetched whole: only what is within it could be put in the place of this one.
    if (answer.redirected && named(new DOMParser().parseFromString(text, "text/html")) !== named(document)) return location.assign(answer.url);
    await atRest();
    show(text, answer.redirected ? new URL(answer.url).pathname : null);
    // What came of it stands at the top of some pages, far from where it was said.
    if (answer.redirected && form.dataset.up !== undefined) scrollTo(0, 0);
  } catch {
    said(false);
    // A form that is not kept for later is said not to have been sent; its fields stay as they are.
    newKey(form);
    document.dispatchEvent(new CustomEvent("unsent", { detail: entry }));
  } finally {
    form.removeAttribute("aria-busy");
    sending--;
    hear(heard);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  // What the browser sends by itself would be lost, and the page with it.
  if (form.dataset.whole !== undefined && !isOffline()) return;
  event.preventDefault();
  if (form.dataset.whole !== undefined) {
    lost.textContent = words.needs;
    sayAloud([words.needs]);
    return lost.scrollIntoView({ block: "nearest" });
  }
  if (form.getAttribute("aria-busy") !== "true") send(form, event.submitter);
});

// What is opened is seen whole, as far as it fits; what a page that is shown brings open moves nobody.
const opened = (event) => event.target.open && !broughtOpen.delete(event.target) && event.target.matches("body.sheet main details, #acts details") && event.target.scrollIntoView({ block: "nearest" });
document.addEventListener("toggle", opened, true);

window.addEventListener("popstate", () => location.reload());

// What is heard while something is sent from here waits for its answer, which shows it, as a rule.
let [sending, heard] = [0, 0];
function hear(version) {
  heard = Math.max(heard, version);
  if (!sending && heard > Number(main().dataset.version ?? 0)) tell(heard);
}

// A page that shows an earlier moment says itself what becomes of the news.
const tell = (version) => document.dispatchEvent(new CustomEvent("news", { cancelable: true, detail: { version } })) && refresh();

let source = null;
// After so long a browser that was out of sight may have lost the stream without a word.
const ASLEEP = 3000;
// A page that is refused a stream asks so often instead.
const AGAIN = 3000;

// Follows the night of a page that names its stream, from what the page shows on, and fetches the page again when something has
// happened. `anew`: with a new stream, because the old one may be dead.
function follow(anew = false) {
  const stream = main().dataset.stream ?? "";
  if (!window.EventSource || (!anew && stream === (source?.named ?? ""))) return;
  source?.close();
  source = null;
  heard = 0;
  if (!stream) return;
  const mine = (source = new EventSource(`${stream}?after=${main().dataset.version ?? ""}`));
  mine.named = stream;
  mine.addEventListener("recorded", (event) => hear(Number(event.lastEventId)));
  for (const kind of ["answered", "reset"]) mine.addEventListener(kind, () => tell(Number(main().dataset.version ?? 0)));
  mine.onopen = () => said(true);
  mine.onerror = () => {
    // The server ends every stream after some time: only the page itself tells whether anybody answers.
    refresh();
    // A stream that broke is opened again by the browser; one that was refused is not.
    if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === source && follow(true), AGAIN);
  };
}

let unseen = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) unseen = Date.now();
  else if (Date.now() - unseen > ASLEEP) follow(true);
});
window.addEventListener("pageshow", (event) => event.persisted && follow(true));
window.addEventListener("online", () => follow(true));

noteOpen();
follow();
// The page came from where it was kept. Its keys may have been used since, before it was left.
if (isOffline()) {
  for (const form of document.forms) newKey(form);
  said(false);
}
