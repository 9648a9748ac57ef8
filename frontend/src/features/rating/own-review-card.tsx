import { useState, type ReactElement } from "react";

import { errorText, formErrorOf } from "@/api/http/error-text";
import { useEditReview, useOwnReview } from "@/api/orders/use-reviews";
import { useSession } from "@/api/session/session";
import type { Order, OwnReview } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { Stars } from "@/ui/stars";
import { useNow } from "@/ui/use-now";

import { MAX_COMMENT } from "./rating-form";
import { starsOf, StarChoice, type Rating } from "./star-choice";

function EditForm({ order, review, onDone }: { order: Order; review: OwnReview; onDone: () => void }): ReactElement {
  const edit = useEditReview(order.id);
  const { user } = useSession();
  const form = useForm<{ rating: Rating; comment: string }>({
    initial: { rating: starsOf(review.rating), comment: review.comment },
    draft: { name: `own review ${order.id}`, owner: user?.id ?? null },
    check: () => ({}),
    save: async ({ rating, comment }) => {
      await edit(rating, comment.trim());
      showToast({ title: t("rating.edited.title"), description: t("rating.edited.body") });
      onDone();
    },
    explain: (error) => formErrorOf(error, t("rating.edit.failed")),
    notice: { title: t("rating.failure.title") },
  });
  return (
    <Form form={form}>
      <StarChoice value={form.values.rating} disabled={form.isBusy} onChange={(rating) => form.change({ rating })} />
      <TextareaField form={form} name="comment" label={t("rating.comment")} rows={3} maxLength={MAX_COMMENT} />
      <FormNotice form={form} />
      <NeedsConnection says={t("rating.edit.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand" wide>
          {t("rating.edit.save")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

/** The customer's own review of an order: who sees it, and for an hour a way to change it. */
export function OwnReviewCard({ order }: { order: Order }): ReactElement {
  const { review, error, isBusy, retry, isPending } = useOwnReview(order.id);
  const [edits, setEdits] = useState(false);
  const now = useNow();
  const close = (): void => setEdits(false);
  const mayEdit = Date.parse(review?.editableUntil ?? "") > now;
  return (
    <SectionCard title={t("rating.own.title")}>
      {isPending ? (
        <Stars value={order.rating ?? 0} />
      ) : review === undefined ? (
        error === undefined ? (
          <Loading>
            <Skeleton className="h-16" />
          </Loading>
        ) : (
          <ErrorState body={errorText(error, t("rating.own.failed"))} busy={isBusy} onRetry={() => void retry()} />
        )
      ) : (
        <>
          <Stars value={review.rating} />
          {review.comment !== "" && <p className="mt-1 whitespace-pre-wrap">{review.comment}</p>}
          {review.shownBy !== null && (
            <p className="mt-2 text-caption text-ink-soft">
              {t("rating.own.waits", { day: formatDate(review.shownBy, now) })}
            </p>
          )}
          {(mayEdit || edits) && (
            <Button size="sm" className="mt-3" onClick={() => setEdits(true)}>
              {t("rating.edit")}
            </Button>
          )}
          <Dialog open={edits} onClose={close} title={t("rating.edit.title")} description={t("rating.edit.lead")}>
            {edits && <EditForm order={order} review={review} onDone={close} />}
          </Dialog>
        </>
      )}
    </SectionCard>
  );
}
