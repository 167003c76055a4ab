// Signs what is settled with a key of this phone, which was made here, lies in its IndexedDB, and cannot be read out of it, not even by
// this script. Browsers sign at an address with https and at localhost only; elsewhere the page says so.
const whose = () => document.querySelector("#main").dataset.whose;
const canSign = () => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB && whose());
const [BOOK, KEYS, P256] = ["chipbook", "keys", { name: "ECDSA", namedCurve: "P-256" }];

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function shelf(mode) {
  const opening = indexedDB.open(BOOK, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(KEYS);
  return (await done(opening)).transaction(KEYS, mode).objectStore(KEYS);
}

// The key of whoever is signed in here; made the first time they sign. Whoever was signed out from elsewhere and signs in anew has
// another one: the old one ended with the session.
async function ownKey() {
  const session = `${whose()}:${document.querySelector("#main").dataset.session}`;
  const known = await done((await shelf("readonly")).get(session));
  if (known) return known;
  const made = await crypto.subtle.generateKey(P256, false, ["sign", "verify"]);
  await done((await shelf("readwrite")).put(made, session));
  return made;
}

const hex = (bytes) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, "0")).join("");

// The signature of whoever is signed in over what they say, and the public half of their key. The text has the fields in the order
// of the alphabet, without spaces, as the server checks it.
export async function signedBy({ answer, club, event, head, night, reason, version }) {
  const { publicKey, privateKey } = await ownKey();
  const about = event ? { event } : {};
  const text = JSON.stringify({ answer, club, ...about, format: "chipbook signature", head, night, reason, version });
  const made = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, new TextEncoder().encode(text));
  return { public: hex(await crypto.subtle.exportKey("raw", publicKey)), signature: hex(made) };
}

async function sign(form) {
  const { answer, event, head, version, reason, signature, public: key } = form.elements;
  if (reason) reason.value = reason.value.trim();
  const { club, night } = form.closest("[data-signs]").dataset;
  const numbers = { event: Number(event.value), version: Number(version.value) };
  const said = { answer: answer.value, club, head: head.value, night, reason: reason?.value ?? "", ...numbers };
  const made = await signedBy(said);
  [signature.value, key.value] = [made.signature, made.public];
}

// Signs the form before the page sends it; the next time it is signed anew. News may put another page in the place of this one
// meanwhile, so that no form is left to be submitted.
document.addEventListener(
  "submit",
  async (event) => {
    const form = event.target;
    if (!form.matches("form[data-sign]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    try {
      await sign(form);
    } catch (problem) {
      form.removeAttribute("aria-busy");
      throw problem;
    }
    // Loaded here, because a phone also signs by itself where a page sends its own forms.
    const { send } = await import("./page.js");
    send(form, event.submitter);
    form.elements.signature.value = "";
  },
  true,
);

function offer() {
  for (const one of document.querySelectorAll("[data-signs]")) one.hidden = !canSign();
  for (const one of document.querySelectorAll("[data-signs-not]")) one.hidden = canSign();
}

document.addEventListener("shown", offer);
offer();
