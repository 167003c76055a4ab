// Passkeys: asks the server for options, the browser for its answer, and tells the server.

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const said = document.querySelector("#said");

// What the server refuses it says itself, in the language of the page; everything else the page has words for.
class Refused extends Error {}
const WORDS = { NotAllowedError: "none", AbortError: "none", InvalidStateError: "known", TypeError: "unreachable" };
const wordFor = (problem) => (problem instanceof Refused ? problem.message : said.dataset[WORDS[problem.name] ?? "unable"]);

async function post(path, body) {
  const answer = await fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(told.detail);
  return told;
}

async function make() {
  const { options } = await post("/me/passkey-options", {});
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
    },
  });
  await post("/me/passkeys", {
    label: navigator.userAgentData?.platform || navigator.platform || said.dataset.device,
    id: made.id,
    client_data: text(made.response.clientDataJSON),
    attestation: text(made.response.attestationObject),
  });
  location.reload();
}

async function use() {
  const { options } = await post("/sign-in/options", {});
  const used = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] },
  });
  await post("/sign-in", {
    id: used.id,
    client_data: text(used.response.clientDataJSON),
    authenticator_data: text(used.response.authenticatorData),
    signature: text(used.response.signature),
    user_handle: text(used.response.userHandle),
  });
  location.assign("/");
}

function offer(button, act) {
  button?.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = "";
    try {
      await act();
    } catch (problem) {
      // Whoever closes the question of the browser has changed their mind.
      said.textContent = wordFor(problem);
    } finally {
      button.disabled = false;
    }
  });
}

// Browsers have passkeys over TLS only, and on their own machine.
if (window.PublicKeyCredential) {
  document.querySelector("#passkey").hidden = false;
  offer(document.querySelector("#make-passkey"), make);
  offer(document.querySelector("#use-passkey"), use);
} else {
  document.querySelector("#no-passkey")?.removeAttribute("hidden");
}
