// Makes the table quicker with a thumb: cards on a keypad, places by tapping, games by letters, keys on a keyboard.
// Everything here only fills in fields of the forms that stand on the page anyway.
import { ask, refresh } from "./page.js";
import { kept } from "./unsent.js";

// How a suit is drawn, and the class by which its key is coloured.
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
// A field holds cards as people write them, with the sign of the suit; each is known by its letter, however it was typed.
const LETTERS = Object.fromEntries(Object.entries(SIGNS).map(([letter, sign]) => [sign, letter]));
const known = (card) => card.slice(0, -1) + (LETTERS[card.slice(-1)] ?? card.slice(-1));
const written = (card) => (SIGNS[card.slice(-1)] ? card.slice(0, -1) + SIGNS[card.slice(-1)] : card);
const cardsOf = (field) => field.value.split(/[\s,]+/).filter(Boolean).map(known);

function put(field, most, card) {
  const cards = cardsOf(field);
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  else if (cards.length < most) cards.push(card);
  say(field, cards);
}

function say(field, cards) {
  field.value = cards.map(written).join(" ");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Who gets the next card, and how many have been named of those that are asked for.
function tell(ask, field) {
  const cards = cardsOf(field);
  const [least, most] = [Number(ask.dataset.least), Number(ask.dataset.most)];
  const count = ask.querySelector("[data-count]");
  const range = least === most ? `${most}` : `${least}–${most}`;
  if (count) count.textContent = cards.length ? `${cards.length} / ${range}` : range;
  [...ask.querySelectorAll(".falls li")].forEach((one, at) => {
    one.classList.toggle("next", at === cards.length);
    one.querySelector(".card")?.remove();
    if (at < cards.length) one.append(drawn(cards[at]));
  });
  const done = field.form.querySelector("button:not([type=button])");
  const asks = [...field.form.querySelectorAll("[data-cards]")];
  const wrong = (one) => {
    const told = cardsOf(one.querySelector("input")).length;
    return told > 0 && (told < Number(one.dataset.least) || told > Number(one.dataset.most));
  };
  if (done) done.disabled = asks.some(wrong);
  // Whoever names the cards that are exchanged need not count them too.
  const many = field.form.querySelector('input[name^="number:"]');
  if (many && cards.length) many.value = Math.max(...asks.map((one) => cardsOf(one.querySelector("input")).length));
}

function drawn(card) {
  const made = document.createElement("span");
  const suit = card.slice(-1).toLowerCase();
  made.className = `card ${SUITS[suit] ?? "other"}`;
  made.textContent = SIGNS[suit] ? card.slice(0, -1).toUpperCase() + SIGNS[suit] : card;
  return made;
}

function button(text, names, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (names) made.className = names;
  made.addEventListener("click", () => act(made));
  return made;
}

// The rank that was tapped and has no suit yet, and the keypad in use: the page may be fetched again between two taps.
let half = {};
let padInUse = "";

// The keypad of one field: two taps a card. What lies on the table already is grey.
function keypad(ask) {
  const told = document.querySelector("#keypad");
  const field = ask.querySelector("input");
  const most = Number(ask.dataset.most);
  field.addEventListener("input", () => tell(ask, field));
  tell(ask, field);
  const own = [...ask.querySelectorAll(".own .pick")];
  if (own.length) {
    const mark = () => {
      for (const one of own) one.setAttribute("aria-pressed", cardsOf(field).includes(one.dataset.card));
    };
    for (const one of own) {
      one.hidden = false;
      one.addEventListener("click", () => put(field, most, one.dataset.card));
    }
    field.addEventListener("input", mark);
    return mark();
  }
  if (!told) return;
  const pack = JSON.parse(told.textContent);
  const gone = new Set(pack.gone);
  const pad = document.createElement("div");
  pad.className = "keypad";
  const about = `${field.id} ${field.dataset.keep}`;
  let rank = half.about === about ? half.rank : null;
  const choose = (one) => {
    half = { about, rank: (rank = one) };
    grey();
  };
  const ranks = document.createElement("div");
  const suits = document.createElement("div");
  ranks.className = "keys";
  suits.className = "keys suits";
  const grey = () => {
    const used = new Set([...gone, ...cardsOf(field)]);
    for (const key of ranks.children) {
      key.disabled = pack.suits.every((suit) => used.has(key.dataset.rank + suit));
      key.setAttribute("aria-pressed", key.dataset.rank === rank);
    }
    for (const key of suits.querySelectorAll("[data-suit]")) key.disabled = rank === null || used.has(rank + key.dataset.suit);
    for (const key of others.querySelectorAll("[data-card]")) key.disabled = gone.has(key.dataset.card);
  };
  for (const one of [...pack.ranks].reverse()) {
    const key = button(one, "", () => choose(one));
    key.dataset.rank = one;
    ranks.append(key);
  }
  for (const one of pack.suits) {
    const key = button(SIGNS[one] ?? one, SUITS[one], () => {
      put(field, most, rank + one);
      choose(null);
    });
    key.dataset.suit = one;
    key.setAttribute("aria-label", pack.names[one] ?? one);
    suits.append(key);
  }
  const others = document.createElement("div");
  for (const group of pack.others) {
    const keys = document.createElement("div");
    keys.className = "keys";
    for (const one of group.keys) {
      const key = button(one.face, "", () => (put(field, most, one.card), grey()));
      key.setAttribute("aria-label", one.name);
      key.dataset.card = one.card;
      keys.append(key);
    }
    if (group.title) others.append(Object.assign(document.createElement("p"), { className: "label", textContent: group.title }));
    others.append(keys);
  }
  const unseen = Object.assign(document.createElement("div"), { className: "keys" });
  const unknown = button("?", "", () => put(field, most + 99, "??"));
  unknown.setAttribute("aria-label", pack.unknown);
  const back = button("⌫", "", () => say(field, cardsOf(field).slice(0, -1)));
  back.setAttribute("aria-label", pack.back);
  (pack.ranks.length ? suits : unseen).append(unknown, back);
  if (pack.ranks.length) pad.append(ranks, suits);
  if (others.children.length) pad.append(others);
  if (unseen.children.length) pad.append(unseen);
  field.addEventListener("input", grey);
  ask.append(pad);
  // Of several keypads the one is there whose field is being filled in.
  const pads = () => field.form.querySelectorAll(".keypad");
  pad.hidden = pads().length > 1;
  const use = () => {
    padInUse = about;
    for (const one of pads()) one.hidden = one !== pad;
  };
  field.addEventListener("focus", use);
  if (padInUse === about) use();
  grey();
}

// Whoever wins the main pot wins every side pot in which they have a share: there is nothing more to ask. The button says who gets
// what, as the rules have it.
function parts(form) {
  const all = [...form.querySelectorAll("[data-part]")];
  const button = form.querySelector("button:not([type=button])");
  const why = form.querySelector("[data-outcome]");
  const label = button.textContent;
  let asked = 0;
  const tell = async () => {
    const mine = ++asked;
    [button.textContent, why.textContent] = [label, ""];
    if (button.disabled || !form.querySelector(":checked")) return;
    const said = [...new FormData(form)].filter(([name]) => name === "command" || name.startsWith("won:"));
    const answer = await fetch(`${why.dataset.outcome}?${new URLSearchParams({ said: new URLSearchParams(said) })}`).catch(() => null);
    if (mine !== asked || !answer?.ok) return;
    const told = await answer.json();
    [button.textContent, why.textContent] = [told.says || label, told.why];
  };
  const settle = () => {
    const won = {};
    for (const part of all) {
      const before = (won[part.dataset.part] ??= new Set());
      const boxes = [...part.querySelectorAll("input")];
      part.hidden = boxes.some((box) => before.has(box.value));
      for (const box of boxes) {
        box.disabled = part.hidden;
        if (box.checked && !part.hidden) before.add(box.value);
      }
    }
    const open = all.filter((part) => !part.hidden && part.dataset.optional === undefined);
    button.disabled = open.some((part) => !part.querySelector(":checked"));
    tell();
  };
  form.addEventListener("change", settle);
  settle();
}

// What was found last; it stays where it stood while the page is fetched again, so that a thumb meets what it aims at.
const found = document.createElement("ul");
found.id = "found";
found.className = "lines";

// What is said most, in one tap.
function says(button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    button.form.querySelector('[name^="text:"]').value = button.dataset.says;
  });
}

