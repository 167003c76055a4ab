// This phone is a witness: it keeps the heads that it saw of the club and its nights, and tells on every page when the book no
// longer holds one of them. Whoever owns the server can rewrite the book and seal it anew, but not what the phones remember.
const [SEEN, MOST] = ["chipbook-seen", 60];
const words = document.documentElement.dataset;
const clubOf = () => (document.querySelector("#main").dataset.whose ?? "").split(":")[0];
const nightOf = () => location.pathname.match(/^\/nights\/([^/]+)/)?.[1];

// By club and stream: version and head, when they were seen, what the stream is called, and `lost` once the book differs.
const all = () => JSON.parse(localStorage.getItem(SEEN) ?? "{}");
const ofClub = (club) => Object.entries(all()).filter(([place]) => place.startsWith(`${club}/`));

// What was seen last stands last. What the book has lost is kept until somebody says that they know why.
function keep(seen) {
  const newest = Object.entries(seen).sort(([, one], [, other]) => one.at.localeCompare(other.at));
  const kept = newest.filter(([place, one], number) => one.lost || place.includes("/club:") || number >= newest.length - MOST);
  localStorage.setItem(SEEN, JSON.stringify(Object.fromEntries(kept)));
}

function note(club, answer) {
  const [seen, at] = [all(), new Date().toISOString()];
  for (const { stream, then, version, head, name } of answer) {
    const place = `${club}/${stream}`;
    const known = seen[place];
    if (known && then !== known.head) known.lost ??= at;
    else if (version) seen[place] = { version, head, at, name, signed: known?.signed };
  }
  keep(seen);
  tell();
  for (const one of answer) if (one.hands) countersign(club, one);
}

// Whenever a hand is over, this phone signs by itself what it has seen, which vouches for all before it. What does not arrive is made
// up for as soon as it hears of the book again.
const signing = new Set();

async function countersign(club, { stream, version, head, hands }) {
  const [place, night] = [`${club}/${stream}`, stream.slice("night:".length)];
  const { lost, signed } = all()[place];
  if (lost || !globalThis.crypto?.subtle || signed === hands || signing.has(place)) return;
  signing.add(place);
  try {
    const { signedBy } = await import("./sign.js");
    const said = { answer: "saw", head, night, reason: "", version };
    const body = JSON.stringify({ answer: said.answer, head, version, ...(await signedBy({ club, ...said })) });
    const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
    const answer = await fetch(`/api/v1/nights/${night}/signatures`, { method: "POST", headers, body });
    const seen = all();
    if (answer.status < 500 && answer.status !== 429 && seen[place]) keep({ ...seen, [place]: { ...seen[place], signed: hands } });
  } catch {
    // Nothing answers.
  } finally {
    signing.delete(place);
  }
}

const place = Object.assign(document.createElement("div"), { className: "rewritten" });
place.setAttribute("role", "alert");

const WHEN = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false };

// As loud as a page can be: above everything, on every page, until the book holds it again or the reader knows why it does not.
export function tell() {
  const lost = ofClub(clubOf()).filter(([, one]) => one.lost);
  if (!lost.length) return place.remove();
  const said = Object.assign(document.createElement("p"), { textContent: words.rewritten });
  const list = document.createElement("ul");
  for (const [, { name, version, at }] of lost) {
    const when = new Date(at).toLocaleString(document.documentElement.lang, WHEN);
    const line = words.saw.replace("{name}", name).replace("{version}", version).replace("{when}", when);
    list.append(Object.assign(document.createElement("li"), { textContent: line }));
  }
  const knows = Object.assign(document.createElement("button"), { type: "button", textContent: words.knows });
  knows.addEventListener("click", () => {
    const seen = all();
    for (const [one] of lost) delete seen[one];
    keep(seen);
    tell();
  });
  place.replaceChildren(said, list, knows);
  if (!place.isConnected) document.querySelector("#main").before(place);
}

// One question at a time; more than one meanwhile end in one more. A page that comes asks of all that is kept, news of its night.
let asking = null;

async function look(whole) {
  if (asking) return (asking.again = true);
  const club = clubOf();
  if (!club) return;
  const mine = (asking = {});
  try {
    const here = [`club:${club}`, ...(nightOf() ? [`night:${nightOf()}`] : [])];
    const seen = all();
    const wanted = new Set([...here, ...(whole ? ofClub(club).map(([one]) => one.slice(club.length + 1)) : [])]);
    const asked = [...wanted].map((stream) => `${stream}.${seen[`${club}/${stream}`]?.version ?? 0}`);
    const answer = await fetch(`/witness?${new URLSearchParams({ seen: asked })}`, { cache: "no-store" });
    if (answer.ok && club === clubOf()) note(club, await answer.json());
  } catch {
    // Nothing answers: what was seen is held against the book when somebody does.
  } finally {
    asking = null;
    if (mine.again) look(false);
  }
}

// Where something may be signed, the script that signs it comes too; also when news brought it.
const mayBeSigned = () => document.querySelector("[data-signs]") && import("./sign.js");

document.addEventListener("shown", () => {
  tell();
  mayBeSigned();
  look(false);
});
document.addEventListener("reached", () => look(false));
tell();
mayBeSigned();
look(true);
