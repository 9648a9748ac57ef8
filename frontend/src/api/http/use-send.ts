import { useCallback } from "react";

import type { KeyFilter } from "@/api/cache/refresh";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { fromStore } from "@/offline/fallback";
import { callOf, orderOf, type Call, type Operation } from "@/offline/operations";
import { hasPendingAction } from "@/offline/pending-actions";

import { isUnanswered, NotQueued } from "./api-error";
import { handOver, intentionOf, openKey } from "./attempts";
import { useWriteAny } from "./use-write";

/** "sent": the server has it. "queued": it waits on this device for a connection, and is sent in any case. */
export type Delivery = "sent" | "queued";

type Guarded = { /** The `ETag` of the order that the person saw. */ ifMatch?: string | null };

function callFor(operation: Operation): Call {
  const call = callOf(operation);
  if (call === null) throw new TypeError();
  return call;
}

/** Takes an act back before it is sent; false where it has been sent by now. */
export type TakeBack = () => Promise<boolean>;

type Queue = (operation: Operation, guarded: Guarded, heldMs?: number) => Promise<TakeBack | null>;

/** Puts an act into the queue, to be sent once `heldMs` are over and there is a connection. Null where the device stores nothing. */
export function useQueue(): Queue {
  const { user } = useSession();
  const account = user?.id ?? "";
  return useCallback<Queue>(
    async (operation, { ifMatch = null }, heldMs = 0) => {
      const { method, url, body } = callFor(operation);
      const intention = intentionOf(method, url, body);
      const { discard, enqueue } = await import("@/offline/queue");
      const known = openKey(intention);
      const queued = await fromStore(() =>
        enqueue(operation, { account, baseVersion: ifMatch, heldMs, ...(known !== undefined && { id: known }) }),
      );
      // Where the device stores nothing, who presses again still means the same.
      if (queued === null) return null;
      handOver(intention);
      return () => discard(queued.id);
    },
    [account],
  );
}

/** Whether an act on an order is to wait: for a connection, or behind what was done to the same order before. */
export function mustWait(orderId: string | null): boolean {
  return !navigator.onLine || hasPendingAction(orderId);
}

/**
 * Sends an act that may wait: at once where there is a connection, else as soon as there is one, under the same key. Throws
 * as `call` does, and `NotQueued` where there is no connection and the device cannot store it either.
 */
export function useSend(): (
  operation: Operation,
  outdated: readonly KeyFilter[],
  guarded?: Guarded,
) => Promise<Delivery> {
  const write = useWriteAny();
  const queue = useQueue();
  return useCallback(
    async (operation, outdated, guarded = {}) => {
      const { method, url, body } = callFor(operation);
      if (mustWait(orderOf(operation)) && (await queue(operation, guarded)) !== null) return "queued";
      if (!navigator.onLine) throw new NotQueued(t(`offline.failed.${operation.type}`));
      try {
        await write(method, url, { body, ifMatch: guarded.ifMatch ?? null }, outdated);
        return "sent";
      } catch (error) {
        if (isUnanswered(error) && (await queue(operation, guarded)) !== null) return "queued";
        throw error;
      }
    },
    [write, queue],
  );
}