// Games that are called like the letters typed so far, without leaving the table.
function find(field) {
  let last = 0;
  const search = async () => {
    const mine = ++last;
    const letters = field.value.trim();
    field.form.after(found);
    // What is called like that stands where one sees it, above the keys of the phone.
    field.closest("#acts")?.classList.toggle("finding", letters.length > 1);
    if (letters.length < 2) return found.replaceChildren();
    const answer = await ask(`${field.dataset.find}?game=${encodeURIComponent(letters)}`).catch(() => null);
    if (mine !== last || (answer && !answer.ok)) return;
    if (!answer) return found.replaceChildren(Object.assign(document.createElement("li"), { textContent: document.documentElement.dataset.needs }));
    const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
    found.replaceChildren(...(fetched.querySelector("#found")?.children ?? []));
  };
  field.addEventListener("input", search);
  // The page was fetched again while somebody typed here.
  if (field.value) search();
  else found.replaceChildren();
}

let decided = "";

// Whoever is asked stands where one sees them, between what is read at the top and what is done at the bottom.
function showTurn() {
  const turn = document.querySelector(".seat.turn");
  const version = document.querySelector("#main").dataset.version;
  if (!turn || version === decided) return;
  decided = version;
  const [seat, acts, top] = [turn, document.querySelector("#acts"), document.querySelector(".top")].map((one) => one.getBoundingClientRect());
  if (acts.left >= seat.right) return;
  if (seat.bottom > acts.top) scrollBy(0, seat.bottom - acts.top);
  else if (seat.top < top.bottom) scrollBy(0, seat.top - top.bottom);
}

