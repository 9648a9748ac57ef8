import type { ReactElement } from "react";

import type * as banner from "@/features/offline/offline-banner";
import { loadMessages } from "@/i18n/i18n";
import { useLoaded } from "@/resources/use-loaded";

const QUIET_AFTER_MS = 1500;

/** Whoever has just come is online: the first page goes before. */
const quiet = (): Promise<unknown> => new Promise((done) => setTimeout(done, navigator.onLine ? QUIET_AFTER_MS : 0));

async function loadBanner(): Promise<typeof banner> {
  await quiet();
  const [part] = await Promise.all([import("@/features/offline/offline-banner"), loadMessages("offline")]);
  return part;
}

/** What is said and sent without a connection. Its code comes when the first page is there. */
export function LateOffline(): ReactElement | null {
  const { value: late } = useLoaded(["offline"], loadBanner);
  return late === undefined ? null : <late.OfflineBanner />;
}
