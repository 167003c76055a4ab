// Games are found while one types, and a game of one's own is tried while it is written.
const later = (act, wait) => {
  let timer;
  return () => (clearTimeout(timer), (timer = setTimeout(act, wait)));
};

const search = document.querySelector("[data-search]");
search?.addEventListener(
  "input",
  later(async () => {
    const address = `/games?q=${encodeURIComponent(search.value.trim())}`;
    const answer = await fetch(address);
    const fetched = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of fetched ? ["games", "number"] : []) document.getElementById(id).replaceWith(document.adoptNode(fetched.getElementById(id)));
    history.replaceState({}, "", address);
  }, 150),
);

// A game of one's own is tried at each change, by taps or as text: each of both forms shows what the other one says.
const TRIAL = "/own-games/trial";
const TYPED = "input[type=number], [data-typed]";
let trials = 0;

async function tryOut(form, button) {
  const mine = (trials += 1);
  const answer = await fetch(TRIAL, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
  if (!answer.ok || mine !== trials) return;
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  const here = document.activeElement;
  const open = [...document.querySelectorAll("#taps details[open]")].map((one) => one.id);
  for (const id of ["tried", "taps", "written"]) {
    const old = document.getElementById(id);
    // What somebody is typing into stays.
    if (old.contains(here) && here.matches(TYPED)) continue;
    old.replaceWith(document.adoptNode(fetched.getElementById(id)));
  }
  const verdict = fetched.getElementById("verdict");
  if (verdict) document.getElementById("verdict").replaceWith(document.adoptNode(verdict));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (!here.isConnected) refocus(here);
}

function refocus(gone) {
  const same = gone.id ? document.getElementById(gone.id) : document.querySelector(`button[name="do"][value="${gone.value}"]`);
  same?.focus({ preventScroll: true });
}

let waiting;
const soon = (wait, ...what) => (clearTimeout(waiting), (waiting = setTimeout(tryOut, wait, ...what)));
document.addEventListener("input", ({ target }) => {
  if (!target.form?.matches("[data-tried]")) return;
  // A base counts once its name is whole.
  if (target.list && ![...target.list.options].some((one) => one.value === target.value)) return;
  soon(target.matches(TYPED) ? 400 : 0, target.form);
});
document.addEventListener("change", ({ target }) => target.list && target.form?.matches("[data-tried]") && soon(0, target.form));
document.addEventListener(
  "submit",
  (event) => {
    const { target, submitter } = event;
    if (!target.matches("[data-tried]") || new URL(submitter?.formAction ?? target.action).pathname !== TRIAL) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    soon(0, target, submitter);
  },
  true,
);
