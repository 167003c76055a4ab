// Seats in the order in which they are tapped, and chips added up while they are typed. Without this script the seats are those of
// the last night, with new people behind them, and the server adds up.

const seats = () => document.querySelector("#seats");
const rows = (sits) => [...seats().children].filter((row) => row.querySelector("input").checked === sits);

// Those who sit stand first; up and down are for them alone.
function dress() {
  for (const part of document.querySelectorAll("#how, #sit")) part.hidden = false;
  const sitting = rows(true);
  for (const row of seats().children) {
    const place = sitting.indexOf(row);
    const [up, down] = row.querySelectorAll("[data-move]");
    up.hidden = down.hidden = place < 0;
    up.disabled = place === 0;
    down.disabled = place === sitting.length - 1;
  }
}

// Somebody who was tapped sits behind all who sit, or stands before all who do not.
function place(row) {
  const last = rows(true).filter((one) => one !== row).at(-1);
  if (last) last.after(row);
  else seats().prepend(row);
}

// What stands between two names: no name holds one of these words.
const BETWEEN_NAMES = /,|\s(?:and|og)\s/i;

function sitDown() {
  const field = document.querySelector("#newcomers");
  for (const name of field.value.split(BETWEEN_NAMES).map((one) => one.trim().replace(/\s+/g, " ")).filter(Boolean)) {
    let row = [...seats().children].find((one) => one.querySelector("input").value.toLowerCase() === name.toLowerCase());
    if (!row) {
      row = document.querySelector("#seat").content.firstElementChild.cloneNode(true);
      row.querySelector("input").value = row.querySelector("span").textContent = name;
      for (const button of row.querySelectorAll("button")) button.ariaLabel = button.ariaLabel.replace("NAME", name);
      document.querySelector("#bank").append(new Option(name));
    }
    row.querySelector("input").checked = true;
    place(row);
  }
  field.value = "";
  dress();
}

function add() {
  const [worths, pieces] = ["worth", "pieces"].map((name) => [...document.querySelectorAll(`[data-${name}]`)].map((one) => Number(one.value) || 0));
  const all = worths.reduce((sum, worth, at) => sum + worth * pieces[at], 0);
  const told = document.querySelector("#in-all");
  told.hidden = !all;
  told.querySelector("b").textContent = String(all);
}

const begin = () => (seats() ? dress() : document.querySelector("#chips") && add());

// A rulebook brings what its source says of the bank, until somebody has said it themselves.
function bring({ loan, stack }) {
  const field = document.querySelector("#loan");
  if (!field.dataset.said) field.value = loan;
  if (!document.querySelector("[name=stack][data-said]")) document.querySelector(`[name=stack][value=${stack}]`).checked = true;
}

document.addEventListener("change", ({ target }) => {
  if (target.name === "loan") target.dataset.said = "yes";
  if (target.name === "rulebook") bring(target.dataset);
  if (target.name !== "player") return;
  place(target.closest("li"));
  dress();
  target.focus();
});

document.addEventListener("click", ({ target }) => {
  // Said also by a tap on what stood there already, which changes nothing.
  if (target.name === "stack") target.dataset.said = "yes";
  if (target.id === "sit") return sitDown();
  if (target.id === "anew") for (const row of rows(true)) row.querySelector("input").checked = false;
  const row = target.dataset.move && target.closest("li");
  if (row && target.dataset.move < 0) row.previousElementSibling.before(row);
  else if (row) row.nextElementSibling.after(row);
  if (!row && target.id !== "anew") return;
  dress();
  // Where the way ends, the other one is the next to be tapped.
  (target.disabled ? row.querySelector("[data-move]:not(:disabled)") : target)?.focus();
});

// Enter in the field of new people seats them, and does not open the night.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "newcomers" || !event.target.value.trim()) return;
  event.preventDefault();
  sitDown();
});

document.addEventListener("input", ({ target }) => target.closest("#chips") && add());
document.addEventListener("shown", begin);
begin();
