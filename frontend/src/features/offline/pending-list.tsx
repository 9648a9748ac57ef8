import type { ReactElement } from "react";

import type { Action } from "@/offline/db";
import { orderOf } from "@/offline/operations";
import { discard, retry } from "@/offline/queue";
import { useAct } from "@/api/http/use-act";
import { usePendingActions } from "@/offline/pending-actions";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";
import { useNow } from "@/ui/use-now";

import { actionText, seenVersion, versionsOf } from "./action-text";

/** Both versions of a conflict. */
function Versions({ action, now }: { action: Action; now: number }): ReactElement {
  return (
    <ul className="flex flex-col gap-2">
      {versionsOf(action, now).map(({ name, yours, theirs }) => (
        <li key={name} className="rounded-md bg-sunken px-3 py-2">
          {name !== "" && <p className="text-caption text-ink-soft">{name}</p>}
          <p className="font-medium">{t("offline.pending.yours", { text: yours })}</p>
          <p>{t("offline.pending.now", { text: theirs })}</p>
        </li>
      ))}
    </ul>
  );
}

function PendingItem({
  action,
  kind,
  now,
}: {
  action: Action;
  kind: "failed" | "refused" | "conflict";
  now: number;
}): ReactElement {
  const { isBusy, failure, act } = useAct();
  const isConflict = kind === "conflict";
  // Sent again it would still name the provider who no longer does the order: only a new message names the present one.
  const isForSomebodyElse = action.error?.code === "provider_changed";
  // Retry a conflict with the version that the user has now seen.
  const sendAgain = (): Promise<void> =>
    act(() => retry(action.id, isConflict ? seenVersion(action) : undefined), { title: t("offline.pending.error") });
  return (
    <li className="flex flex-col gap-2 rounded-card border p-4">
      <p className="font-semibold">{actionText(action, now)}</p>
      <p className="text-caption text-ink-soft">
        {orderOf(action) !== null && (
          <span>{t("offline.pending.order", { number: action.entityId.slice(-8) })} · </span>
        )}
        <span>{t("offline.pending.at", { time: dayTimeInSentence(action.timestamp, now) })}</span>
      </p>
      <p>{action.error?.text ?? t(`offline.pending.why.${kind}`)}</p>
      {isConflict && <Versions action={action} now={now} />}
      {failure !== null && <FailureNotice {...failure} />}
      <div className="flex flex-wrap gap-2">
        {!isForSomebodyElse && (
          <Button size="sm" variant="brand" busy={isBusy} onClick={() => void sendAgain()}>
            {t(isConflict ? "offline.pending.mine" : "offline.pending.retry")}
          </Button>
        )}
        <Button size="sm" onClick={() => void act(() => discard(action.id))}>
          {t(isConflict ? "offline.pending.theirs" : "offline.pending.discard")}
        </Button>
      </div>
    </li>
  );
}

/** Unsent actions with the reason, to retry or discard. */
function PendingList(): ReactElement {
  const now = useNow();
  const failed = usePendingActions().filter(({ error }) => error !== null);
  if (failed.length === 0) return <p>{t("offline.pending.none")}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {failed.map((action) => (
        <PendingItem key={action.id} action={action} kind={action.error?.kind ?? "failed"} now={now} />
      ))}
    </ul>
  );
}

export function PendingDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("offline.pending.title")} description={t("offline.pending.lead")}>
      <PendingList />
    </Dialog>
  );
}
