import { below, keys, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { bySending } from "@/api/http/upload";
import { useWrite } from "@/api/http/use-write";
import type { Claim, ClaimItem, Order, OrderPhoto } from "@/api/types";

const claimsOf = (orderId: string): Key<"/api/orders/{order_id}/claims"> => [
  "/api/orders/{order_id}/claims",
  { path: { order_id: orderId } },
];

type Claims = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  claims: readonly Claim[] | undefined;
  /** Until when damage can be reported (ISO instant); null if it cannot. */
  reportableUntil: string | null;
};

/** The damage claims of an order, newest first; updated live, as everything below an order. */
export function useClaims(orderId: string): Claims {
  const { data, error, isBusy, retry } = useRead(claimsOf(orderId), "checked");
  return { claims: data?.claims, reportableUntil: data?.reportableUntil ?? null, error, isBusy, retry };
}

type Report = {
  description: string;
  item: ClaimItem;
  /** CHF, new; null if unknown, as the age. */
  price: string | null;
  ageMonths: number | null;
  photos: string[];
};

type ClaimActs = {
  report: (report: Report) => Promise<unknown>;
  /** By the provider: their view of a claim. */
  answer: (claimId: string, statement: string, photos: string[]) => Promise<unknown>;
  /** `onProgress` gets the share of the photo that is sent, 0 to 1. */
  addPhoto: (file: File, onProgress: (share: number) => void) => Promise<OrderPhoto>;
  /** Removes a photo that is not sent. */
  removePhoto: (photoId: string) => Promise<unknown>;
};

export function useClaimActs({ id }: Pick<Order, "id">): ClaimActs {
  const write = useWrite();
  const path = { order_id: id };
  const outdated = [below(keys.order(id)), below(keys.providerOrders)];
  return {
    report: (body) => write("post", "/api/orders/{order_id}/claims", { path, body }, outdated),
    answer: (claimId, statement, photos) =>
      write(
        "post",
        "/api/orders/{order_id}/claims/{claim_id}/statement",
        { path: { ...path, claim_id: claimId }, body: { statement, photos } },
        outdated,
      ),
    addPhoto: (file, onProgress) =>
      write("post", "/api/orders/{order_id}/photos", { path, ...bySending(file, onProgress) }),
    removePhoto: (photoId) =>
      write("delete", "/api/orders/{order_id}/photos/{photo_id}", { path: { ...path, photo_id: photoId } }),
  };
}
