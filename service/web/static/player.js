// A tap on the number of an event puts it into the dispute and opens that; without this script it is typed.
document.addEventListener("click", (event) => {
  const number = event.target.closest?.("a.number");
  const field = document.querySelector("#wrong-event");
  if (!number || !field) return;
  event.preventDefault();
  field.value = number.dataset.event;
  field.closest("details").open = true;
  document.querySelector("#wrong-words").focus();
});
