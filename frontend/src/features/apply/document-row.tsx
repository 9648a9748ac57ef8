import { CircleAlert, FileCheck2, FileUp } from "lucide-react";
import { useId, type ChangeEvent, type ReactElement } from "react";

import type { ApplicationDocument, DocumentKind } from "@/api/types";
import { documentAddress } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence } from "@/lib/dates";
import { getLocale } from "@/lib/locale";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { buttonStyle } from "@/ui/button-style";
import { useOnline } from "@/lib/use-online";

import type { Upload } from "./use-uploads";

const ACCEPTED = "application/pdf,image/jpeg,image/png";

/** "340 kB", "2.4 MB". */
function sizeText(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const format = new Intl.NumberFormat(getLocale(), {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return format.format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1000));
}

function Progress({ upload: { name, share } }: { upload: Upload }): ReactElement {
  const percent = Math.round(share * 100);
  return (
    <div className="mt-3">
      <p className="flex items-baseline justify-between gap-3 text-caption">
        <span className="min-w-0 truncate">{t("apply.documents.uploading", { name })}</span>
        <span className="shrink-0 font-semibold tabular-nums">
          {share < 1 ? t("apply.documents.share", { percent }) : t("apply.documents.checking")}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={t("apply.documents.uploading", { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="mt-1.5 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left rounded-full bg-brand transition-transform"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

function File({ document }: { document: ApplicationDocument }): ReactElement {
  return (
    <p className="mt-3 flex items-start gap-2">
      <FileCheck2 aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
      <span className="min-w-0">
        <a
          href={documentAddress(document)}
          aria-label={t("apply.documents.open", { name: document.name })}
          className="font-medium text-brand-ink underline underline-offset-4"
        >
          {document.name}
        </a>
        <span className="block text-caption text-ink-soft tabular-nums">
          {t("apply.documents.facts", { size: sizeText(document.size), when: dayTimeInSentence(document.uploadedAt) })}
        </span>
      </span>
    </p>
  );
}

type DocumentRowProps = {
  kind: DocumentKind;
  document: ApplicationDocument | null;
  required?: boolean;
  upload: Upload | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
  /** Without it the file can be replaced, but not removed. */
  onRemove?: () => void;
};

/** One document of an application: its kind, the present file, and an upload. */
export function DocumentRow({
  kind,
  document,
  required = false,
  upload,
  error,
  onFile,
  onRemove,
}: DocumentRowProps): ReactElement {
  const id = useId();
  const isOnline = useOnline();
  const name = t(`apply.documents.${kind}`);
  const isBusy = upload !== undefined;
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // Otherwise choosing the same file again fires no event.
    event.target.value = "";
    if (file !== undefined) onFile(file);
  };
  return (
    <div role="group" aria-labelledby={id} className="card p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className={cx("font-semibold", required && "after:text-bad after:content-['_*'_/_'']")}>
          {name}
        </h2>
        {!required && onRemove !== undefined && <Badge>{t("apply.documents.optional")}</Badge>}
      </div>
      <p className="text-caption text-ink-soft">{t(`apply.documents.${kind}.body`)}</p>
      {document !== null && <File document={document} />}
      {isBusy && <Progress upload={upload} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <label
          className={cx(
            buttonStyle("secondary", "sm", false),
            "relative cursor-pointer has-disabled:pointer-events-none has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
          )}
        >
          <FileUp aria-hidden className="size-5 shrink-0" />
          {t(document === null ? "apply.documents.choose" : "apply.documents.replace")}
          <span className="sr-only">{t("apply.documents.for", { document: name })}</span>
          <input
            type="file"
            accept={ACCEPTED}
            disabled={isBusy || !isOnline}
            onChange={take}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            aria-required={required || undefined}
            className="sr-only"
          />
        </label>
        {document !== null && onRemove !== undefined && (
          <Button size="sm" variant="ghost" disabled={isBusy || !isOnline} onClick={onRemove}>
            {t("apply.documents.remove")}
            <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-2 flex items-start gap-1.5 text-caption font-medium text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
