// Keeps the screen of the tablet awake where the browser lets a page do that (it wants https), also after it was covered.
const wake = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", wake);
wake();
