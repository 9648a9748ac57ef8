import { useCallback } from "react";

import { filled, type Parameters } from "./address";
import { ApiError } from "./api-error";
import { attempt } from "./attempts";
import { call, type CallOptions } from "./client";
import type { AnswerOf, Method, PathWith, RequestOf } from "./operation";
import { useRefresh, type KeyFilter } from "./refresh";

const MAY_BE_OUTDATED = [403, 404, 409, 410];

type WriteMethod = Exclude<Method, "get">;

/** Writes by a path of the schema; answers what the server answered once `outdated` is fetched again. */
export type Write = <M extends WriteMethod, P extends PathWith<M>>(
  method: M,
  path: P,
  sent: RequestOf<M, P> & CallOptions,
  outdated?: readonly KeyFilter[],
) => Promise<AnswerOf<M, P>>;

/**
 * The one way to write. A repeat of the same intention carries the same key (see `attempt`); `ifMatch` guards what was
 * seen. What is `outdated` by the write is fetched again, also where it was refused because somebody, or the clock, was
 * faster. Throws as `call` does.
 */
export function useWrite(): Write {
  const refresh = useRefresh();
  return useCallback<Write>(
    async (method, path, sent, outdated = []) => {
      const isOutdated: KeyFilter = (key) => outdated.some((matches) => matches(key));
      const intention = `${method} ${filled(path, sent as Parameters)} ${JSON.stringify((sent as { body?: unknown }).body)}`;
      try {
        const { data } = await attempt(intention, (idempotencyKey) => call(method, path, { idempotencyKey, ...sent }));
        if (outdated.length > 0) await refresh(isOutdated);
        return data;
      } catch (error) {
        if (error instanceof ApiError && MAY_BE_OUTDATED.includes(error.status) && outdated.length > 0) await refresh(isOutdated);
        throw error;
      }
    },
    [refresh],
  );
}
