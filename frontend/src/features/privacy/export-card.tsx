import { Download, FileText, Table } from "lucide-react";
import { useEffect, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { DataExport, ExportKind } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { exportAddress, useExports } from "@/api/privacy/use-privacy";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/button";
import { buttonStyle } from "@/ui/button-style";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

/** Polling interval while an export is being made. */
const LOOK_EVERY_MS = 5000;

function size(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000
    ? t("privacy.export.kilobytes", { size: kilobytes })
    : t("privacy.export.megabytes", { size: Math.round(kilobytes / 1000) });
}

function isBeingMade({ readyAt, failedAt }: DataExport): boolean {
  return readyAt === null && failedAt === null;
}

function Copy({ copy }: { copy: DataExport }): ReactElement {
  const { id, kind, expiresAt, size: bytes } = copy;
  const now = useNow();
  if (expiresAt === null) {
    const waits = isBeingMade(copy);
    return (
      <p role="status" className={`rounded-md px-4 py-3 ${waits ? "bg-sunken" : "bg-warn-soft text-warn"}`}>
        {t(`privacy.export.${kind}.${waits ? "waits" : "failed"}`)}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">{t(`privacy.export.${kind}.ready`)}</p>
        <p className="text-caption text-ink-soft">
          {t("privacy.export.until", { size: size(bytes), day: formatDate(expiresAt, now) })}
        </p>
      </div>
      <a href={exportAddress(id)} download className={buttonStyle("brand", "sm", false)}>
        <Download aria-hidden className="size-4" />
        {t("privacy.export.download")}
      </a>
    </div>
  );
}

/** Data export: requested here, made in the background, downloaded here. */
export function ExportCard(): ReactElement {
  const { emailVerified } = useAccount();
  const { exports, error, isBusy, retry, ask } = useExports();
  const act = useAct();
  const isWaiting = exports?.some(isBeingMade) === true;
  useEffect(() => {
    if (!isWaiting) return;
    const looking = setInterval(() => void retry(), LOOK_EVERY_MS);
    return () => clearInterval(looking);
  }, [isWaiting, retry]);
  const start = (kind: ExportKind): void => {
    const send = async (): Promise<void> => {
      await ask(kind);
      const where = emailVerified ? t("privacy.export.started.body") : t("privacy.export.started.here");
      showToast({ title: t("privacy.export.started.title"), description: where });
    };
    void act.act(send, { title: t("privacy.export.notStarted") });
  };
  return (
    <SectionCard title={t("privacy.export.title")} className="mb-4">
      <p className="mb-3 text-ink-soft">
        {t("privacy.export.body")} {emailVerified && <span>{t("privacy.export.byEmail")}</span>}
      </p>
      {!emailVerified && (
        <p className="mb-3 rounded-md bg-warn-soft px-4 py-3 text-warn">{t("privacy.export.unconfirmed")}</p>
      )}
      <div className="flex flex-col gap-3">
        {exports === undefined && error !== undefined && (
          <ErrorState
            body={errorText(error, t("privacy.export.notLoaded"))}
            busy={isBusy}
            onRetry={() => void retry()}
          />
        )}
        {exports?.map((copy) => (
          <Copy key={copy.id} copy={copy} />
        ))}
        {act.failure !== null && <FailureNotice {...act.failure} />}
        <NeedsConnection says={t("privacy.export.offline")} busy={act.isBusy}>
          <div className="flex flex-wrap gap-2">
            <Button variant="brand" busy={act.isBusy} className="grow" onClick={() => start("full")}>
              <FileText aria-hidden className="size-5" />
              {t("privacy.export.full")}
            </Button>
            <Button disabled={act.isBusy} className="grow" onClick={() => start("portable")}>
              <Table aria-hidden className="size-5" />
              {t("privacy.export.portable")}
            </Button>
          </div>
        </NeedsConnection>
      </div>
    </SectionCard>
  );
}
