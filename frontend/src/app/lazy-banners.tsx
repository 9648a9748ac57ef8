import { useCallback, useEffect, useState, type ReactElement } from "react";

import { isKey } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

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

const Banners = lazyPart(async () => {
  const [part] = await Promise.all([import("./banners"), loadMessages("offline")]);
  return part.Banners;
}, SILENT);

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
  return isQuiet ? <Banners reload={reload} /> : null;
}
