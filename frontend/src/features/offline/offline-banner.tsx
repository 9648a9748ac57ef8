import { CircleAlert, WifiOff } from "lucide-react";
import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

import { useOnline } from "@/lib/use-online";
import { useOldest } from "@/offline/ages";
import { fromStore } from "@/offline/fallback";
import { countLeftBehind } from "@/offline/queue";
import { useSession } from "@/api/session/session";
import { usePendingActions } from "@/offline/pending-actions";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { signInLink } from "@/lib/return-path";
import { Button, ButtonLink } from "@/ui/button";
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

// By then a late response has come (READ_LIMIT_MS): asking again would make it void.
const ASKED_AFTER_MS = 28_000;
const ASKED_AT_LEAST_EVERY_MS = 60_000;
/** The event that a connection is back comes before the line: what is asked with it may fail at once. */
const ASKED_AFTER_EVENT_MS = 2000;
/** What took longer may still be under way. */
const FAILED_AT_ONCE_MS = 1000;

/** Asks again by itself: browsers give no event when a captive portal has opened, or the server is back. */
function useAskAgain(lacksResponse: boolean, reload: () => Promise<unknown>): void {
  useEffect(() => {
    if (!lacksResponse) return;
    let pause = ASKED_AFTER_MS;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askLater = (): void => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(() => void ask(), pause);
    };
    const ask = async (): Promise<void> => {
      const began = performance.now();
      if (navigator.onLine && document.visibilityState === "visible") await reload();
      const isUnderWay = performance.now() - began > FAILED_AT_ONCE_MS;
      pause = Math.min(Math.max(pause * 2, isUnderWay ? ASKED_AFTER_MS : 0), ASKED_AT_LEAST_EVERY_MS);
      askLater();
    };
    const askSoon = (): void => {
      pause = ASKED_AFTER_EVENT_MS;
      askLater();
    };
    window.addEventListener("online", askSoon);
    askLater();
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("online", askSoon);
    };
  }, [lacksResponse, reload]);
}

/** How many changes wait for their person to sign in again; 0 while somebody is signed in. */
function useWaitingForSignIn(): number {
  const { user, isLoading, error } = useSession();
  const [count, setCount] = useState(0);
  const isOut = user === null && !isLoading && error === undefined;
  useEffect(() => {
    if (!isOut) return;
    let isGone = false;
    void fromStore(countLeftBehind).then((found) => !isGone && setCount(found ?? 0));
    return () => {
      isGone = true;
    };
  }, [isOut]);
  return isOut ? count : 0;
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

/** Shown above every page: no connection, cached responses on screen, or unsent changes. `reload`: asks for all again. */
export function OfflineBanner({ reload }: { reload: () => Promise<unknown> }): ReactElement {
  const now = useNow();
  const isOnline = useOnline();
  const oldest = useOldest();
  const from = oldest === Infinity ? null : oldest;
  const { user } = useSession();
  const pending = usePendingActions();
  const [isOpen, setIsOpen] = useState(false);
  const look = useCallback(() => setIsOpen(true), []);
  useFilesNeedConnection();

  useAskAgain(oldest !== null, reload);
  const waiting = useWaitingForSignIn();
  const { pathname, search, hash } = useLocation();

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
              <Button size="sm" onClick={() => void reload()}>
                {t("offline.banner.retry")}
              </Button>
            }
          >
            {t("offline.banner.unreachable")}
            <span>{age}</span>
          </Bar>
        )}
        {waiting > 0 && (
          <Bar
            icon={<CircleAlert aria-hidden className="size-5 shrink-0" />}
            action={
              pathname !== "/login" && (
                <ButtonLink size="sm" to={signInLink(pathname + search + hash)}>
                  {t("common.signIn.action")}
                </ButtonLink>
              )
            }
          >
            {t("offline.banner.signIn", { count: waiting })}
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
            {t("offline.banner.failed", { count: failed })}
          </Bar>
        )}
      </div>
      <PendingDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
