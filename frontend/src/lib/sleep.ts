import { deviceTime } from "./server-clock";

const LOOK_MS = 1000;
// Browsers let a hidden page look once a minute: whoever was silent for longer was not only hidden.
const SLEEP_MS = 90_000;

/**
 * Tells when the device, or this page, wakes up from a sleep: what happened meanwhile has not been heard here, and
 * connections may be dead without saying so. Returns the function that ends it.
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
  // What the browser itself had frozen.
  document.addEventListener("resume", onWake);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("online", look);
    document.removeEventListener("resume", onWake);
  };
}
