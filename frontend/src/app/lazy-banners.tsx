import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { useSharing } from "@/api/position/position-sharing";
import { useSession } from "@/api/session/session";
import { OfflineBanner } from "@/features/offline/offline-banner";
import type * as sharingBar from "@/features/provider-workspace/sharing-bar";
import { loadMessages } from "@/i18n/i18n";

async function loadBar(): Promise<typeof sharingBar> {
  const [bar] = await Promise.all([import("@/features/provider-workspace/sharing-bar"), loadMessages("provider")]);
  return bar;
}

/** With whom the account shares its position: nothing is shared before this can be seen. */
function Sharing(): ReactElement | null {
  const { user } = useSession();
  const sharing = useSharing(user?.id ?? null);
  const { value: part } = useLoaded(sharing === null ? null : ["sharing bar"], loadBar);
  return sharing === null || part === undefined ? null : <part.SharingBar key={sharing.orderId} sharing={sharing} />;
}

/** What stands above every page. */
export function LazyBanners(): ReactElement {
  return (
    <>
      <OfflineBanner />
      <Sharing />
    </>
  );
}