// What was just done here is taken back by one tap where it was done, for so long; a thumb that taps twice does not mean it.
const [UNDO, TWICE] = [5000, 600];
let [doneAt, later] = [-Infinity, 0];
document.addEventListener("sent", ({ detail }) => {
  const page = document.querySelector("#main").dataset.page;
  doneAt = [`${page}/acts`, `${page}/lines`].includes(detail.target) ? Date.now() : -Infinity;
});

function showUndo() {
  const since = Date.now() - doneAt;
  const isFresh = since < UNDO;
  for (const one of document.querySelectorAll(".undo-now")) {
    one.hidden = !isFresh;
    one.querySelector("button").disabled = since < TWICE;
  }
  document.querySelector(".undo")?.toggleAttribute("hidden", isFresh && document.querySelector(".whose .undo-now") !== null);
  clearTimeout(later);
  if (isFresh) later = setTimeout(showUndo, since < TWICE ? TWICE - since : UNDO - since);
}

// On a desk what has happened is always in sight.
const isWide = matchMedia("(min-width: 80rem)");
const openStory = () => document.querySelector("#story")?.toggleAttribute("open", isWide.matches);
isWide.addEventListener("change", openStory);

function begin() {
  measureTop();
  showUndo();
  if (isWide.matches) openStory();
  const deal = sessionStorage.getItem(NAMES_CARDS) && document.querySelector('[data-control="deal"] [data-cards], [data-control="lay"] [data-cards], [data-control="turn"] [data-cards]');
  // While somebody may still call, the buttons of both are in sight.
  if (deal && !document.querySelector('[data-control="call_spit"]')) deal.closest("details").open = true;
  showTurn();
  for (const ask of document.querySelectorAll("[data-cards]")) keypad(ask);
  for (const form of new Set([...document.querySelectorAll("[data-part]")].map((one) => one.closest("form")))) parts(form);
  for (const field of document.querySelectorAll("[data-find]")) find(field);
  for (const button of document.querySelectorAll("[data-says]")) says(button);
}

// Why a button has to be tapped twice, if it has to; with a number that is typed beside it that hangs on the number.
function asks({ dataset, form }) {
  if (dataset.ask) return dataset.ask;
  const number = Number(form?.querySelector('input[name^="number:"], input[inputmode="numeric"]')?.value);
  const beyond = number - Number(dataset.own ?? Infinity);
  if (beyond > 0) return dataset.askBeyond.replace("{number}", number).replace("{beyond}", beyond);
  return number > Number(dataset.largest ?? Infinity) && dataset.askLargest.replace("{number}", number);
}

