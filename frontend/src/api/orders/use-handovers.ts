import { below, keys, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { idempotencyKey } from "@/api/http/client";
import { bySending } from "@/api/http/upload";
import { useWrite } from "@/api/http/use-write";
import type { JobHandover, Order } from "@/api/types";

const handoversOf = (orderId: string): Key<"/api/orders/{order_id}/handovers"> => [
  "/api/orders/{order_id}/handovers",
  { path: { order_id: orderId } },
];

/** Pickup and delivery of an order with their proofs; updated live, as everything below an order. */
export function useHandovers(
  orderId: string,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { handovers: readonly JobHandover[] | undefined } {
  const { data: handovers, error, isBusy, retry } = useRead(handoversOf(orderId), "checked");
  return { handovers, error, isBusy, retry };
}

/** A provider's notes on a handover; null leaves a value unchanged. */
type Noted = { bags: number | null; photo: File | null };

type HandoverActs = {
  /** By the customer: whether the remaining handovers require a code. */
  askForCodes: (wanted: boolean) => Promise<unknown>;
  /** By the provider, during a handover. `onProgress` gets the share of the photo that is sent, 0 to 1. */
  note: (noted: Noted, onProgress: (share: number) => void) => Promise<unknown>;
};

export function useHandoverActs({ id, status }: Order): HandoverActs {
  const write = useWrite();
  const path = { order_id: id };
  return {
    askForCodes: (wanted) =>
      write("put", "/api/orders/{order_id}/handover-code", { path, body: { wanted } }, [below("/api/orders")]),
    note: ({ bags, photo }, onProgress) => {
      const words = { kind: status, ...(bags !== null && { bags: String(bags) }) };
      // A new key for each try: it sets values, so a repeat does no harm.
      return write(
        "post",
        "/api/orders/{order_id}/proofs",
        { path, idempotencyKey: idempotencyKey(), ...bySending(photo, onProgress, words) },
        [below(keys.order(id))],
      );
    },
  };
}

/** True if the code was wrong, and another can be tried. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "handover_code_wrong";
}
