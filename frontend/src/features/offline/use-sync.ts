import { useEffect } from "react";

import { concernsOrder } from "@/resources/live";
import { useRefresh } from "@/resources/refresh";
import { keepInSync } from "@/resources/sync";
import { t } from "@/i18n/i18n";
import { announce } from "@/ui/overlay/toast";

/** Sends what the account did without a connection, and says what came of it. `onLook` opens what was not sent. */
export function useSync(account: string, onLook: () => void): void {
  const refresh = useRefresh();
  useEffect(() => {
    const { stop } = keepInSync(account, {
      onSent: ({ lane }) => void refresh(concernsOrder(lane)),
      onDrained: ({ results, paused, nextAt }) => {
        const isRefused = results.some(({ outcome, action }) => outcome === "refused" || outcome === "conflict" || (outcome === "failed" && action.retryCount >= 4));
        if (isRefused) {
          announce({ title: t("offline.unsent.toast"), variant: "destructive", isNewsElsewhere: true, action: { label: t("offline.banner.look"), run: onLook }, shownMs: 10_000 });
        } else if (paused === null && nextAt === null && results.some(({ outcome }) => outcome === "sent")) {
          announce({ title: t("offline.sync.done"), description: t("offline.sync.done.body") });
        }
      },
      onRemoved: (count) => announce({ title: t("offline.unsent.removed", { count }), variant: "destructive", isNewsElsewhere: true }),
    });
    return stop;
  }, [account, refresh, onLook]);
}
