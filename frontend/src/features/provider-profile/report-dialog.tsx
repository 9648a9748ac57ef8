import type { ReactElement } from "react";

import { loadMessages, t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

const ReportForm = lazyPart(async () => {
  const [part] = await Promise.all([import("./report-form"), loadMessages("reporting")]);
  return part.ReportForm;
});

/** Asks what is wrong with a review; few people do, so the form's code comes when it is opened. */
export function ReportDialog({ reviewId, onClose }: { reviewId: string | null; onClose: () => void }): ReactElement {
  return (
    <Dialog open={reviewId !== null} onClose={onClose} title={t("providerPage.reviews.report.title")} description={t("providerPage.reviews.report.lead")}>
      {reviewId !== null && <ReportForm reviewId={reviewId} onDone={onClose} />}
    </Dialog>
  );
}
