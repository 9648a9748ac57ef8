import { forgetDrafts } from "@/lib/drafts";
import { createSignal } from "@/lib/store";
import { broadcast, openChannel } from "@/lib/tabs";

/** Sent between the tabs of a browser: whose the session is; null is nobody. */
type SessionMessage = {
  account: string | null;
  /** True if the user signed out, false if the session merely ended. */ isSignOut: boolean;
};

const CHANNEL = "account";

/** Tells the other tabs that the user has signed out. */
export function broadcastSignOut(): void {
  broadcast(CHANNEL, { account: null, isSignOut: true } satisfies SessionMessage);
}

/** The account that this page shows; null is nobody, or not known yet. */
export let shownAccount: string | null = null;
/** The same, but while it is asked who is signed in now, the one that was shown before. */
export let lastAccount: string | null = null;

/**
 * Broadcasts this page's account to the other tabs, and listens for another account in them. Returns a function that
 * stops it.
 */
export function exchangeAccounts(account: string | null, onOther: () => void): () => void {
  shownAccount = lastAccount = account;
  // Browsers without BroadcastChannel notice by the live connection, or by the first call that is refused.
  const channel = openChannel<SessionMessage>(CHANNEL, (other) => {
    if (other.isSignOut) forgetDrafts();
    if (other.account !== account) onOther();
  });
  channel?.send({ account, isSignOut: false });
  return () => {
    shownAccount = null;
    channel?.close();
  };
}

const refused = createSignal();

/** A call was refused because nobody, or another account, is signed in: pages that show an account check the session. */
export const sessionRefused = refused.send;

/** Listens for refused calls. Returns a function that stops it. */
export const onSessionRefused = refused.subscribe;

/**
 * Checks the session when Back restores a page from the bfcache. Private pages are hidden until then, so that nobody
 * sees data of an account that has signed out meanwhile. Returns a function that stops it.
 */
export function checkWhenRestored(check: () => Promise<unknown>, { isPrivate }: { isPrivate: boolean }): () => void {
  const cover = (event: PageTransitionEvent): void => {
    // Hidden, not removed, so that the scroll position stays.
    if (event.persisted && isPrivate) document.documentElement.style.visibility = "hidden";
  };
  const uncover = (): void => {
    document.documentElement.style.visibility = "";
  };
  const restored = (event: PageTransitionEvent): void => {
    // Wait one frame, until the result of the check is rendered.
    if (event.persisted) void check().finally(() => requestAnimationFrame(uncover));
  };
  window.addEventListener("pagehide", cover);
  window.addEventListener("pageshow", restored);
  return () => {
    window.removeEventListener("pagehide", cover);
    window.removeEventListener("pageshow", restored);
  };
}
