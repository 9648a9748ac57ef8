/**
 * An overlay gets its own history entry with the same URL, so that Back closes it without leaving the page. It keeps
 * the router's history state, so that the router sees no navigation.
 */
type Entry = { id: string; onBack: () => void };

/** Open overlays, the topmost last. */
const open: Entry[] = [];
/** True from our own history.back() until its popstate. */
let isLeaving = false;
let isListening = false;
let afterLeaving: (() => void)[] = [];

function stateNow(): Record<string, unknown> {
  return (window.history.state ?? {}) as Record<string, unknown>;
}

function push({ id }: Entry): void {
  // The entry below, so that Back to it differs from a new address: a link to a part of the page has left it no state.
  if (window.history.state === null) window.history.replaceState({}, "");
  window.history.pushState({ ...stateNow(), overlay: id }, "");
}

function leave(): void {
  isLeaving = true;
  window.history.back();
}

function onArrival({ state }: PopStateEvent): void {
  const here = stateNow()["overlay"];
  if (isLeaving) {
    // The entry of another overlay that closed at the same moment goes as well.
    isLeaving = here !== undefined && open.every(({ id }) => id !== here);
    if (isLeaving) {
      leave();
      return;
    }
    // Overlays opened meanwhile had to wait: history.back() would have removed their entries.
    for (const entry of open) if (stateNow()["overlay"] !== entry.id) push(entry);
    // One frame later, when the browser has restored the scroll position of the entry below.
    for (const act of afterLeaving) requestAnimationFrame(act);
    afterLeaving = [];
    return;
  }
  // A new address, as that of a notification, is not Back. The router may already have replaced its entry.
  if (state === null) return;
  const top = open.at(-1);
  // Its own entry, too, is only come to by Back: from a new address that was opened above it.
  if (top !== undefined) top.onBack();
  // A leftover entry of an overlay that was left by a link: skip it.
  else if (here !== undefined) leave();
}

/** Adds a history entry for an open overlay; returns what to call when it closes. `onBack`: Back was pressed. */
export function enterHistory(id: string, onBack: () => void): () => void {
  if (!isListening) window.addEventListener("popstate", onArrival);
  isListening = true;
  const entry = { id, onBack };
  open.push(entry);
  if (!isLeaving) push(entry);
  return () => {
    open.splice(open.indexOf(entry), 1);
    // After following a link our entry is not on top; Back will skip it later.
    if (!isLeaving && stateNow()["overlay"] === id) leave();
  };
}

/** Runs once the overlay that is being closed has left the history: before that, the browser would scroll back. */
export function onceClosed(act: () => void): void {
  if (open.length === 0 && !isLeaving) requestAnimationFrame(act);
  else afterLeaving.push(act);
}

/** Back was pressed, but the overlay stays open: add its entry again if it is gone, so that Back can ask again. */
export function enterAgain(id: string): void {
  const entry = open.find((one) => one.id === id);
  if (entry !== undefined && stateNow()["overlay"] !== id) push(entry);
}
