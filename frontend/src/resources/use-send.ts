import { useCallback } from "react";

import { callOf, orderOf, type Operation } from "@/offline/ops";
import { t } from "@/i18n/i18n";

import { isUnanswered, NotQueued } from "./api-error";
import { releaseKey } from "./attempts";
import { fromStore } from "./kept-answers";
import type { KeyFilter } from "./refresh";
import { useSession } from "./session";
import { useWriteAny } from "./use-write";
import { isWaitedFor } from "./waiting";

/** "sent": the server has it. "queued": it waits on this device for a connection, and is sent in any case. */
export type Delivery = "sent" | "queued";

type Guarded = { /** The `ETag` of the order that the person saw. */ ifMatch?: string | null };

/**
 * Sends an act that may wait: at once where there is a connection, else as soon as there is one, under the same key. Throws
 * as `call` does, and `NotQueued` where there is no connection and the device cannot keep it either.
 */
export function useSend(): (operation: Operation, outdated: readonly KeyFilter[], guarded?: Guarded) => Promise<Delivery> {
  const { user } = useSession();
  const account = user?.id;
  const write = useWriteAny();
  return useCallback(
    async (operation, outdated, { ifMatch = null } = {}) => {
      const call = callOf(operation);
      if (call === null || account === undefined) throw new TypeError("This act cannot be sent.");
      const { method, url, body } = call;
      const queue = async (id?: string): Promise<boolean> => {
        const { enqueue } = await import("@/offline/queue");
        return (await fromStore(() => enqueue(operation, { account, baseVersion: ifMatch, ...(id !== undefined && { id }) }))) !== null;
      };
      // Behind what was done to the same order before.
      if ((!navigator.onLine || isWaitedFor(orderOf(operation))) && (await queue())) return "queued";
      if (!navigator.onLine) throw new NotQueued(t(`offline.failed.${operation.type}`));
      try {
        await write(method, url, { body, ifMatch }, outdated);
        return "sent";
      } catch (error) {
        if (isUnanswered(error) && (await queue(releaseKey(method, url, body)))) return "queued";
        throw error;
      }
    },
    [account, write],
  );
}
