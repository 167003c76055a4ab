// A code that was scanned names behind the # where it leads. A phone that trusts the house goes there over https at once, also when
// it comes back from its settings; any other is shown how, or goes on without it. The secret stays on the phone.
const way = location.hash.slice(1);
const [secure, without] = ["secure", "without"].map((id) => document.getElementById(id));

async function goOn() {
  // Answered only to who trusts the certificate; what is answered does not matter.
  const asked = fetch(new URL("/trust/chipbook.crt", secure.href), { mode: "no-cors", cache: "no-store" });
  await asked.then(() => location.replace(secure.href), () => {});
}

if (/^\/(join|found)\/\w+$/.test(way)) {
  // The code names the machine as its certificate does.
  secure.href = new URL(way, Object.assign(new URL(secure.href), { hostname: location.hostname }));
  without.querySelector("a").href = way;
  without.hidden = false;
  document.addEventListener("visibilitychange", () => document.hidden || goOn());
  goOn();
}
