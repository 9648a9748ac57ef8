import type { ReactElement } from "react";

import { useSharing } from "@/api/position/position-sharing";
import { useSession } from "@/api/session/session";
import { OfflineBanner } from "@/features/offline/offline-banner";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

const SharingBar = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/provider-workspace/sharing-bar"), loadMessages("provider")]);
  return part.SharingBar;
}, SILENT);

/** The banners above every page: the offline queue, and position sharing. */
export function Banners({ reload }: { reload: () => Promise<unknown> }): ReactElement {
  const { user } = useSession();
  const sharing = useSharing(user?.id ?? null);
  return (
    <>
      <OfflineBanner reload={reload} />
      {sharing !== null && <SharingBar key={sharing.orderId} sharing={sharing} />}
    </>
  );
}