// What moves more than any bet so far is tapped twice. Another number is another question.
document.addEventListener(
  "click",
  (event) => {
    const asked = event.target.closest?.("[data-ask], [data-own], [data-largest]");
    const why = asked && asks(asked);
    const isMeant = asked?.classList.contains("sure") && document.querySelector("#sure")?.textContent === why;
    if (isMeant) question = null;
    // What is set aside for it is sent once somebody has said that it is meant.
    for (const one of (isMeant && asked.form?.querySelectorAll("[data-meant]")) || []) one.disabled = false;
    if (!why || isMeant) return;
    event.preventDefault();
    event.stopPropagation();
    question = { version: momentShown(), mark: markOf(asked), why };
    askIt(asked);
  },
  true,
);

// What is asked now, of which button at which moment.
let question = null;
const momentShown = () => document.querySelector("#main").dataset.version;
const markOf = ({ form, name, value, textContent }) => [form?.action, name, value, textContent].join();

function askIt(button) {
  for (const one of document.querySelectorAll("button.sure")) one.classList.remove("sure");
  button.classList.add("sure");
  const told = document.querySelector("#sure");
  if (told) [told.textContent, told.hidden] = [question.why, false];
}

// A page that was only fetched again, and shows the same moment, still asks it.
function askOn() {
  if (question?.version !== momentShown()) return (question = null);
  const same = [...document.querySelectorAll("[data-ask], [data-own], [data-largest]")].find((one) => markOf(one) === question.mark);
  if (same && asks(same) === question.why) askIt(same);
}

// A tap beside an open menu closes it and does nothing else: whatever lies beneath was not meant.
document.addEventListener(
  "click",
  (event) => {
    const menu = document.querySelector(".menu[open]");
    if (!menu || menu.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    menu.open = false;
  },
  true,
);
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// Who names the cards goes on naming them: the keypad is open at the next deal.
const NAMES_CARDS = "names-cards";
document.addEventListener("submit", (event) => {
  const ask = event.target.querySelector?.("[data-cards] input");
  const deals = ["deal", "lay", "turn"].includes(event.target.dataset.control);
  if (deals) sessionStorage.setItem(NAMES_CARDS, ask?.value ? "1" : "");
});

// On a keyboard, as in the shorthand: c calls, x checks, f folds, digits bet or raise, slash begins a line.
const KEYS = { c: "call", x: "check", f: "fold", d: "deal", a: "go_all_in" };
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.metaKey || event.ctrlKey || event.altKey) return;
  const acts = document.querySelector("#acts");
  if (!acts) return;
  if (event.key === "/") {
    if (!document.querySelector("#type")) return;
    event.preventDefault();
    document.querySelector("#type").open = true;
    return document.querySelector("#line").focus();
  }
  const named = KEYS[event.key] && `[data-control="${KEYS[event.key]}"] button`;
  const amount = /^[0-9]$/.test(event.key) && `.amounts button[value="${event.key}"]`;
  // What stands behind somebody's name is meant for them once they were chosen.
  const seen = named || amount ? [...acts.querySelectorAll(named || amount)].find((one) => one.checkVisibility()) : null;
  seen?.click();
});

// Who waits to be let in is no event of the night, so the table looks for itself.
const LOOKS = 5000;
setInterval(async () => {
  const main = document.querySelector("#main");
  if (document.hidden || main.dataset.guests === undefined) return;
  const answer = await fetch(`${main.dataset.page}/guests`).catch(() => null);
  if (answer?.ok && (await answer.text()) !== main.dataset.guests) refresh();
}, LOOKS);

// What answers in a betting round; after those that raise, everybody else has to answer anew.
const RAISES = ["bet", "raise", "double_stakes"];
const ANSWERS = [...RAISES, "call", "check", "fold", "pull_shadow"];

// What waits to be sent and moves the hand on: who does what, nobody for the dealer and the table; null for a typed line.
function waiting() {
  const page = document.querySelector("#main").dataset.page;
  const entries = kept();
  if (entries[0]?.trouble) return [];
  const ours = entries.filter(({ target, moves }) => (moves && target === `${page}/acts`) || target === `${page}/lines`);
  return ours.map((one) => (one.moves ? JSON.parse(new URLSearchParams(one.data).get("command")) : null));
}

