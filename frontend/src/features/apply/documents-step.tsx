import { useEffect, useRef, useState, type ReactElement } from "react";

import type { Application, ApplicationDocument, DocumentKind } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { focusFirstError } from "@/ui/field";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";
import { StickyAction } from "@/ui/page";

import { DocumentRow } from "./document-row";
import { KINDS, missingDocuments } from "./progress";
import { StepEnd } from "./step-frame";
import { useUploads } from "./use-uploads";

type RemoveProps = { kind: DocumentKind; document: ApplicationDocument; onClose: () => void; onRemoved: () => void };

/** Asks before a file is deleted. */
function RemoveDialog({ kind, document, onClose, onRemoved }: RemoveProps): ReactElement {
  const { remove } = useApplication();
  const { isBusy, failure, act } = useAct();
  const removeNow = async (): Promise<void> => {
    await remove(kind);
    onRemoved();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("apply.documents.remove.title")}
      description={t("apply.documents.remove.body", { name: document.name })}
      failure={failure}
      actions={
        <>
          <Button
            variant="destructive"
            busy={isBusy}
            onClick={() => void act(removeNow, { title: t("apply.documents.remove.failed") })}
          >
            {t("apply.documents.remove.confirm")}
          </Button>
          <Button onClick={onClose}>{t("apply.documents.remove.keep")}</Button>
        </>
      }
    />
  );
}

/** Step 3: the documents; each is uploaded as soon as it is chosen. */
export function DocumentsStep({
  application,
  onDone,
}: {
  application: Application;
  onDone: () => unknown;
}): ReactElement {
  const uploads = useUploads();
  const [removing, setRemoving] = useState<DocumentKind | null>(null);
  const [rejectedCount, setRejectedCount] = useState(0);
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (rejectedCount > 0) focusFirstError(rows.current);
  }, [rejectedCount]);
  const isSending = Object.keys(uploads.running).length > 0;
  const goOn = (): void => {
    const missing = missingDocuments(application);
    if (missing.length === 0) {
      onDone();
      return;
    }
    uploads.blame(
      Object.fromEntries(
        missing.map((kind) => [kind, t("apply.documents.required", { document: t(`apply.documents.${kind}`) })]),
      ),
    );
    setRejectedCount((count) => count + 1);
  };
  const removed = removing === null ? null : application.documents[removing];
  return (
    <>
      <p className="mb-4 text-ink-soft">{t("apply.documents.lead")}</p>
      <p role="status" className="sr-only">
        {uploads.said}
      </p>
      <div className="mb-4 empty:hidden">
        <NeedsConnection says={t("apply.documents.offline")}>{null}</NeedsConnection>
      </div>
      <div ref={rows} className="flex flex-col gap-3">
        {KINDS.map((kind) => (
          <DocumentRow
            key={kind}
            kind={kind}
            document={application.documents[kind]}
            required={application.requiredDocuments.includes(kind)}
            upload={uploads.running[kind]}
            error={uploads.errors[kind]}
            onFile={(file) => void uploads.send(kind, file)}
            onRemove={() => setRemoving(kind)}
          />
        ))}
      </div>
      {removing !== null && removed !== null && (
        <RemoveDialog
          kind={removing}
          document={removed}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            uploads.removed(removing);
            setRemoving(null);
          }}
        />
      )}
      <StickyAction>
        <StepEnd step={3}>
          <Button variant="primary" className="grow" disabled={isSending} onClick={goOn}>
            {t(isSending ? "apply.documents.wait" : "apply.continue")}
          </Button>
        </StepEnd>
      </StickyAction>
    </>
  );
}
