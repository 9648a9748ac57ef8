import { useState, type ReactElement } from "react";

import type { ProviderDetails, Review } from "@/api/types";
import { loadMessages, t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { SectionCard } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";
import { RatingNumber, Stars } from "@/ui/stars";

const ReportForm = lazyPart(async () => {
  const [part] = await Promise.all([import("./report-form"), loadMessages("reporting")]);
  return part.ReportForm;
});

/** The report form, whose code is loaded when opened, because few users need it. */
function ReportDialog({ reviewId, onClose }: { reviewId: string | null; onClose: () => void }): ReactElement {
  return (
    <Dialog
      open={reviewId !== null}
      onClose={onClose}
      title={t("providerPage.reviews.report.title")}
      description={t("providerPage.reviews.report.lead")}
    >
      {reviewId !== null && <ReportForm reviewId={reviewId} onDone={onClose} />}
    </Dialog>
  );
}

type ReviewsProps = { provider: ProviderDetails; now: number };

/** Number of reviews by stars. */
function Histogram({ provider }: { provider: ProviderDetails }): ReactElement {
  const { starCounts, reviewCount } = provider;
  return (
    <ul aria-label={t("providerPage.reviews.byStars")} className="flex grow flex-col gap-1">
      {starCounts.map(({ rating, count }) => (
        <li key={rating} className="flex items-center gap-2 text-caption text-ink-soft tabular-nums">
          <span className="sr-only">{`${t("providerPage.stars", { count: rating })}: ${t("common.reviews", { count })}`}</span>
          <span aria-hidden className="w-3 text-right">
            {rating}
          </span>
          <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-sunken">
            <svg className="block size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
              <rect width={reviewCount === 0 ? 0 : (100 * count) / reviewCount} height={1} className="fill-star" />
            </svg>
          </span>
          <span aria-hidden className="w-8 text-right">
            {count}
          </span>
        </li>
      ))}
    </ul>
  );
}

type OneReviewProps = { review: Review; providerFirstName: string; now: number; onReport: () => void };

function OneReview({ review, providerFirstName, now, onReport }: OneReviewProps): ReactElement {
  return (
    <li className="border-t py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="font-semibold">{review.authorName}</p>
        <p className="text-caption text-ink-soft">{formatDate(review.createdAt, now)}</p>
      </div>
      <Stars value={review.rating} />
      {review.comment !== "" && <p className="mt-1 whitespace-pre-line wrap-break-word">{review.comment}</p>}
      {review.answer !== null && (
        <div className="mt-2 rounded-md bg-sunken px-4 py-3">
          <p className="text-caption font-semibold">
            {t("providerPage.reviews.answer", { name: providerFirstName })}
            {review.answeredAt !== null && (
              <span className="font-normal text-ink-soft"> · {formatDate(review.answeredAt, now)}</span>
            )}
          </p>
          <p className="whitespace-pre-line wrap-break-word">{review.answer}</p>
        </div>
      )}
      <button
        type="button"
        aria-label={t("providerPage.reviews.report.of", { name: review.authorName })}
        onClick={onReport}
        className="-mx-2 -mb-3 inline-flex min-h-touch items-center px-2 text-caption text-ink-soft underline underline-offset-4"
      >
        {t("providerPage.reviews.report")}
      </button>
    </li>
  );
}

/** Rating histogram, and the newest reviews with the provider's replies. */
export function Reviews({ provider, now }: ReviewsProps): ReactElement {
  const { reviews, reviewCount, rating, user } = provider;
  const [reported, setReported] = useState<string | null>(null);
  if (reviewCount === 0) {
    return (
      <SectionCard title={t("providerPage.reviews.title")}>
        <p className="text-ink-soft">{t("providerPage.reviews.none", { name: user.firstName })}</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard title={t("providerPage.reviews.title")}>
      <div className="mb-4 flex items-center gap-5">
        <div className="shrink-0 text-title">
          <RatingNumber value={rating} />
          <p className="text-caption text-ink-soft">{t("common.reviews", { count: reviewCount })}</p>
        </div>
        <Histogram provider={provider} />
      </div>
      <ul>
        {reviews.map((review) => (
          <OneReview
            key={review.id}
            review={review}
            providerFirstName={user.firstName}
            now={now}
            onReport={() => setReported(review.id)}
          />
        ))}
      </ul>
      {reviews.length < reviewCount && (
        <p className="border-t pt-3 text-caption text-ink-soft">
          {t("providerPage.reviews.newest", { shown: reviews.length, all: reviewCount })}
        </p>
      )}
      <ReportDialog reviewId={reported} onClose={() => setReported(null)} />
    </SectionCard>
  );
}
