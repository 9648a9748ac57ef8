import { below, keys, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { useWrite } from "@/api/http/use-write";
import type { OwnReview, Review, ReviewOfJob } from "@/api/types";
import { usePendingActions } from "@/offline/pending-actions";

export type StarCount = 1 | 2 | 3 | 4 | 5;

const reviewOf = (orderId: string): Key<"/api/orders/{order_id}/review"> => [
  "/api/orders/{order_id}/review",
  { path: { order_id: orderId } },
];

/** The customer's own review of an order, also while nobody else sees it. One that is still to be sent is not fetched. */
export function useOwnReview(
  orderId: string,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { review: OwnReview | undefined; isPending: boolean } {
  const isPending = usePendingActions().some(
    ({ entityId, type, error }) =>
      entityId === orderId && (type === "rate" || type === "create_review") && error === null,
  );
  const { data: review, error, isBusy, retry } = useRead(isPending ? null : reviewOf(orderId), "checked");
  return { review, error, isBusy, retry, isPending };
}

/** Changes one's own review, within an hour after it was written. */
export function useEditReview(orderId: string): (rating: StarCount, comment: string) => Promise<unknown> {
  const write = useWrite();
  const outdated = [below("/api/orders"), below("/api/providers")];
  return (rating, comment) =>
    write("put", "/api/orders/{order_id}/review", { path: { order_id: orderId }, body: { rating, comment } }, outdated);
}

/** Rates the customer of a completed job, or changes that. */
export function useRateCustomer(orderId: string): (rating: StarCount) => Promise<unknown> {
  const write = useWrite();
  const outdated = [below(keys.providerOrders), below("/api/orders"), below("/api/providers")];
  return (rating) =>
    write("put", "/api/orders/{order_id}/customer-rating", { path: { order_id: orderId }, body: { rating } }, outdated);
}

/** Answers the review of a job, once. Refused if its author has changed what was `read` (see `isReviewChanged`). */
export function useAnswerReview(): (read: ReviewOfJob, answer: string) => Promise<Review> {
  const write = useWrite();
  const outdated = [below(keys.providerOrders), below("/api/orders"), below("/api/providers")];
  return ({ id, rating, comment }, answer) =>
    write(
      "post",
      "/api/provider/reviews/{review_id}/answer",
      { path: { review_id: id }, body: { answer, seen: { rating, comment } } },
      outdated,
    );
}

/** True if a review says something else by now than what was read; no answer was published. */
export function isReviewChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === "review_changed";
}
