import { useCallback } from "react";

import type { KeyFilter } from "@/api/cache/refresh";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { fromStore } from "@/offline/fallback";
import { callOf, orderOf, type Call, type Operation } from "@/offline/operations";
import { addPendingAction, hasPendingAction } from "@/offline/pending-actions";

import { isUnanswered, NotQueued } from "./api-error";
import { handOver, intentionOf, keyOf } from "./attempts";
import { useWriteAny, type SendOptions, type Show } from "./use-write";

/** "sent": the server has it. "queued": it is stored on this device, and will be sent. */
export type Delivery = "sent" | "queued";

type Guarded = { /** The `ETag` of the order as the user saw it. */ ifMatch?: string | null };

type Written = Omit<Call, "method"> & { method: Lowercase<Call["method"]> };

function callFor(operation: Operation): Written {
  const call = callOf(operation);
  if (call === null) throw new TypeError();
  return { ...call, method: call.method.toLowerCase() as Written["method"] };
}

type Queue = (operation: Operation, guarded: Guarded) => Promise<boolean>;

/** Queues an action, to be sent when online. False if the device cannot store it. */
export function useQueue(): Queue {
  const { user } = useSession();
  const account = user?.id ?? "";
  return useCallback<Queue>(
    async (operation, { ifMatch = null }) => {
      const { method, url, body } = callFor(operation);
      const intention = intentionOf(method, url, body);
      const { enqueue } = await import("@/offline/queue");
      const queued = await fromStore(() => enqueue(operation, { account, baseVersion: ifMatch, id: keyOf(intention) }));
      // Not stored, or only later: keep the key, because pressing again is the same intention.
      if (queued === null) return false;
      addPendingAction(queued);
      handOver(intention);
      return true;
    },
    [account],
  );
}

/** Whether an action on an order must be queued: offline, or an earlier one on the order is pending. */
export function mustWait(orderId: string | null): boolean {
  return !navigator.onLine || hasPendingAction(orderId);
}

/**
 * Sends an action, or queues it under the same key if offline or without a response. Throws as `call` does, and
 * `NotQueued` if offline and the device cannot store it.
 */
export function useSend(): (
  operation: Operation,
  outdated: readonly KeyFilter[],
  guarded?: Guarded & SendOptions,
  show?: Show,
) => Promise<Delivery> {
  const write = useWriteAny();
  const queue = useQueue();
  return useCallback(
    async (operation, outdated, guarded = {}, show) => {
      const { method, url, body } = callFor(operation);
      if (mustWait(orderOf(operation)) && (await queue(operation, guarded))) return "queued";
      if (!navigator.onLine) throw new NotQueued(t(`offline.failed.${operation.type}`));
      try {
        await write(method, url, { body, ...guarded }, outdated, show);
        return "sent";
      } catch (error) {
        if (isUnanswered(error) && (await queue(operation, guarded))) return "queued";
        throw error;
      }
    },
    [write, queue],
  );
}
