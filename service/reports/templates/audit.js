"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const items = [...find("events").children];
  const last = items.length;
  const slider = find("at");
  const hands = find("hand");
  const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
  const said = (what, parts = {}) => data.say[what].replace(/\{(\w+)\}/g, (_, name) => String(parts[name]));
  // More seats than this stand in rows.
  const AROUND_MOST = 10;
  let at = 0;
  let now = {};

  const made = (tag, text = "", kind = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };

  // The table at an event: on from where it is, or from the beginning.
  const tableAt = (number) => {
    let from = at;
    const state = number >= from ? { ...now } : {};
    if (number < from) from = 0;
    for (let event = from; event < number; event += 1) Object.assign(state, data.changes[event]);
    return state;
  };

  const card = (text) => {
    const suit = SUITS[text.slice(-1)];
    const element = made("span", text, text === "??" ? "closed" : suit || "");
    if (text === "??") {
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", said("closed"));
    } else if (suit) {
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", said(text.slice(-1), { rank: text.slice(0, -1) }));
    }
    return element;
  };

  const seats = data.seats.map((name) => {
    const element = made("li");
    element.hidden = true;
    find("seats").append(element);
    return { name, element };
  });

  const drawSeat = (place, state, before) => {
    const { name, element } = seats[place];
    const words = state[place];
    element.hidden = words === null || words === undefined;
    if (element.hidden) return;
    const chips = state[place + "chips"];
    const turn = state[place + "turn"];
    const change = typeof chips === "number" && typeof before[place + "chips"] === "number" ? chips - before[place + "chips"] : 0;
    element.className = [turn >= 0 ? "turn" : "", change ? "moved" : "", state[place + "out"] ? "out" : ""].join(" ").trim();
    const title = made("div", "", "name");
    title.append(made("span", name), made("span", chips === "box" ? said("box") : String(chips), "chips"));
    const parts = [title];
    if (change) parts.push(made("span", (change > 0 ? "+" : "−") + Math.abs(change), "change " + (change > 0 ? "gain" : "loss")));
    if (words) parts.push(made("div", words, "words"));
    if (state[place + "in"]) parts.push(made("div", said("put in", { chips: state[place + "in"] }), "words"));
    if (state[place + "result"]) parts.push(made("div", state[place + "result"], "words"));
    if (turn >= 0) parts.push(made("div", turn ? said("to stay", { chips: turn }) : said("to act"), "asked"));
    const cards = state[place + "cards"];
    if (cards.length) {
      const held = made("div", "", "cards");
      held.append(...cards.map(card));
      parts.push(held);
    }
    element.replaceChildren(...parts);
  };

  // The seats stand around the table in their order; those who have not come yet take no place.
  const place = () => {
    const shown = seats.filter((seat) => !seat.element.hidden);
    document.querySelector(".table").classList.toggle("around", shown.length <= AROUND_MOST);
    shown.forEach((seat, number) => {
      const angle = ((number + 0.5) / shown.length) * 2 * Math.PI + Math.PI / 2;
      seat.element.style.setProperty("--x", `${50 + 40 * Math.cos(angle)}%`);
      seat.element.style.setProperty("--y", `${50 + 40 * Math.sin(angle)}%`);
    });
  };

  const drawFelt = (state) => {
    find("game").textContent = state.hand || state.phase;
    find("stage").textContent = [state.stage, state.price ? said("price", { chips: state.price }) : ""].filter(Boolean).join(" · ");
    const lying = state.board.map(card);
    for (const [who, played] of state.trick) {
      const cell = card(played);
      cell.title = data.seats[who];
      lying.push(cell);
    }
    find("board").replaceChildren(...lying);
    find("pots").replaceChildren(
      ...state.pots.map(([name, chips, whose]) => {
        const element = made("li", `${name} `);
        element.append(made("b", String(chips)));
        if (whose && state.pots.length > 1) element.append(made("small", said("for", { players: whose })));
        return element;
      }),
    );
    const beside = state.beside.map(([name, chips]) => `${name} ${chips}`);
    if (state.owed.length) beside.unshift(said("owed", { markers: state.owed[0], owed: state.owed[1] }));
    find("beside").textContent = beside.join(" · ");
  };

  const tell = (number) => {
    const item = items[number - 1];
    const time = actAt(number).querySelector("small:not(.bad)");
    find("which").textContent = `${said("event", { number, last })}${time ? ` · ${time.textContent}` : ""}`;
    find("said").replaceChildren(...[...item.querySelector("s, span").cloneNode(true).childNodes]);
    const isVoid = item.querySelector(".bad");
    find("void").textContent = isVoid ? said("void", { void: isVoid.textContent }) : "";
    // A rule that moved chips of several people is said once.
    const byRule = new Map();
    for (const move of item.querySelectorAll("i")) {
      const href = move.querySelector("a").getAttribute("href");
      byRule.set(href, [...(byRule.get(href) || []), move.firstChild.textContent.trim()]);
    }
    find("moved").replaceChildren(
      ...[...byRule].map(([href, amounts]) => {
        const rule = document.querySelector(href);
        const element = made("li", amounts.join(" · "));
        const why = made("small");
        const named = made("a", rule.querySelector("b").textContent);
        named.href = href;
        why.append(named, `: ${rule.lastChild.textContent.trim()}`);
        element.append(why);
        return element;
      }),
    );
  };

  const actAt = (number) => {
    let act = number;
    while (act > 1 && items[act - 1].classList.contains("follows")) act -= 1;
    return items[act - 1];
  };

  const handAt = (number) => {
    let found = -1;
    data.hands.forEach(([begins], index) => {
      if (begins <= number) found = index;
    });
    return found;
  };

  const show = (wanted, follow = true) => {
    const number = Math.min(last, Math.max(1, wanted));
    const state = tableAt(number);
    const before = number > 1 ? tableBefore(number, state) : {};
    items[at - 1]?.classList.remove("here");
    [at, now] = [number, state];
    items[at - 1].classList.add("here");
    drawFelt(state);
    seats.forEach((_, index) => drawSeat(index, state, before));
    place();
    tell(number);
    slider.value = String(number);
    slider.setAttribute("aria-valuetext", said("at", { number, last, event: find("said").textContent }));
    const hand = handAt(number);
    hands.value = String(hand);
    find("before").disabled = find("act-before").disabled = number === 1;
    find("after").disabled = find("act-after").disabled = number === last;
    find("hand-before").disabled = hand < 0;
    find("hand-after").disabled = hand === data.hands.length - 1;
    if (follow) {
      const list = find("events");
      list.scrollTop += items[at - 1].getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
    }
    history.replaceState(null, "", `#at-${number}`);
  };

  // What the event changed is found by the table one event earlier.
  const tableBefore = (number, state) => {
    if (at === number - 1) return now;
    const earlier = {};
    const wanted = new Set(Object.keys(data.changes[number - 1]).filter((key) => key.endsWith("chips")));
    for (const key of Object.keys(state)) if (key.endsWith("chips") && !wanted.has(key)) earlier[key] = state[key];
    for (let event = number - 2; event >= 0 && wanted.size; event -= 1) {
      for (const key of wanted) {
        if (key in data.changes[event]) {
          earlier[key] = data.changes[event][key];
          wanted.delete(key);
        }
      }
    }
    return earlier;
  };

  const act = (step) => {
    let number = at + step;
    while (number > 1 && number <= last && items[number - 1].classList.contains("follows")) number += step;
    show(number > last ? last : number);
  };

  const toHand = (step) => {
    const hand = handAt(at);
    const begins = hand >= 0 ? data.hands[hand][0] : 1;
    if (step < 0) show(at > begins ? begins : hand > 0 ? data.hands[hand - 1][0] : 1);
    else if (hand + 1 < data.hands.length) show(data.hands[hand + 1][0]);
  };

  hands.append(new Option(said("before"), "-1"));
  data.hands.forEach(([, number, game], index) => hands.append(new Option(`${number} · ${game}`, String(index))));
  hands.addEventListener("change", () => show(Number(hands.value) < 0 ? 1 : data.hands[Number(hands.value)][0]));
  slider.addEventListener("input", () => show(Number(slider.value)));
  const on = (id, go) => find(id).addEventListener("click", go);
  on("before", () => show(at - 1));
  on("after", () => show(at + 1));
  on("act-before", () => act(-1));
  on("act-after", () => act(1));
  on("hand-before", () => toHand(-1));
  on("hand-after", () => toHand(1));
  find("events").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item && !event.target.closest("a")) show(items.indexOf(item) + 1, false);
  });
  const KEYS = {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    ArrowUp: () => act(-1),
    ArrowDown: () => act(1),
    PageUp: () => toHand(-1),
    PageDown: () => toHand(1),
    Home: () => show(1),
    End: () => show(last),
  };
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target.closest("select, #events, a");
    if (elsewhere || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    // Up and down scroll the page, unless the table is what is steered.
    if (/^(Arrow(Up|Down)|Page|Home|End)/.test(event.key) && !event.target.closest("#player")) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  const asked = () => Number((location.hash.match(/^#(?:at|event)-(\d+)$/) || [])[1] || 0);
  window.addEventListener("hashchange", () => {
    if (asked()) show(asked());
  });

  document.documentElement.classList.add("live");
  find("player").hidden = false;
  show(asked() || 1);
})();
