import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { useWrite } from "@/api/http/use-write";
import type { HandBack, HandBackOffer, Order } from "@/api/types";

const ORDERS = below("/api/orders");
const JOBS = below(keys.providerOrders);
const OFFERS = below(keys.offers);

/** State of the search for another provider; only for an order that was handed back. */
export function useHandBack(
  orderId: string,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { handBack: HandBack | undefined } {
  const { data: handBack, error, isBusy, retry } = useRead(keys.handBack(orderId), "checked");
  return { handBack, error, isBusy, retry };
}

type HandBackActs = {
  /** By the provider; the customer reads the reason. Returns a cancelled order if nobody else is free. */
  handBack: (reason: string) => Promise<Order>;
  /** By the provider: takes the order back. */
  withdraw: () => Promise<Order>;
  /** By the customer: has other providers asked. May also return a cancelled order. */
  agree: () => Promise<Order>;
};

/** Actions on an order that its provider cannot do. Handing back sends If-Match. */
export function useHandBackActs({ id, etag: ifMatch }: Order): HandBackActs {
  const write = useWrite();
  const path = { order_id: id };
  return {
    handBack: (reason) =>
      write("post", "/api/orders/{order_id}/hand-back", { path, body: { reason }, ifMatch }, [JOBS, ORDERS]),
    withdraw: () => write("delete", "/api/orders/{order_id}/hand-back", { path }, [JOBS, ORDERS]),
    agree: () => write("post", "/api/orders/{order_id}/substitute", { path, body: { accept: true } }, [ORDERS]),
  };
}

/** Handed-back pickups that the signed-in provider may take, earliest first. */
export function useOffers(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  offers: HandBackOffer[] | undefined;
} {
  const { data: offers, error, isBusy, retry } = useRead(keys.offers, "checked");
  return { offers, error, isBusy, retry };
}

type OfferActs = { take: () => Promise<Order>; refuse: () => Promise<unknown> };

export function useOfferActs(orderId: string): OfferActs {
  const write = useWrite();
  const path = { order_id: orderId };
  return {
    take: () => write("post", "/api/provider/offers/{order_id}/accept", { path }, [OFFERS, JOBS]),
    refuse: () => write("post", "/api/provider/offers/{order_id}/decline", { path }, [OFFERS]),
  };
}

/** True if an offer no longer exists: someone else took it, or it was withdrawn. */
export function isOfferGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "offer_gone" || error.status === 404);
}
