// Keeps the screen awake while a night is open, also after it was covered. Browsers let a page do that at an address with https;
// where it cannot be, a line of the page says so.
let asked = Promise.resolve(null);

const request = async () => (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;

async function wake() {
  const lock = await asked;
  const told = document.querySelector("#goes-dark");
  if (!told) return lock?.release();
  if (document.hidden) return;
  if (!lock || lock.released) asked = request();
  for (const one of told.children) one.hidden = (one.dataset.at === "https") !== isSecureContext;
  told.hidden = (await asked) !== null;
}

for (const happened of ["visibilitychange", "shown"]) document.addEventListener(happened, wake);
wake();
