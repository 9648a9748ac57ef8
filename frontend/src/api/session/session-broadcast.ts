import { forgetDrafts } from "@/lib/drafts";
import { broadcast, openChannel } from "@/lib/tabs";

/** What the pages of one browser tell each other: whom the session belongs to; null is nobody. */
type SessionMessage = {
  account: string | null;
  /** True where a person signed out, and no session merely ended. */ isSignOut: boolean;
};

const CHANNEL = "account";

/** Tells the other pages of this browser that the person of this one has signed out. */
export function broadcastSignOut(): void {
  broadcast(CHANNEL, { account: null, isSignOut: true } satisfies SessionMessage);
}

/**
 * Tells the other pages of this browser whose this one is, and hears of another account on theirs. Returns the function
 * that ends it.
 */
export function exchangeAccounts(account: string | null, onOther: () => void): () => void {
  // A browser without channels still finds out: by its live connection, and by the first call that is refused.
  const channel = openChannel<SessionMessage>(CHANNEL, (other) => {
    if (other.isSignOut) forgetDrafts();
    if (other.account !== account) onOther();
  });
  channel?.send({ account, isSignOut: false });
  return () => channel?.close();
}

const listeners = new Set<() => void>();

/** A call was refused because nobody is signed in: whoever thinks otherwise asks again. */
export function sessionRefused(): void {
  for (const listener of listeners) listener();
}

/** Hears of refused calls. Returns the function that ends it. */
export function onSessionRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Checks a page that the browser's Back shows again as it was put away. What is private is covered until then: nobody
 * sees an account that has signed out in the meantime. Returns the function that ends it.
 */
export function checkWhenRestored(check: () => Promise<unknown>, { isPrivate }: { isPrivate: boolean }): () => void {
  const cover = (event: PageTransitionEvent): void => {
    // Hidden, not removed: where the page was scrolled to stays.
    if (event.persisted && isPrivate) document.documentElement.style.visibility = "hidden";
  };
  const uncover = (): void => void document.documentElement.style.removeProperty("visibility");
  const restored = (event: PageTransitionEvent): void => {
    // One frame later what the check has changed is rendered.
    if (event.persisted) void check().finally(() => requestAnimationFrame(uncover));
  };
  window.addEventListener("pagehide", cover);
  window.addEventListener("pageshow", restored);
  return () => {
    window.removeEventListener("pagehide", cover);
    window.removeEventListener("pageshow", restored);
  };
}
