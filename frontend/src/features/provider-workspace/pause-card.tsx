import { CirclePause, Play } from "lucide-react";
import { useState, type ReactElement } from "react";

import type { Week } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { formatDate, zurichToUtc } from "@/lib/dates";
import { Button, ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";
import { useNow } from "@/ui/use-now";

import type { PauseWorkFormProps } from "./pause-work-form";
import type { WeekState } from "./use-week";

const PauseWorkForm = lazyPart(async () => (await import("./pause-work-form")).PauseWorkForm);

function PauseWorkDialog({
  open,
  onClose,
  ...rest
}: Omit<PauseWorkFormProps, "onSaved"> & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("week.pause.dialog")} description={t("week.pause.body")}>
      {open && <PauseWorkForm {...rest} onSaved={onClose} />}
    </Dialog>
  );
}

type PausedNoticeProps = {
  state: WeekState;
  week: Week;
  /** Not the screen's main content, so its button is not primary. */ isBeside?: boolean;
};

/** While paused: until when, and resuming. */
export function PausedNotice({ state, week, isBeside = false }: PausedNoticeProps): ReactElement {
  const now = useNow();
  const { isBusy, failure, act } = useAct();
  const [changes, setChanges] = useState(false);

  const resume = (): Promise<void> =>
    act(
      () =>
        state.resume(t("week.resume.done")).catch((error: unknown) => {
          // It may have ended, or be an operator's by now.
          state.retry();
          throw error;
        }),
      { title: t("week.notSaved") },
    );
  const text = (): string => {
    if (week.certificateWaits) return t("week.paused.reading");
    if (week.pausedForCover) return t("week.paused.cover");
    if (!week.mayResume) return t("week.paused.byOperator");
    if (week.pausedUntil === null) return t("week.paused.open");
    return t("week.paused.until", { day: formatDate(zurichToUtc(week.pausedUntil, "12:00"), now) });
  };

  return (
    <section className="rounded-card border border-warn bg-warn-soft p-4">
      <h2 className="flex items-center gap-2 text-lead font-semibold text-warn">
        <CirclePause aria-hidden className="size-5 shrink-0" />
        {t("week.paused.title")}
      </h2>
      <p className="mt-1">{text()}</p>
      {failure !== null && (
        <div className="mt-3">
          <FailureNotice {...failure} />
        </div>
      )}
      {week.mayResume ? (
        <div className="mt-3 flex flex-col gap-2 md:flex-row">
          <Button variant={isBeside ? "brand" : "primary"} busy={isBusy} onClick={() => void resume()}>
            <Play aria-hidden className="size-5" />
            {t("week.resume.action")}
          </Button>
          <Button disabled={isBusy} onClick={() => setChanges(true)}>
            {t("week.paused.change")}
          </Button>
        </div>
      ) : (
        <ButtonLink to={week.pausedForCover ? "/provider/apply" : "/support"} className="mt-3">
          {t(week.pausedForCover ? "week.paused.certificate" : "week.paused.support")}
        </ButtonLink>
      )}
      <PauseWorkDialog open={changes} onClose={() => setChanges(false)} state={state} present={week.pausedUntil} />
    </section>
  );
}

/** Starts a pause. */
export function PauseCard({ state }: { state: WeekState }): ReactElement {
  const [asks, setAsks] = useState(false);
  return (
    <SectionCard title={t("week.pause.title")}>
      <p className="text-ink-soft">{t("week.pause.body")}</p>
      <Button className="mt-3" wide onClick={() => setAsks(true)}>
        <CirclePause aria-hidden className="size-5" />
        {t("week.pause.action")}
      </Button>
      <PauseWorkDialog open={asks} onClose={() => setAsks(false)} state={state} present={undefined} />
    </SectionCard>
  );
}