// Who is asked once all of it is done, in order, and whether somebody has raised: of everybody in the round whoever has answered
// since the last raise is not asked, and whoever has folded never is. The last one in the hand has won it.
function askedAfter(said, people, { whoOpens, betting, in: left }) {
  let asked = people.filter((one) => "waits" in one.dataset).map((one) => one.dataset.player);
  let raised = false;
  const out = new Set();
  const all = people.map((one) => one.dataset.player);
  const behind = (player) => [...all.slice(all.indexOf(player) + 1), ...all.slice(0, all.indexOf(player))];
  const answers = betting === undefined ? said : said.filter(({ type }) => ANSWERS.includes(type));
  answers.forEach(({ type, player }, at) => {
    if (type === "fold") out.add(player);
    if (RAISES.includes(type)) raised = true;
    if (RAISES.includes(type)) asked = behind(player);
    else asked = (at === 0 && whoOpens !== undefined ? behind(player) : asked).filter((one) => one !== player);
    asked = asked.filter((one) => !out.has(one));
  });
  return { asked: Number(left) - out.size > 1 ? asked : [], raised };
}

// While acts wait to be sent, the page asks whoever comes after them. It knows no more than who is in the round: what a line
// says, and what the dealer turns, only the server can tell.
function goOn() {
  const [acts, told] = [document.querySelector("#acts"), document.querySelector("#ahead")];
  if (!acts) return;
  // A player who has acted is asked no more until it is known what came of it.
  if (!told) return acts.querySelectorAll("[data-now]").forEach((one) => (one.hidden = kept().some((entry) => entry.moves && !entry.trouble)));
  acts.querySelector(":scope > .ahead")?.remove();
  for (const seat of document.querySelectorAll(".seat")) seat.classList.toggle("turn", seat.dataset.turn !== undefined);
  const said = waiting();
  if (!said.some((one) => one)) return;
  document.querySelector("#sure").hidden = true;
  const made = Object.assign(document.createElement("div"), { className: "ahead" });
  const isTyped = said.includes(null);
  const acted = said.filter((one) => one);
  const people = [...told.querySelectorAll("template")];
  const { asked, raised } = askedAfter(acted, people, told.dataset);
  const next = acted.every((one) => one.player) ? asked.map((id) => people.find((one) => one.dataset.player === id)) : [];
  const isKnown = next.length && !isTyped;
  if (!isKnown) {
    made.append(Object.assign(document.createElement("div"), { className: "whose" }));
    made.firstChild.append(Object.assign(document.createElement("b"), { className: "serif", textContent: told.dataset.next }));
  }
  if (!next.length) made.append(Object.assign(document.createElement("p"), { className: "quiet", textContent: told.dataset.unknown }));
  const each = Object.assign(document.createElement("div"), { className: "each" });
  for (const one of next) each.append(turnOf(one, raised));
  if (isKnown) each.firstChild.open = true;
  made.append(each);
  acts.querySelector("#sure").after(made);
  for (const ask of made.querySelectorAll("[data-cards]")) keypad(ask);
  for (const seat of document.querySelectorAll(".seat.turn")) seat.classList.remove("turn");
  if (isKnown) document.querySelector(`#seat-${CSS.escape(next[0].dataset.player)}`)?.classList.add("turn");
}

// What one of them may do, behind the name. Each time with keys of its own: the same act may be done twice in a round.
function turnOf({ dataset, content }, raised) {
  const turn = Object.assign(document.createElement("details"), { className: "more other", name: "ahead" });
  turn.append(Object.assign(document.createElement("summary"), { textContent: dataset.name }));
  turn.append(content.querySelector(`[data-when="${raised ? "raised" : "now"}"]`).cloneNode(true));
  for (const form of turn.querySelectorAll("form")) form.elements.key.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return turn;
}

// How high the top is, which stays in sight: the panel and the story have the room below it. One that takes more than half of the
// screen, as with large letters, does not stay.
function measureTop() {
  const top = document.querySelector(".top");
  if (!top) return;
  const isTall = top.offsetHeight > innerHeight / 2;
  document.documentElement.toggleAttribute("data-tall", isTall);
  document.documentElement.style.setProperty("--top", isTall ? "0px" : `${top.offsetHeight}px`);
}

addEventListener("resize", measureTop);
document.addEventListener("waiting", goOn);
document.addEventListener("shown", begin);
document.addEventListener("shown", askOn);
goOn();
begin();
