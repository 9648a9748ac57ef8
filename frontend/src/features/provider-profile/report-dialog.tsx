import type { ComponentType, ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { loadMessages, t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { ReportFormProps } from "./report-form";

async function load(): Promise<ComponentType<ReportFormProps>> {
  const [{ ReportForm }] = await Promise.all([import("./report-form"), loadMessages("reporting")]);
  return ReportForm;
}

/** Asks what is wrong with a review; few people do, so the form's code comes when it is opened. */
export function ReportDialog({ reviewId, onClose }: { reviewId: string | null; onClose: () => void }): ReactElement {
  return (
    <Dialog open={reviewId !== null} onClose={onClose} title={t("providerPage.reviews.report.title")} description={t("providerPage.reviews.report.lead")}>
      {reviewId !== null && <LazyPart name="report-form" load={load} given={{ reviewId, onDone: onClose }} />}
    </Dialog>
  );
}
