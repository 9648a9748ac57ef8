import { useCallback, useEffect, useReducer, useState, type ReactElement } from "react";

import { isKey } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { FailedBar, lazyPart, SILENT } from "@/ui/lazy-part";

// The queue is sent one second after the page's start, so its code is loaded just before. A visitor has no queue: their
// page comes first.
const READY_AFTER_MS = 900;
const READY_FOR_VISITORS_AFTER_MS = 6000;
/** A page that loaded more slowly gets this time for its own requests. */
const PAGE_FIRST_MS = 500;

/** Loads after the first page, or at once when going offline. Returns a function that cancels it. */
function whenQuiet(after: number, done: () => void): () => void {
  const timer = setTimeout(done, navigator.onLine ? Math.max(PAGE_FIRST_MS, after - performance.now()) : 0);
  window.addEventListener("offline", done, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("offline", done);
  };
}

type Props = {
  /** Asks for everything again. */
  reload: () => Promise<unknown>;
  /** Loads this part again. */
  loadAgain: () => void;
};

/** Without the banners nothing that waits is sent: the page says so, and tries again once there is a connection. */
function LostBanners({ loadAgain }: Props): ReactElement {
  useEffect(() => {
    window.addEventListener("online", loadAgain);
    return () => window.removeEventListener("online", loadAgain);
  }, [loadAgain]);
  return <FailedBar />;
}

const Banners = lazyPart<Props>(
  async () => {
    const [part] = await Promise.all([import("./banners"), loadMessages("offline", "steps")]);
    return part.Banners;
  },
  { ...SILENT, Failed: LostBanners },
);

/** The banners above every page, loaded after the first page. */
export function LazyBanners(): ReactElement | null {
  const { user, refresh: refreshSession } = useSession();
  const refresh = useRefresh();
  // Without a response the banners say so, and ask again.
  const reload = useCallback(
    () =>
      refreshSession()
        .then(() => refresh(isKey))
        .catch(() => undefined),
    [refresh, refreshSession],
  );
  // Here, not in the part that comes late: a connection may be back before it is.
  useEffect(() => {
    const ask = (): void => void reload();
    window.addEventListener("online", ask);
    return () => window.removeEventListener("online", ask);
  }, [reload]);
  const [isQuiet, setIsQuiet] = useState(false);
  const after = user === null ? READY_FOR_VISITORS_AFTER_MS : READY_AFTER_MS;
  useEffect(() => (isQuiet ? undefined : whenQuiet(after, () => setIsQuiet(true))), [isQuiet, after]);
  const [attempt, loadAgain] = useReducer((number: number) => number + 1, 0);
  return isQuiet ? <Banners key={attempt} reload={reload} loadAgain={loadAgain} /> : null;
}
