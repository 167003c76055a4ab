// What could not be sent: it waits in sight, in this browser, and goes out once, in order, when the server answers again.
// Every entry keeps the key of its form, so that one which had arrived after all is not done twice.
// An entry is of whoever was signed in when it was made. Nobody else ever sends or sees it: it is dropped when they sign in.
import { refresh, show } from "./page.js";

const KEPT = "chipbook-unsent";
const words = () => document.documentElement.dataset;
const whose = () => document.querySelector("#main").dataset.whose ?? "";
const all = () => JSON.parse(localStorage.getItem(KEPT) ?? "[]");
const kept = () => all().filter((one) => one.whose === whose());
// The proof of this page that it is ours. Who has signed in anew, as themself, has a new one.
const token = () => document.querySelector('#main input[name="form_token"]')?.value;
const keep = (entries) => (localStorage.setItem(KEPT, JSON.stringify(entries)), draw());

function draw() {
  document.querySelector(".unsent")?.remove();
  const entries = kept();
  if (whose() && all().length > entries.length) localStorage.setItem(KEPT, JSON.stringify(entries));
  if (!entries.length) return;
  const place = document.createElement("div");
  place.className = "unsent";
  place.setAttribute("role", "status");
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
    drop.addEventListener("click", () => keep(kept().filter((one) => one.id !== entry.id)));
    line.append(drop);
    list.append(line);
  }
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = words().again;
  again.addEventListener("click", () => sendAll());
  place.append(said, list, again);
  (document.querySelector("#acts") ?? document.querySelector("#main")).prepend(place);
}

document.addEventListener("unsent", ({ detail }) => {
  const entry = { ...detail, whose: whose(), id: crypto.randomUUID?.() ?? String(Math.random()) };
  keep([...kept(), entry]);
});

let sending = false;

// The entries one after the other. The second was decided on what the page showed, as was the first: so it is sent on what
// the first has led to, if nothing else has happened in between. A refused one stays, with its sentence, and the rest wait behind
// it: `itself` sends nothing that was refused, for what no longer fits may fit again later and mean something else.
async function sendAll(itself = false) {
  if (sending || !kept().length || (itself && kept()[0].trouble)) return;
  sending = true;
  try {
    let base = null;
    let reached = null;
    for (;;) {
      const [first] = kept();
      if (!first) break;
      const data = new URLSearchParams(first.data);
      if (reached && data.get("version") === base) data.set("version", reached);
      if (token()) data.set("form_token", token());
      const answer = await fetch(first.target, { method: "POST", body: data, redirect: "follow" });
      const text = await answer.text();
      const fetched = new DOMParser().parseFromString(text, "text/html");
      if (!answer.ok) {
        const trouble = fetched.querySelector("[role=alert] p")?.textContent ?? words().refused;
        keep(kept().map((one) => (one.id === first.id ? { ...one, trouble } : one)));
        break;
      }
      base = new URLSearchParams(first.data).get("version");
      reached = fetched.querySelector("#main")?.dataset.version ?? null;
      keep(kept().filter((one) => one.id !== first.id));
      if (!kept().length) show(text, new URL(answer.url).pathname);
    }
  } catch {
    // Still nothing answers: the entries stay where they are.
  } finally {
    sending = false;
    draw();
  }
}

document.addEventListener("reached", () => sendAll(true));
document.addEventListener("shown", draw);
window.addEventListener("online", () => refresh());
draw();
if (navigator.serviceWorker) navigator.serviceWorker.register("/sw.js").catch(() => {});
