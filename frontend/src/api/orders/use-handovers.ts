import { below, keys, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError, isUnanswered } from "@/api/http/api-error";
import { bySending } from "@/api/http/upload";
import { mustWait, useQueue, type Delivery } from "@/api/http/use-send";
import { useWrite } from "@/api/http/use-write";
import type { JobHandover, Order } from "@/api/types";
import { proofOf } from "@/offline/operations";

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
  /**
   * By the provider, during a handover; without a connection it waits on the device, as the step after it does.
   * `onProgress` gets the share of the photo that is sent, 0 to 1.
   */
  note: (noted: Noted, onProgress: (share: number) => void) => Promise<Delivery>;
};

export function useHandoverActs({ id, status }: Order): HandoverActs {
  const write = useWrite();
  const queue = useQueue();
  const path = { order_id: id };
  return {
    askForCodes: (wanted) =>
      write("put", "/api/orders/{order_id}/handover-code", { path, body: { wanted } }, [below("/api/orders")]),
    note: async ({ bags, photo }, onProgress) => {
      const isQueued = (): Promise<boolean> => queue(proofOf(id, { kind: status, bags, photo }), {});
      if (mustWait(id) && (await isQueued())) return "queued";
      const words = { kind: status, ...(bags !== null && { bags: String(bags) }) };
      try {
        await write("post", "/api/orders/{order_id}/proofs", { path, ...bySending(photo, onProgress, words) }, [
          below(keys.order(id)),
        ]);
        return "sent";
      } catch (error) {
        if (isUnanswered(error) && (await isQueued())) return "queued";
        throw error;
      }
    },
  };
}

/** True if the code was wrong, and another can be tried. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "handover_code_wrong";
}
