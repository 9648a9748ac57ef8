import { readStored, writeStored } from "@/lib/storage";
import { createStore } from "@/lib/store";

export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** A failure that is shown on the page it leads to. Any other ends with the page that it happened on. */
  staysOnNavigation?: boolean;
  /** What can be pressed in it: "Undo", "Read". Such a toast stays its time, whatever page is opened meanwhile. */
  action?: { label: string; run: () => void };
  /** How long it stays, in milliseconds, unless somebody reads it or reaches for it. */
  shownMs?: number;
  /** Called when it leaves in any way but by its action. */
  onGone?: () => void;
  /** Called instead where its account has left before it. */
  onForgotten?: () => void;
};
type Shown = Toast & { id: number };

const STORAGE_KEY = "toast";
/** What is shown now. */
export const toastStore = createStore<Shown | null>(null);
let count = 0;
let hasTravelled = false;
let queue: readonly Toast[] = [];

/** `gone` is what leaves in any way but by its action. */
function publish(next: Shown | null, gone = toastStore.get()): void {
  toastStore.set(next);
  gone?.onGone?.();
  const [queued, ...later] = queue;
  if (toastStore.get() === null && queued !== undefined) {
    queue = later;
    showToast(queued);
  }
}

/** Shows a toast in place of the one that is shown: there is at most one (specification point 9). */
export function showToast(toast: Toast): void {
  count += 1;
  hasTravelled = false;
  publish({ ...toast, id: count });
}

/** Shows a toast that must outlive a reload of the page, such as the one after signing in. */
export function showToastAfterReload(toast: Pick<Toast, "title" | "description">): void {
  writeStored("session", STORAGE_KEY, JSON.stringify(toast));
}

/** Shows what was left for after the reload, if it is a toast: anybody can write there. The app calls it once at its start. */
export function showLeftToast(): void {
  const left = readStored("session", STORAGE_KEY);
  writeStored("session", STORAGE_KEY, null);
  try {
    const { title, description } = Object(JSON.parse(left ?? "null")) as Record<string, unknown>;
    if (typeof title === "string") showToast({ title, ...(typeof description === "string" && { description }) });
  } catch {
    // Nothing of ours.
  }
}

/**
 * Shows a message that nobody on this page has asked for. It waits while a toast stands that ends something by leaving, or that says
 * what failed: one that is replaced before it is rendered has never been read.
 */
export function announce(toast: Toast): void {
  const current = toastStore.get();
  if (current !== null && (current.onGone !== undefined || current.variant === "destructive"))
    queue = [...queue, toast];
  else showToast(toast);
}

/** Does what the toast offers; it leaves with that. */
export function takeToastAction(): void {
  const taken = toastStore.get();
  publish(null, null);
  taken?.action?.run();
}

export function dismissToast(): void {
  if (toastStore.get() !== null) publish(null);
}

/** Its account has left: nothing of it is shown any more, and nothing follows from what was shown. */
export function forgetToasts(): void {
  const forgotten = toastStore.get();
  queue = [];
  publish(null, null);
  forgotten?.onForgotten?.();
}

/** A page was left. What failed there ends with it; a message goes along once, with the act that has left the page. */
export function endPage(): void {
  const current = toastStore.get();
  if (current?.action !== undefined) return;
  const staysBehind = current?.variant === "destructive" && current.staysOnNavigation !== true;
  if (staysBehind || hasTravelled) dismissToast();
  hasTravelled = true;
}
