import { CircleAlert, WifiOff } from "lucide-react";
import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from "react";

import { useOnline } from "@/lib/use-online";
import { useOldest } from "@/offline/ages";
import { isKey } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useSession } from "@/api/session/session";
import { usePendingActions } from "@/offline/pending-actions";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/overlay/toast";
import { useNow } from "@/ui/use-now";

import { PendingDialog } from "./pending-list";
import { useSync } from "./use-sync";

function Sync({ account, onLook }: { account: string; onLook: () => void }): null {
  useSync(account, onLook);
  return null;
}

function Bar({ icon, children, action }: { icon: ReactNode; children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="border-b bg-warn-soft text-warn">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
        {icon}
        <p className="min-w-0 grow basis-48">{children}</p>
        {action}
      </div>
    </div>
  );
}

/** Revalidates everything on screen. */
function useReload(): () => Promise<unknown> {
  const refresh = useRefresh();
  const { refresh: refreshSession } = useSession();
  return useCallback(async () => {
    await refreshSession();
    await refresh(isKey);
  }, [refresh, refreshSession]);
}

/** Stops links to files while offline: the browser would show its error page, and an installed app nothing. */
function useFilesNeedConnection(): void {
  useEffect(() => {
    const blockDownload = (event: MouseEvent): void => {
      const isFile = event.target instanceof Element && event.target.closest("a[download]") !== null;
      if (navigator.onLine || !isFile) return;
      event.preventDefault();
      showToast({ title: t("offline.file"), variant: "destructive" });
    };
    document.addEventListener("click", blockDownload, true);
    return () => document.removeEventListener("click", blockDownload, true);
  }, []);
}

/** Shown above every page: no connection, cached responses on screen, or unsent changes. */
export function OfflineBanner(): ReactElement {
  const now = useNow();
  const isOnline = useOnline();
  const from = useOldest();
  const reload = useReload();
  const { user } = useSession();
  const pending = usePendingActions();
  const [isOpen, setIsOpen] = useState(false);
  const look = useCallback(() => setIsOpen(true), []);
  useFilesNeedConnection();

  useEffect(() => {
    const ask = (): void => void reload().catch(() => undefined);
    window.addEventListener("online", ask);
    return () => window.removeEventListener("online", ask);
  }, [reload]);

  const failed = pending.filter(({ error }) => error !== null).length;
  const count = pending.length - failed;
  const age = from === null ? "" : ` ${t("offline.banner.from", { time: dayTimeInSentence(from, now) })}`;
  const icon = <WifiOff aria-hidden className="size-5 shrink-0" />;
  return (
    <>
      {user !== null && <Sync key={user.id} account={user.id} onLook={look} />}
      <div role="status">
        {!isOnline && (
          <Bar icon={icon}>
            {t("offline.banner.offline")}
            <span>{age}</span>
            {count > 0 && <span> {t("offline.banner.waiting", { count })}</span>}
          </Bar>
        )}
        {isOnline && from !== null && (
          <Bar
            icon={icon}
            action={
              <Button size="sm" onClick={() => void reload().catch(() => undefined)}>
                {t("offline.banner.retry")}
              </Button>
            }
          >
            {t("offline.banner.unreachable")}
            <span>{age}</span>
          </Bar>
        )}
        {failed > 0 && (
          <Bar
            icon={<CircleAlert aria-hidden className="size-5 shrink-0" />}
            action={
              <Button size="sm" onClick={look}>
                {t("offline.banner.look")}
              </Button>
            }
          >
            {t("offline.banner.unsent", { count: failed })}
          </Bar>
        )}
      </div>
      <PendingDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
