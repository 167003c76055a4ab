// Adds a count up while it is typed, and steps by one. Without it the same fields are typed in and the server adds up.

const language = document.documentElement.lang;

const whole = (field) => (/^\d{1,10}$/.test(field.value) ? Number(field.value) : 0);

function add(count) {
  const fields = [...count.querySelectorAll("[data-worth]")];
  const typed = fields.some((field) => field.value !== "");
  const chips = fields.reduce((sum, field) => sum + whole(field) * Number(field.dataset.worth), 0);
  const { unit, exponent, code, book } = count.dataset;
  const money = new Intl.NumberFormat(language, {
    minimumFractionDigits: Number(exponent),
    maximumFractionDigits: Number(exponent),
  }).format((chips * Number(unit)) / 10 ** Number(exponent));
  count.querySelector("output").hidden = !typed;
  count.querySelector("[data-chips]").textContent = String(chips);
  count.querySelector("[data-money]").textContent = `${money}\u00a0${code}`;
  const off = book === undefined ? 0 : chips - Number(book);
  const told = count.querySelector("[data-off]");
  told.textContent = book === undefined ? "" : off ? (off > 0 ? `+${off}` : `−${-off}`) : "✓";
  told.className = off < 0 ? "loss" : "gain";
  const total = count.querySelector("[data-total]");
  if (total) {
    total.disabled = !typed;
    total.value = String(chips);
  }
}

function all() {
  for (const button of document.querySelectorAll("[data-step]")) button.hidden = false;
  for (const count of document.querySelectorAll("[data-count]")) add(count);
}

document.addEventListener("input", (event) => {
  const count = event.target.closest("[data-count]");
  if (count) add(count);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const field = button.parentElement.querySelector("[data-worth]");
  field.value = String(Math.max(0, whole(field) + Number(button.dataset.step)));
  const count = button.closest("[data-count]");
  if (count) add(count);
});

document.addEventListener("shown", all);
all();
