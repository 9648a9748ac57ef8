import { useState, type ReactElement } from "react";

import type { Application } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { NeedsConnection } from "@/ui/needs-connection";

import { DocumentRow } from "./document-row";
import { useUploads } from "./use-uploads";

const KIND = "insuranceCertificate";

function coverText({ coverState, coverEndsOn }: Application): string {
  if (coverState === "too_low") return t("apply.cover.low");
  if (coverEndsOn === null) return t("apply.cover.none");
  const day = formatDate(`${coverEndsOn}T12:00:00Z`);
  return coverState === "ended" ? t("apply.cover.ended", { day }) : t("apply.cover.until", { day });
}

/** A provider's liability insurance, with an upload for the next certificate. */
export function CoverCard({ application }: { application: Application }): ReactElement {
  const { coverState, documents } = application;
  const uploads = useUploads();
  const [isSent, setIsSent] = useState(false);
  const send = async (file: File): Promise<void> => {
    setIsSent(true);
    await uploads.send(KIND, file);
  };
  const isThanked = isSent && uploads.running[KIND] === undefined && uploads.errors[KIND] === undefined;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="mt-2 text-lead font-semibold">{t("apply.cover.title")}</h2>
      <p className={coverState === "ended" || coverState === "too_low" ? "font-medium text-bad" : "text-ink-soft"}>
        {coverText(application)}
      </p>
      <NeedsConnection says={t("apply.documents.offline")}>{null}</NeedsConnection>
      <DocumentRow
        kind={KIND}
        document={documents[KIND]}
        upload={uploads.running[KIND]}
        error={uploads.errors[KIND]}
        onFile={(file) => void send(file)}
      />
      <p role="status" className="font-medium text-good empty:hidden">
        {isThanked && t("apply.cover.thanks")}
      </p>
    </section>
  );
}
