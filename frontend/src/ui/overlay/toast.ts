import { readStored, writeStored } from "@/lib/storage";
import { createStore } from "@/lib/store";

export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** A failure to be shown on the page that it leads to. Others are removed when their page is left. */
  staysOnNavigation?: boolean;
  /** A button: "Undo", "Read". Such a toast stays its full time, across navigations. */
  action?: { label: string; run: () => void };
  /** Duration in milliseconds; paused while it is hovered or focused. */
  shownMs?: number;
  /** Called when it closes, unless by its action. */
  onGone?: () => void;
  /** Called instead if its account signs out first. */
  onForgotten?: () => void;
};
type Shown = Toast & { id: number };

const STORAGE_KEY = "toast";
/** The visible toast; null for none. */
export const toastStore = createStore<Shown | null>(null);
let count = 0;
let hasTravelled = false;
/** The address at which it was shown: that of the next page already, while the code of that one is on its way. */
let shownAt = "";
let queue: readonly Toast[] = [];

/** `gone` is the toast to report as gone; null after its action. */
function publish(next: Shown | null, gone = toastStore.get()): void {
  toastStore.set(next);
  gone?.onGone?.();
  const [queued, ...later] = queue;
  if (toastStore.get() === null && queued !== undefined) {
    queue = later;
    showToast(queued);
  }
}

/** Replaces the visible toast: there is at most one (specification point 9). */
export function showToast(toast: Toast): void {
  count += 1;
  hasTravelled = false;
  shownAt = window.location.pathname;
  publish({ ...toast, id: count });
}

/** Stores a toast to be shown after a reload, as after signing in. */
export function showToastAfterReload(toast: Pick<Toast, "title" | "description">): void {
  writeStored("session", STORAGE_KEY, JSON.stringify(toast));
}

/** Shows the toast stored before a reload; validated, because anyone can write to the storage. Called once at start. */
export function showLeftToast(): void {
  const left = readStored("session", STORAGE_KEY);
  writeStored("session", STORAGE_KEY, null);
  try {
    const { title, description } = Object(JSON.parse(left ?? "null")) as Record<string, unknown>;
    if (typeof title === "string") showToast({ title, ...(typeof description === "string" && { description }) });
  } catch {
    // Not ours.
  }
}

/**
 * Shows a toast that the user did not cause. It waits while the visible one is undoable or reports an error: replaced
 * before being rendered, that would never be read.
 */
export function announce(toast: Toast): void {
  const current = toastStore.get();
  if (current !== null && (current.onGone !== undefined || current.variant === "destructive"))
    queue = [...queue, toast];
  else showToast(toast);
}

/** Runs the toast's action, and closes it. */
export function takeToastAction(): void {
  const taken = toastStore.get();
  publish(null, null);
  taken?.action?.run();
}

export function dismissToast(): void {
  if (toastStore.get() !== null) publish(null);
}

/** The account signed out: removes its toasts without running what they would have triggered. */
export function forgetToasts(): void {
  const forgotten = toastStore.get();
  queue = [];
  publish(null, null);
  forgotten?.onForgotten?.();
}

/** After a navigation: removes errors of the left page; a message survives one navigation, that of its own action. */
export function endPage(): void {
  const current = toastStore.get();
  if (current?.action !== undefined) return;
  const staysBehind =
    current?.variant === "destructive" && current.staysOnNavigation !== true && shownAt !== window.location.pathname;
  if (staysBehind || hasTravelled) dismissToast();
  hasTravelled = true;
}
