// Games are found while one types, and a game of one's own is tried while it is written.
const later = (act, wait) => {
  let timer;
  return () => (clearTimeout(timer), (timer = setTimeout(act, wait)));
};

async function swap(answer, ids) {
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ids) {
    const next = fetched.getElementById(id);
    if (next) document.getElementById(id)?.replaceWith(document.adoptNode(next));
  }
  return fetched;
}

const search = document.querySelector("[data-search]");
search?.addEventListener(
  "input",
  later(async () => {
    const address = `/games?q=${encodeURIComponent(search.value.trim())}`;
    const answer = await fetch(address);
    if (answer.ok) await swap(answer, ["games", "number"]);
    history.replaceState({}, "", address);
  }, 150),
);

const written = document.querySelector("[data-try]");
written?.addEventListener(
  "input",
  later(async () => {
    const answer = await fetch("/own-games/trial", { method: "POST", body: new URLSearchParams(new FormData(written.form)) });
    if (!answer.ok) return;
    const fetched = await swap(answer, ["tried"]);
    const keep = written.form.querySelector("button.main");
    keep.disabled = fetched.querySelector("form button.main")?.disabled ?? false;
  }, 500),
);
