// Sends a text or a file of the server to others: by the sheet of the system where there is one, else the text goes to the clipboard
// and the file is saved. Over plain http a browser has neither, and the text stands there, marked.
document.addEventListener("click", (event) => {
  const place = event.target.closest?.(".share summary")?.parentElement;
  if (!place || place.open) return;
  const text = place.querySelector("textarea").value;
  if (navigator.share) {
    event.preventDefault();
    return navigator.share({ text }).catch(({ name }) => (place.open = name !== "AbortError"));
  }
  const copied = place.querySelector("[role=status]");
  navigator.clipboard?.writeText(text).then(() => (copied.hidden = false), () => {});
});

document.addEventListener("toggle", ({ target }) => target.open && target.matches(".share details") && target.querySelector("textarea").select(), true);

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.(".share a[download]");
  const file = (...content) => new File(content, link.download, { type: link.type });
  if (!link || !navigator.canShare?.({ files: [file("")] })) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    await navigator.share({ files: [file(await answer.blob())] });
  } catch ({ name }) {
    // Drawing it took longer than the browser remembers the tap, or nothing answered.
    if (name !== "AbortError") location.assign(link.href);
  }
});
