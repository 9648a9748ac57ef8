import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { Loading, Skeleton } from "@/ui/skeleton";

type Part = { RebookList: () => ReactElement | null };

async function loadRebook(): Promise<Part> {
  const [part] = await Promise.all([import("@/features/rebook/rebook-list"), loadMessages("again", "amount", "paying")]);
  return part;
}

/** What a signed-in person has booked before. Its code comes after the page's; for a visitor there is nothing to wait for. */
export function LazyRebook(): ReactElement | null {
  const { user } = useSession();
  const { value: part, error } = useLoaded(user === null ? null : ["rebook"], loadRebook);
  if (user === null || error !== undefined) return null;
  if (part !== undefined) return <part.RebookList />;
  // Without it home is only less convenient: where it cannot be had nothing stands in its place.
  return (
    <Loading>
      <Skeleton className="mb-2 h-11 w-36" />
      <Skeleton className="mb-2 h-20 w-[19.5rem] max-w-full rounded-card" />
    </Loading>
  );
}
