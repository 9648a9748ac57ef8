import type { ReactElement } from "react";

import type { Application } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { NeedsConnection } from "@/ui/needs-connection";

import { DocumentRow } from "./document-row";
import { useUploads } from "./use-uploads";

const KIND = "insuranceCertificate";

function coverText({ certificateState, coverState, coverEndsOn }: Application): string {
  if (coverState === "too_low") return t("apply.cover.low");
  if (coverEndsOn === null) return t("apply.cover.none");
  const day = formatDate(`${coverEndsOn}T12:00:00Z`);
  if (coverState === "ended") return t("apply.cover.ended", { day });
  return t(certificateState === "waits" ? "apply.cover.recorded" : "apply.cover.until", { day });
}

/** A provider's liability insurance, with an upload for the next certificate. */
export function CoverCard({ application }: { application: Application }): ReactElement {
  const { certificateState, coverState, documents, note } = application;
  const uploads = useUploads();
  const isSending = uploads.running[KIND] !== undefined;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="mt-2 text-lead font-semibold">{t("apply.cover.title")}</h2>
      <p className={coverState === "ended" || coverState === "too_low" ? "font-medium text-bad" : "text-ink-soft"}>
        {coverText(application)}
      </p>
      {certificateState === "refused" && !isSending && (
        <p className="font-medium text-bad">
          {note === "" ? t("apply.cover.another") : t("apply.cover.refused", { note })}
        </p>
      )}
      <NeedsConnection says={t("apply.documents.offline")}>{null}</NeedsConnection>
      <DocumentRow
        kind={KIND}
        document={documents[KIND]}
        upload={uploads.running[KIND]}
        error={uploads.errors[KIND]}
        onFile={(file) => void uploads.send(KIND, file)}
      />
      <p role="status" className="font-medium text-good empty:hidden">
        {certificateState === "waits" && !isSending && t("apply.cover.thanks")}
      </p>
    </section>
  );
}
