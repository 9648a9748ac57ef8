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

/** Pickup and delivery of an order with what proves them; live, as all that hangs on an order. */
export function useHandovers(
  orderId: string,
): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { handovers: readonly JobHandover[] | undefined } {
  const { data: handovers, error, isBusy, retry } = useRead(handoversOf(orderId), "checked");
  return { handovers, error, isBusy, retry };
}

/** What a provider notes at a handover; null is left as it was. */
type Noted = { bags: number | null; photo: File | null };

type HandoverActs = {
  /** As its customer: whether a code is asked for at the handovers that are not over. */
  askForCodes: (wanted: boolean) => Promise<unknown>;
  /** As its provider, while the laundry changes hands. `onProgress` hears which share of it, 0 to 1, has gone out. */
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
      // It sets what is noted: with whatever else was tried before a lost answer it has nothing to do.
      return write(
        "post",
        "/api/orders/{order_id}/proofs",
        { path, idempotencyKey: idempotencyKey(), ...bySending(photo, onProgress, words) },
        [below(keys.order(id))],
      );
    },
  };
}

/** True where the code itself was wrong, and another may be tried. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "handover_code_wrong";
}
