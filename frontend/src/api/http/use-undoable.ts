import { useSyncExternalStore } from "react";

import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { inTime } from "@/lib/in-time";
import { createStore } from "@/lib/store";
import { hasStore } from "@/offline/fallback";
import type * as queue from "@/offline/queue";
import { announce, dismissToast, showToast, toastStore } from "@/ui/overlay/toast";

import { ApiError, isUnanswered, NetworkError } from "./api-error";
import { intentionOf, keyOf } from "./attempts";
import { errorText } from "./error-text";
import type { HeldWrite } from "./use-write";

/** How long an action can be undone. */
const UNDO_MS = 10_000;

/** An action that is only sent when its undo time is over. */
type HeldAct = HeldWrite & {
  /** Identifies it for `isHeld` ("card 42"). Only one per name is held. */
  name: string;
  /** The toast's text, as if already done. */
  title: string;
  description?: string;
  /** Called when it was taken back, or has failed. */
  onNotDone?: () => void;
  /** It can be queued offline; all others fail at once while offline, not only when the undo time is over. */
  mayWait?: true;
};

/** With the account that pressed it: the page may show somebody else by the time that it is sent. */
type PressedAct = HeldAct & { account: string | null };

type Acts = {
  /** Pressed, and neither answered by the server nor undone. */
  held: ReadonlyMap<string, HeldAct>;
  /** Errors by name, until the next try. */
  failed: ReadonlyMap<string, unknown>;
};

// In a module store, because a held action goes on after navigation.
const acts = createStore<Acts>({ held: new Map(), failed: new Map() });
/** Pressed, and not yet sent. */
const held = new Map<string, PressedAct>();
/** Sent, and not yet answered. */
const sending = new Map<string, Promise<void>>();
/** Those of which the device has a copy. */
const stored = new Set<string>();
/** The queue, which keeps a copy of each on the device; null if its code cannot be loaded. */
const inQueue = <T>(act: (part: typeof queue) => T | Promise<T>): Promise<T | null> =>
  import("@/offline/queue").then(act, () => null);
const ignore = (): void => undefined;

function without<T>(map: ReadonlyMap<string, T>, name: string): Map<string, T> {
  return new Map([...map].filter(([other]) => other !== name));
}

/** Removes the copy; resolves with false if the queue has already sent it. */
async function removeBackup(name: string): Promise<boolean> {
  stored.delete(name);
  return (await inQueue((part) => part.removeBackup(name))) !== false;
}

function hide(name: string): void {
  acts.set({ ...acts.get(), held: without(acts.get().held, name) });
}

function end(name: string): Promise<boolean> {
  hide(name);
  return removeBackup(name);
}

function fail(name: string, error: unknown): void {
  void removeBackup(name);
  acts.set({ held: without(acts.get().held, name), failed: new Map(acts.get().failed).set(name, error) });
  // The user may be on another page. `announce` does not cut short the undo time of another toast.
  announce({
    title: t("common.error.title"),
    description: errorText(error),
    variant: "destructive",
    staysOnNavigation: true,
  });
}

/** Takes it out of those that are not sent yet; undefined if it is none of them any more. */
function take(name: string): PressedAct | undefined {
  const act = held.get(name);
  held.delete(name);
  return act;
}

async function deliver({ name, send, account, onNotDone }: PressedAct, isLeaving: boolean): Promise<void> {
  try {
    await send({ account, keepalive: isLeaving });
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.isSessionOver;
    // Nobody would see why: what the device has of it is sent by whatever comes next, or after the next sign-in.
    if ((hasEnded || (isLeaving && isUnanswered(error))) && stored.has(name)) {
      hide(name);
      return;
    }
    fail(name, error);
    onNotDone?.();
    throw error;
  }
  await end(name);
}

