import { useEffect, useState, type ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

// What waits to be sent goes out about a second after the page began; its code is there a little before. Of a visitor
// nothing waits: their page is searched and read first.
const READY_AFTER_MS = 900;
const READY_FOR_VISITORS_AFTER_MS = 6000;
/** A page that took longer to come has this long for itself, to ask for what it shows. */
const PAGE_FIRST_MS = 500;

/** Whoever has just come is online: the first page goes before, unless the connection is lost meanwhile. Returns what ends it. */
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

/** What is said above every page: what is sent without a connection, and with whom a position is shared. Its code comes when the first page is there. */
export function LazyBanners(): ReactElement | null {
  const { user } = useSession();
  const [isQuiet, setIsQuiet] = useState(false);
  const after = user === null ? READY_FOR_VISITORS_AFTER_MS : READY_AFTER_MS;
  useEffect(() => (isQuiet ? undefined : whenQuiet(after, () => setIsQuiet(true))), [isQuiet, after]);
  return isQuiet ? <Banners /> : null;
}
