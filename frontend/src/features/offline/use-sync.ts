import { useEffect } from "react";

import { keys } from "@/api/cache/keys";
import { concernsOrder } from "@/api/cache/live";
import { useShowStored } from "@/api/cache/use-show-stored";
import { useRefresh } from "@/api/cache/refresh";
import { startSync } from "@/offline/page-sync";
import { t } from "@/i18n/i18n";
import { announce } from "@/ui/overlay/toast";

/** Refreshes within this time are batched: a long queue would otherwise refetch its orders for each action. */
const TOGETHER_MS = 500;

/** Throttles: the first order at once, those that follow within the interval together. */
function together(act: (orders: readonly string[]) => void): { add: (order: string) => void; end: () => void } {
  const later = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pass = (): void => {
    timer = later.size === 0 ? undefined : setTimeout(pass, TOGETHER_MS);
    if (later.size > 0) act([...later]);
    later.clear();
  };
  return {
    add: (order) => {
      later.add(order);
      if (timer === undefined) pass();
    },
    end: () => clearTimeout(timer),
  };
}

/** Syncs the account's queue, and shows results as toasts. `onLook` opens the unsent actions. */
export function useSync(account: string, onLook: () => void): void {
  const refresh = useRefresh();
  const showStored = useShowStored();
  useEffect(() => {
    const show = async (sent: readonly string[]): Promise<void> => {
      // Its next response may take a while, or not come.
      const ofOrders = sent.flatMap((order) => [keys.order(order), keys.messages(order)]);
      await showStored([...ofOrders, keys.ordersOf(account), keys.providerOrders]);
      await refresh((key) => sent.some((order) => concernsOrder(order)(key)));
    };
    const orders = together((sent) => void show(sent).catch(() => undefined));
    const { stop } = startSync(account, {
      onSent: ({ entityId }) => orders.add(entityId),
      onSynced: ({ results, paused, nextAt }) => {
        const hasFailed = results.some(
          ({ outcome, action }) =>
            outcome === "refused" || outcome === "conflict" || (outcome === "failed" && action.retryCount >= 4),
        );
        if (hasFailed) {
          announce({
            title: t("offline.pending.toast"),
            variant: "destructive",
            staysOnNavigation: true,
            action: { label: t("offline.banner.look"), run: onLook },
            shownMs: 10_000,
          });
        } else if (paused === null && nextAt === null && results.some(({ outcome }) => outcome === "sent")) {
          announce({ title: t("offline.sync.done"), description: t("offline.sync.done.body") });
        }
      },
      onRemoved: (count) =>
        announce({ title: t("offline.pending.removed", { count }), variant: "destructive", staysOnNavigation: true }),
    });
    return () => {
      stop();
      orders.end();
    };
  }, [account, refresh, showStored, onLook]);
}
