// Says beside the number of an event which one it is, as far as the story shows it.
function named() {
  const field = document.querySelector("#wrong-event");
  const told = document.querySelector("#wrong-told");
  const number = field && document.querySelector(`a.number[data-event="${CSS.escape(field.value.trim())}"]`);
  if (told) told.textContent = number?.closest("li").querySelector(".told").textContent ?? "";
}
document.addEventListener("input", (event) => event.target.id === "wrong-event" && named());
document.addEventListener("shown", named);

// A tap on the number of an event puts it into the dispute and opens that; without this script it is typed.
document.addEventListener("click", (event) => {
  const number = event.target.closest?.("a.number");
  const field = document.querySelector("#wrong-event");
  if (!number || !field) return;
  event.preventDefault();
  field.value = number.dataset.event;
  field.closest("details").open = true;
  named();
  document.querySelector("#wrong-words").focus();
});
