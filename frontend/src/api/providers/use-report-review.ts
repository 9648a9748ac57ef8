import { useWrite } from "@/api/http/use-write";
import type { ReviewReportReason } from "@/api/types";

/** Reports a review to the operators; throws as `useWrite` does. */
export function useReportReview(reviewId: string): (reason: ReviewReportReason, words: string) => Promise<unknown> {
  const write = useWrite();
  return (reason, words) =>
    write("post", "/api/reviews/{review_id}/report", { path: { review_id: reviewId }, body: { reason, words } });
}
