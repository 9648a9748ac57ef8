import { deviceTime } from "./server-clock";

const LOOK_MS = 1000;
// Hidden pages get a timer once a minute, so a longer gap means that the device or page slept.
const SLEEP_MS = 90_000;

/**
 * Calls back after the device or page has slept: events were missed, and connections may be dead without an error.
 * Returns a function that stops it.
 */
export function onAwake(listener: () => void): () => void {
  let lookedAt = deviceTime();
  const onWake = (): void => {
    lookedAt = deviceTime();
    listener();
  };
  const look = (): void => {
    if (deviceTime() - lookedAt > SLEEP_MS) onWake();
    else lookedAt = deviceTime();
  };

  const timer = setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  // Fired by the browser after it had frozen the page.
  document.addEventListener("resume", onWake);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("online", look);
    document.removeEventListener("resume", onWake);
  };
}
