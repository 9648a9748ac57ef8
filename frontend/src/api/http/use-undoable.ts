import { useSyncExternalStore } from "react";

import { t } from "@/i18n/i18n";
import { createStore } from "@/lib/store";
import { announce, showToast } from "@/ui/overlay/toast";

import { ApiError, NetworkError } from "./api-error";
import { outlivingPage } from "./client";
import { errorText } from "./error-text";

/** How long an act can be taken back. */
export const UNDO_MS = 10_000;

/** An act that can be taken back, because it is only sent when that time is over. */
type HeldAct = {
  /** What is acted on ("card 42"), for `isHeld`. One name is held once. */
  name: string;
  /** What the toast says: the act as done. */
  title: string;
  description?: string;
  /** Does it at the server. */
  send: () => Promise<unknown>;
  onUndone?: () => void;
  /** It may wait for a connection: any other act is refused at once where there is none, and not only when its time is over. */
  mayWait?: true;
};

type Acts = {
  /** What was pressed, and is neither answered by the server nor taken back. */
  held: ReadonlyMap<string, HeldAct>;
  /** What the server refused, until it is tried again. */
  failed: ReadonlyMap<string, unknown>;
};

// Kept here and not in a component: an act goes on while other pages are looked at.
const acts = createStore<Acts>({ held: new Map(), failed: new Map() });
const held = new Set<string>();

function without<T>(map: ReadonlyMap<string, T>, name: string): Map<string, T> {
  return new Map([...map].filter(([other]) => other !== name));
}

function end(name: string): void {
  acts.set({ ...acts.get(), held: without(acts.get().held, name) });
}

function fail(name: string, error: unknown): void {
  acts.set({ held: without(acts.get().held, name), failed: new Map(acts.get().failed).set(name, error) });
  // The account has left meanwhile: nobody is here who did it.
  if (error instanceof ApiError && error.status === 401) return;
  // Its page may not be the one that is looked at, and another act may be held by now: it keeps its time.
  announce({
    title: t("common.error.title"),
    description: errorText(error),
    variant: "destructive",
    staysOnNavigation: true,
  });
}

/** Sends what is held under a name, once; it stays held until the server has answered. */
async function send(name: string): Promise<void> {
  const act = acts.get().held.get(name);
  if (act === undefined || !held.delete(name)) return;
  try {
    await act.send();
    end(name);
  } catch (error) {
    fail(name, error);
  }
}

function forget(name: string): void {
  held.delete(name);
  end(name);
}

function undo(name: string): void {
  const act = acts.get().held.get(name);
  if (act === undefined || !held.delete(name)) return;
  end(name);
  act.onUndone?.();
}

function sendAsPageGoes(): void {
  outlivingPage(() => {
    for (const name of [...held]) void send(name);
  });
}

function hold(act: HeldAct): void {
  if (acts.get().held.has(act.name)) return;
  if (!navigator.onLine && act.mayWait !== true) {
    fail(act.name, new NetworkError("connection"));
    act.onUndone?.();
    return;
  }
  // Listens again and again: adding the same listener twice adds it once.
  window.addEventListener("pagehide", sendAsPageGoes);
  held.add(act.name);
  acts.set({ held: new Map(acts.get().held).set(act.name, act), failed: without(acts.get().failed, act.name) });
  showToast({
    title: act.title,
    ...(act.description === undefined ? {} : { description: act.description }),
    action: { label: t("common.undo"), run: () => undo(act.name) },
    shownMs: UNDO_MS,
    onGone: () => void send(act.name),
    // Whose it was is here no longer, and nobody else may do it.
    onForgotten: () => forget(act.name),
  });
}

/** Sends at once what is still held, and waits for it: its account is about to leave. */
export async function sendHeldActs(): Promise<void> {
  await Promise.all([...held].map((name) => send(name)));
}

type Undoable = {
  /** True from the press until the server has answered or the act was taken back: to be shown as done. */
  isHeld: (name: string) => boolean;
  /** What its toast says of it, as long as it is held. */
  heldTitle: (name: string) => string | undefined;
  /** Why the server refused it, to be said where it was pressed; undefined where it did not. A toast says it, too. */
  failureOf: (name: string) => unknown;
  /**
   * Shows an act as done and sends it when its toast leaves, after ten seconds: until then its "Undo" takes it back. A page
   * that is closed sends it, too.
   */
  hold: (act: HeldAct) => void;
};

/** Acts with ten seconds to take them back. */
export function useUndoable(): Undoable {
  const { held, failed } = useSyncExternalStore(acts.subscribe, acts.get, acts.get);
  return {
    isHeld: (name) => held.has(name),
    heldTitle: (name) => held.get(name)?.title,
    failureOf: (name) => failed.get(name),
    hold,
  };
}
