import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { Loading, Skeleton } from "@/ui/skeleton";

function WaitingList(): ReactElement {
  return (
    <Loading>
      <Skeleton className="mb-2 h-11 w-36" />
      <Skeleton className="mb-2 h-20 w-[19.5rem] max-w-full rounded-card" />
    </Loading>
  );
}

// Optional on home: renders nothing if it cannot be loaded.
const RebookList = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import("@/features/rebook/rebook-list"),
      loadMessages("rebook", "amount", "payment"),
    ]);
    return part.RebookList;
  },
  { ...SILENT, Waiting: WaitingList },
);

/** Bookings to repeat, loaded after the page; not for visitors. */
export function LazyRebook(): ReactElement | null {
  const { user } = useSession();
  return user === null ? null : <RebookList />;
}
