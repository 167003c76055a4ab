// The replay without leaving its page: the slider, the steps and the keys fetch the same pages and put them in this place.
// Without this script the steps are links, and the slider is a form with a button.
import { keeping, said } from "./page.js";

const find = (id) => document.getElementById(id);
// What stands in a page for one event; the slider stays, so that a thumb can go on sliding it.
const PARTS = ["pages", "now", "table", "steps", "around", "hands"];
const KEPT_MOST = 60;
const pages = new Map();
let wanted = null;
let busy = false;
// Something has happened at the night: what was fetched before tells too little.
let stale = false;

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
  const slider = find("at");
  const again = slider.dataset.shown === `${version}`;
  const kept = keeping();
  // Nothing new is read aloud where only the night has grown.
  find("now").setAttribute("aria-live", again ? "off" : "polite");
  for (const id of PARTS) {
    const [here, there] = [find(id), next.getElementById(id)];
    if (here && there) here.replaceChildren(...there.childNodes);
  }
  kept(again);
  document.title = next.title;
  slider.dataset.shown = version;
  slider.max = Math.max(slider.max, next.getElementById("at").max);
  find("main").dataset.version = slider.max;
  slider.setAttribute("aria-valuetext", next.querySelector("#now .which span")?.textContent ?? `${version}`);
  history.replaceState(null, "", pathOf(version));
}

// Shows an event. While a page is on its way, only the last one that is wanted is fetched after it.
async function show(version) {
  wanted = version;
  find("at").value = `${version}`;
  if (busy) return;
  busy = true;
  try {
    for (let shown = null; shown !== wanted || stale; ) {
      stale = false;
      shown = wanted;
      put(await fetched(shown), shown);
    }
    said(true);
    for (const id of ["act-after", "act-before"]) ahead(find(id));
  } catch {
    // What cannot be put in this place is asked of the browser itself, which says why.
    said(false);
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

// Whoever stands at the end of the night goes on with it; for everybody else the slider stays where it is.
document.addEventListener("news", (event) => {
  event.preventDefault();
  const slider = find("at");
  const followed = slider.value === slider.max;
  if (followed) slider.max = Math.max(slider.max, event.detail.version);
  pages.clear();
  stale = true;
  show(followed ? Number(slider.max) : Number(slider.value));
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
