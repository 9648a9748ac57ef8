import { CircleAlert, Navigation } from "lucide-react";
import { useEffect, useState, type ReactElement } from "react";
import { useLocation } from "react-router-dom";

import { endedBy, endSharing, type Sharing } from "@/api/position/position-sharing";
import { watchPosition, type Watched } from "@/api/position/position-watch";
import { useJobs } from "@/api/orders/use-orders";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { useOnline } from "@/lib/use-online";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/overlay/toast";

/** Watches and sends the position while the bar is rendered. */
function useWatch(orderId: string): Watched {
  const [state, setState] = useState<Watched>("asking");
  useEffect(() => {
    const end = watchPosition({ orderId, onState: setState, onOver: () => void endSharing() });
    const takeBack = endedBy(end);
    return () => {
      takeBack();
      void end();
    };
  }, [orderId]);
  return state;
}

/** Ends sharing when the job has moved on, or belongs to another provider. */
function useEndWithStep({ orderId, status }: Sharing): void {
  const { jobs } = useJobs();
  const isOver = jobs !== undefined && jobs.find(({ id }) => id === orderId)?.status !== status;
  useEffect(() => {
    if (!isOver) return;
    void endSharing();
    showToast({ title: t("provider.sharing.over") });
  }, [isOver]);
}

/** On every page while a position is shared: with whom, and a button to end it. */
export function SharingBar({ sharing }: { sharing: Sharing }): ReactElement {
  const isOnline = useOnline();
  const watched = useWatch(sharing.orderId);
  // On phones only home has a header.
  const isHome = useLocation().pathname === "/";
  useEndWithStep(sharing);
  const state = isOnline || watched === "refused" ? watched : "offline";
  const isSent = state === "asking" || state === "shared";
  const Icon = isSent ? Navigation : CircleAlert;
  return (
    <section
      aria-label={t("provider.sharing.label")}
      className={cx(
        "sticky z-10 border-b md:top-16",
        isHome ? "top-16" : "top-0",
        isSent ? "bg-brand text-on-brand" : "bg-warn-soft text-warn",
      )}
    >
      <div className="mx-auto flex w-full max-w-page items-center gap-2 px-4 py-1.5">
        <Icon aria-hidden className="size-5 shrink-0" />
        <p role="status" className="min-w-0 grow font-semibold">
          {t(`provider.sharing.${state}`, { name: sharing.name })}
        </p>
        <Button size="sm" onClick={() => void endSharing()}>
          {t(state === "refused" ? "provider.sharing.close" : "provider.sharing.stop")}
        </Button>
      </div>
    </section>
  );
}
