// The replay without leaving its page: the slider, the steps and the keys fetch the same pages and put them in this place.
// Without this script the steps are links, and the slider is a form with a button.

const find = (id) => document.getElementById(id);
// What stands in a page for one event; the slider stays, so that a thumb can go on sliding it.
const PARTS = ["now", "table", "steps", "around", "hands"];
const KEPT_MOST = 60;
const pages = new Map();
let wanted = null;
let busy = false;

document.documentElement.classList.add("scripted");

const pathOf = (version) => find("at").dataset.path + version;

function fetched(version) {
  if (!pages.has(version)) {
    if (pages.size >= KEPT_MOST) pages.delete(pages.keys().next().value);
    const page = fetch(pathOf(version), { headers: { "X-Page": "part" } }).then((answer) =>
      answer.ok ? answer.text() : Promise.reject(new Error(`${answer.status}`)),
    );
    page.catch(() => pages.delete(version));
    pages.set(version, page);
  }
  return pages.get(version);
}

function put(text, version) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const focused = document.activeElement?.id;
  const open = [...document.querySelectorAll("#main details[open][id]")].map((one) => one.id);
  for (const id of PARTS) {
    const [here, there] = [find(id), next.getElementById(id)];
    if (here && there) here.replaceChildren(...there.childNodes);
  }
  for (const id of open) find(id)?.setAttribute("open", "");
  document.title = next.title;
  const slider = find("at");
  slider.max = next.getElementById("at").max;
  slider.setAttribute("aria-valuetext", next.querySelector("#now .which span")?.textContent ?? `${version}`);
  history.replaceState(null, "", pathOf(version));
  if (focused && document.activeElement?.id !== focused) find(focused)?.focus({ preventScroll: true });
}

// Shows an event. While a page is on its way, only the last one that is wanted is fetched after it.
async function show(version) {
  wanted = version;
  find("at").value = `${version}`;
  if (busy) return;
  busy = true;
  try {
    for (let shown = null; shown !== wanted; ) {
      shown = wanted;
      put(await fetched(shown), shown);
    }
    document.documentElement.removeAttribute("data-offline");
    for (const id of ["act-after", "act-before"]) ahead(find(id));
  } catch {
    // What cannot be put in this place is asked of the browser itself, which says why.
    document.documentElement.toggleAttribute("data-offline", true);
    if (navigator.onLine) location.assign(pathOf(wanted));
  } finally {
    busy = false;
  }
}

function versionOf(link) {
  const path = link?.getAttribute("href");
  const base = find("at")?.dataset.path;
  const rest = path && base && path.startsWith(base) ? path.slice(base.length) : "";
  return /^[1-9]\d*$/.test(rest) ? Number(rest) : null;
}

function ahead(link) {
  const version = versionOf(link);
  if (version) fetched(version).catch(() => {});
}

document.addEventListener("input", (event) => {
  if (event.target.id === "at") show(Number(event.target.value));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#main a[href]");
  const version = versionOf(link);
  if (!version || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(version);
});

const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "act-before", ArrowDown: "act-after", PageUp: "hand-before", PageDown: "hand-after" };

// The slider itself knows the arrows that lead by one event; what leads by acts and hands is ours while it has the focus.
document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  const slider = find("at");
  if (!way || !slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const onSlider = event.target === slider;
  if (event.target.closest("input, select, textarea, summary") && !onSlider) return;
  if (typeof way === "string" && !onSlider) return;
  const at = Number(slider.value);
  const version = typeof way === "number" ? Math.min(Math.max(at + way, 1), Number(slider.max)) : versionOf(find(way));
  event.preventDefault();
  if (version) show(version);
});

for (const id of ["act-after", "act-before"]) ahead(find(id));
