import { CircleAlert, WifiOff } from "lucide-react";
import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from "react";

import { useOnline } from "@/lib/use-online";
import { useOldest } from "@/resources/ages";
import { isKey } from "@/resources/keys";
import { useRefresh } from "@/resources/refresh";
import { useSession } from "@/resources/session";
import { useWaiting } from "@/resources/waiting";
import { t } from "@/i18n/i18n";
import { formatDayTime } from "@/lib/dates";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { useNow } from "@/ui/use-now";

import { UnsentDialog } from "./unsent-list";
import { useSync } from "./use-sync";

function Sync({ account, onLook }: { account: string; onLook: () => void }): null {
  useSync(account, onLook);
  return null;
}

function Bar({ icon, badge, children, action }: { icon: ReactNode; badge?: string; children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="border-b bg-warn-soft text-warn">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        {badge === undefined ? icon : <Badge tone="warn" icon={icon}>{badge}</Badge>}
        <p className="min-w-0 grow basis-48">{children}</p>
        {action}
      </div>
    </div>
  );
}

/** Asks for everything on the screen again. */
function useAgain(): () => Promise<unknown> {
  const refresh = useRefresh();
  const { refresh: refreshSession } = useSession();
  return useCallback(async () => {
    await refreshSession();
    await refresh(isKey);
  }, [refresh, refreshSession]);
}

/** Says above every page what is not the server's present word: a lost connection, answers of before, changes that are not sent. */
export function OfflineBanner(): ReactElement {
  const now = useNow();
  const isOnline = useOnline();
  const from = useOldest();
  const again = useAgain();
  const { user } = useSession();
  const waiting = useWaiting();
  const [isOpen, setIsOpen] = useState(false);
  const look = useCallback(() => setIsOpen(true), []);

  useEffect(() => {
    const ask = (): void => void again().catch(() => undefined);
    window.addEventListener("online", ask);
    return () => window.removeEventListener("online", ask);
  }, [again]);

  const unsent = waiting.filter(({ refusal }) => refusal !== null).length;
  const count = waiting.length - unsent;
  const age = from === null ? "" : ` ${t("offline.banner.from", { time: formatDayTime(from, now) })}`;
  const icon = <WifiOff aria-hidden className="size-4 shrink-0" />;
  return (
    <>
      {user !== null && <Sync key={user.id} account={user.id} onLook={look} />}
      <div role="status">
        {!isOnline && (
          <Bar icon={icon} badge={t("offline.badge")}>
            {t("offline.banner.offline")}
            {age}
            {count > 0 && ` ${t("offline.banner.waiting", { count })}`}
          </Bar>
        )}
        {isOnline && from !== null && (
          <Bar icon={icon} action={<Button size="sm" onClick={() => void again().catch(() => undefined)}>{t("offline.banner.retry")}</Button>}>
            {t("offline.banner.unreachable")}
            {age}
          </Bar>
        )}
        {unsent > 0 && (
          <Bar icon={<CircleAlert aria-hidden className="size-5 shrink-0" />} action={<Button size="sm" onClick={look}>{t("offline.banner.look")}</Button>}>
            {t("offline.banner.unsent", { count: unsent })}
          </Bar>
        )}
      </div>
      <UnsentDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
