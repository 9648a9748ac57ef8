import { UserCog } from "lucide-react";
import { useEffect, useState, type ReactElement } from "react";

import { zurichTime } from "@/lib/dates";
import { useSession } from "@/api/session/session";
import type { User } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { sendHeldActs } from "@/api/http/use-undoable";
import { t } from "@/i18n/i18n";
import { countPendingActions } from "@/offline/count-pending-actions";
import { Button } from "@/ui/button";
import { useNow } from "@/ui/use-now";

/** An account that an operator impersonates. */
export type Visited = User & { impersonation: NonNullable<User["impersonation"]> };

const SECOND_MS = 1000;

/** Shown on every page: whose account an operator impersonates, until when, and how to end it. */
export function ImpersonationBar({ user }: { user: Visited }): ReactElement {
  const { refresh, signOut } = useSession();
  const { isBusy, failure, act } = useAct();
  const { endsAt, backTo } = user.impersonation;
  // How many changes are not sent yet; the operator has read that ending now removes them.
  const [pending, setPending] = useState(0);
  const isOver = useNow(SECOND_MS) >= Date.parse(endsAt);

  useEffect(() => {
    // The server knows who is signed in afterwards.
    if (isOver) void refresh().catch(() => undefined);
  }, [isOver, refresh]);

  useEffect(() => {
    const recount = (): void => setPending(0);
    window.addEventListener("online", recount);
    return () => window.removeEventListener("online", recount);
  }, []);

  const end = async (): Promise<void> => {
    await sendHeldActs();
    const count = await countPendingActions(user.id);
    setPending(count);
    if (count > pending) return;
    await signOut();
    window.location.assign(backTo);
  };

  return (
    <aside
      aria-label={t("app.impersonation.label")}
      data-impersonation
      className="sticky top-0 z-30 border-b bg-warn-soft text-warn"
    >
      <div className="mx-auto flex h-12 w-full max-w-page items-center gap-2 px-4">
        <UserCog aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 grow text-caption leading-4">
          <span className="font-semibold">
            {t("app.impersonation.who", { name: `${user.firstName} ${user.lastName}`.trim() })}
          </span>{" "}
          {failure !== null ? (
            <span role="alert">{failure.text}</span>
          ) : pending > 0 ? (
            <span role="alert">{t("app.impersonation.pending")}</span>
          ) : (
            <span className="whitespace-nowrap tabular-nums">
              {t("app.impersonation.until", { time: zurichTime(Date.parse(endsAt)) })}
            </span>
          )}
        </p>
        <Button size="sm" busy={isBusy} onClick={() => void act(end)}>
          {t("app.impersonation.end")}
        </Button>
      </div>
    </aside>
  );
}
