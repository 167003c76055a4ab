// Looks every few seconds who has come, while the code is shown. Without this script a button does.
setInterval(() => {
  if (!document.hidden && !document.activeElement?.closest(".guest")) document.querySelector("#again")?.requestSubmit();
}, 4000);
