import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";

import type * as banners from "./lazy-banners";

// What waits to be sent goes out about a second after the page began; its code is there a little before. Of a visitor
// nothing waits: their page is searched and read first.
const READY_AFTER_MS = 900;
const READY_FOR_VISITORS_AFTER_MS = 6000;
/** A page that took longer to come has this long for itself, to ask for what it shows. */
const PAGE_FIRST_MS = 500;

/** Whoever has just come is online: the first page goes before, unless the connection is lost meanwhile. */
function quiet(after: number): Promise<unknown> {
  return new Promise((done) => {
    setTimeout(done, navigator.onLine ? Math.max(PAGE_FIRST_MS, after - performance.now()) : 0);
    window.addEventListener("offline", done, { once: true });
  });
}

async function loadBanner(after: number): Promise<typeof banners> {
  await quiet(after);
  const [part] = await Promise.all([import("./lazy-banners"), loadMessages("offline")]);
  return part;
}

/** What is said above every page: what is sent without a connection, and with whom a position is shared. Its code comes when the first page is there. */
export function LazyOffline(): ReactElement | null {
  const { user } = useSession();
  const { value: own } = useLoaded(user === null ? null : ["offline", "own"], () => loadBanner(READY_AFTER_MS));
  const { value: part = own } = useLoaded(["offline"], () => loadBanner(READY_FOR_VISITORS_AFTER_MS));
  return part === undefined ? null : <part.LazyBanners />;
}
