import { Wifi, WifiOff } from "lucide-react";
import { useSyncExternalStore, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Card } from "@/ui/card";
import { Page } from "@/ui/page";

function subscribe(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** Whether the browser has a connection, as it happens. */
export function OfflineTestPage(): ReactElement {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const name = online ? "online" : "offline";
  const Icon = online ? Wifi : WifiOff;
  return (
    <Page title={t("labs.offlineTest.title")} lead={t("labs.offlineTest.lead")} backTo="/">
      <Card>
        <div role="status" className="flex gap-3">
          <Icon aria-hidden className={online ? "mt-0.5 size-6 shrink-0 text-good" : "mt-0.5 size-6 shrink-0 text-warn"} />
          <div>
            <p className="text-lead font-semibold">{t(`labs.status.${name}`)}</p>
            <p className="text-ink-soft">{t(`labs.status.${name}Body`)}</p>
          </div>
        </div>
      </Card>
    </Page>
  );
}
