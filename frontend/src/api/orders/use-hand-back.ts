import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { useWrite } from "@/api/http/use-write";
import type { HandBack, HandBackOffer, Order } from "@/api/types";

const ORDERS = below("/api/orders");
const JOBS = below(keys.providerOrders);
const OFFERS = below(keys.offers);

/** Where the search for another provider stands; to be asked for an order that is handed back alone. */
export function useHandBack(
  orderId: string,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { handBack: HandBack | undefined } {
  const { data: handBack, error, isBusy, retry } = useRead(keys.handBack(orderId), "checked");
  return { handBack, error, isBusy, retry };
}

type HandBackActs = {
  /** As its provider; the reason is what the customer reads. The order may come back cancelled, where nobody else is free. */
  handBack: (reason: string) => Promise<Order>;
  /** As its provider: it is done after all. */
  withdraw: () => Promise<Order>;
  /** As its customer: other providers may be asked. It may come back cancelled, too. */
  agree: () => Promise<Order>;
};

/** What can be done about an order that its provider cannot do; handing back only as it is seen on the screen. */
export function useHandBackActs({ id, etag: ifMatch }: Order): HandBackActs {
  const write = useWrite();
  const path = { order_id: id };
  return {
    handBack: (reason) =>
      write("post", "/api/orders/{order_id}/hand-back", { path, body: { reason }, ifMatch }, [JOBS, ORDERS]),
    withdraw: () => write("delete", "/api/orders/{order_id}/hand-back", { path }, [JOBS, ORDERS]),
    agree: () => write("post", "/api/orders/{order_id}/hand-back/agreement", { path }, [ORDERS]),
  };
}

/** The pickups that other providers cannot do and that the provider whom the account is may take, the next first. */
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
    take: () => write("post", "/api/provider/offers/{order_id}/acceptance", { path }, [OFFERS, JOBS]),
    refuse: () => write("post", "/api/provider/offers/{order_id}/refusal", { path }, [OFFERS]),
  };
}

/** True where an offer is one no more: somebody else was faster, or there is nothing left to take. */
export function isOfferGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "offer_gone" || error.status === 404);
}