/** Sends a held action once; it counts as held until the response. Throws what was refused, and has said it. */
function send(name: string, isLeaving = false): Promise<void> {
  const act = take(name);
  if (act === undefined) return sending.get(name) ?? Promise.resolve();
  const sent = deliver(act, isLeaving).finally(() => sending.delete(name));
  sending.set(name, sent);
  return sent;
}

function forget(name: string): void {
  held.delete(name);
  hide(name);
}

const tooLate = (): void => showToast({ title: t("offline.tooLate"), variant: "destructive" });

function undo(name: string): void {
  const act = take(name);
  if (act === undefined) {
    // The browser had put the page away, and has brought it back.
    tooLate();
    return;
  }
  act.onNotDone?.();
  void end(name).then((isTaken) => !isTaken && tooLate());
}

function sendAsPageGoes(): void {
  for (const name of [...held.keys()]) send(name, true).catch(ignore);
}

/** Shows an act as done, for as long as it can be taken back. */
function show(act: HeldAct): void {
  // The page has gone, or its account has signed out, while the device was asked.
  if (!held.has(act.name)) return;
  acts.set({ held: new Map(acts.get().held).set(act.name, act), failed: without(acts.get().failed, act.name) });
  showToast({
    // With its title, and its description if it has one.
    ...act,
    action: { label: t("common.undo"), run: () => undo(act.name) },
    shownMs: UNDO_MS,
    onGone: () => void send(act.name).catch(ignore),
    // Its session has ended: what the device has of it waits for the next one. Who signs out has sent it.
    onForgotten: () => forget(act.name),
  });
}

function hold(act: HeldAct, account: string | null): void {
  const { name, backup } = act;
  if (held.has(name) || acts.get().held.has(name)) return;
  if (!navigator.onLine && act.mayWait !== true) {
    fail(name, new NetworkError("connection"));
    act.onNotDone?.();
    return;
  }
  // addEventListener ignores a duplicate, so this can be called each time.
  window.addEventListener("pagehide", sendAsPageGoes);
  held.set(name, { ...act, account });
  stored.delete(name);
  const id = keyOf(intentionOf(backup.method.toLowerCase(), backup.url, backup.data));
  const shown = (): void => show(act);
  const storing = async (): Promise<void> => {
    if ((await inQueue((part) => part.storeBackup(name, backup, { id, account: account ?? "" }))) === true)
      stored.add(name);
  };
  // Shown as done once the device has it: from then on it cannot be lost.
  if (hasStore()) void inTime(storing()).then(shown, shown);
  else shown();
}

/**
 * Sends all held actions now, and waits for them: called before a sign-out. What gets no answer is left to the device.
 * Throws what was refused, and what is not on the device, either.
 */
export async function sendHeldActs(): Promise<void> {
  const sent = Promise.all([...held.keys(), ...sending.keys()].map((name) => send(name, true)));
  // It offers to take back what has just been sent.
  if (toastStore.get()?.onForgotten !== undefined) dismissToast();
  await sent;
}

type Undoable = {
  /** True from the press until the response or the undo: show it as done. */
  isHeld: (name: string) => boolean;
  /** The toast's title while the action is held. */
  heldTitle: (name: string) => string | undefined;
  /** Why it failed, to be shown beside the button (a toast shows it too); undefined if it did not. */
  failureOf: (name: string) => unknown;
  /**
   * Shows an action as done, and sends it when its toast goes, after ten seconds; "Undo" in the toast cancels it.
   * Closing the page sends it at once.
   */
  hold: (act: HeldAct) => void;
};

/** Actions with ten seconds to undo them. */
export function useUndoable(): Undoable {
  const { held, failed } = useSyncExternalStore(acts.subscribe, acts.get, acts.get);
  const account = useSession().user?.id ?? null;
  return {
    isHeld: (name) => held.has(name),
    heldTitle: (name) => held.get(name)?.title,
    failureOf: (name) => failed.get(name),
    hold: (act) => hold(act, account),
  };
}
