/**
 * What opens above a page has an entry of its own in the browser's history, with the page's address: Back closes it
 * and stays on the page. The router's part of the entry stays as it is, so that the router sees no other page.
 */
type Entry = { id: string; onBack: () => void };

/** Open ones, the topmost last. */
const open: Entry[] = [];
/** True from the moment in which the app itself goes back until it has arrived. */
let isLeaving = false;
let isListening = false;

function stateNow(): Record<string, unknown> {
  return (window.history.state ?? {}) as Record<string, unknown>;
}

function push({ id }: Entry): void {
  window.history.pushState({ ...stateNow(), overlay: id }, "");
}

function leave(): void {
  isLeaving = true;
  window.history.back();
}

function onArrival(): void {
  if (isLeaving) {
    isLeaving = false;
    // What has opened meanwhile could not be entered before: its entry would have been the one that was left.
    for (const entry of open) if (stateNow()["overlay"] !== entry.id) push(entry);
    return;
  }
  const top = open.at(-1);
  // The entry of something that a link led away from: there is nothing to see.
  if (top === undefined && stateNow()["overlay"] !== undefined) leave();
  if (top !== undefined && stateNow()["overlay"] !== top.id) top.onBack();
}

/** Enters something that has opened; answers what to call when it has closed, in whichever way. `onBack`: Back was pressed. */
export function enterHistory(id: string, onBack: () => void): () => void {
  if (!isListening) window.addEventListener("popstate", onArrival);
  isListening = true;
  const entry = { id, onBack };
  open.push(entry);
  if (!isLeaving) push(entry);
  return () => {
    open.splice(open.indexOf(entry), 1);
    // A link that was followed has put another page on top: its way back passes here, and goes on.
    if (!isLeaving && stateNow()["overlay"] === id) leave();
  };
}

/** Back was pressed, but what is open stays: Back shall be able to ask again. */
export function enterAgain(id: string): void {
  const entry = open.find((one) => one.id === id);
  if (entry !== undefined) push(entry);
}
