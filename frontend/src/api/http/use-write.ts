import { useCallback } from "react";

import { below, keys } from "@/api/cache/keys";
import { useRefresh, type KeyFilter } from "@/api/cache/refresh";
import { storeWritten } from "@/offline/fallback";
import type { Backup } from "@/offline/queue";

import { ApiError } from "./api-error";
import { attempt, intentionOf } from "./attempts";
import { callAny, type CallOptions } from "./client";
import type { Method, PathWith, RequestOf, ResponseOf } from "./operation";
import { filled, type Parameters } from "./url";

const MAY_BE_OUTDATED = [403, 404, 409, 410];

type WriteMethod = Exclude<Method, "get">;

/** Writes to a path of the schema; resolves with the response once `outdated` is fetched again. */
export type Write = <M extends WriteMethod, P extends PathWith<M>>(
  method: M,
  path: P,
  sent: RequestOf<M, P> & CallOptions,
  outdated?: readonly KeyFilter[],
) => Promise<ResponseOf<M, P>>;

/** Shows the response before what is outdated is fetched again: another refresh may overtake that one. */
export type Show = (data: unknown) => Promise<unknown>;

type WriteAny = (
  method: WriteMethod,
  template: string,
  sent: Parameters & CallOptions & { body?: unknown },
  outdated: readonly KeyFilter[],
  show?: Show,
) => Promise<unknown>;

/** As `useWrite`, for templates known at run time; prefer the typed one. */
export function useWriteAny(): WriteAny {
  const refresh = useRefresh();
  return useCallback<WriteAny>(
    async (method, template, sent, outdated, show) => {
      const isOutdated: KeyFilter = (key) => outdated.some((matches) => matches(key));
      const url = filled(template, sent);
      const intention = intentionOf(method, url, sent.body);
      try {
        const response = await attempt(intention, (idempotencyKey) =>
          callAny(method, template, { idempotencyKey, ...sent }),
        );
        const { data } = response;
        // What is read next may not come: then the device shows this.
        await storeWritten({ method, url, data: sent.body }, response);
        await show?.(data);
        if (outdated.length > 0) await refresh(isOutdated);
        return data;
      } catch (error) {
        // Prices are part of the config.
        if (error instanceof ApiError && error.code === "price_changed") await refresh(below(keys.config));
        if (error instanceof ApiError && MAY_BE_OUTDATED.includes(error.status) && outdated.length > 0)
          await refresh(isOutdated);
        throw error;
      }
    },
    [refresh],
  );
}

/**
 * The only way to write. A repeat of the same intention sends the same Idempotency-Key (see `attempt`); `ifMatch`
 * prevents overwriting newer data. Keys in `outdated` are fetched again, also after a refusal caused by a newer state.
 * Throws as `call` does.
 */
export function useWrite(): Write {
  const write = useWriteAny();
  return useCallback<Write>(
    async (method, path, sent, outdated = []) =>
      (await write(method, path, sent, outdated)) as ResponseOf<typeof method, typeof path>,
    [write],
  );
}

/** In whose name a held write is sent, and whether its page is going. */
export type SendOptions = Pick<CallOptions, "account" | "keepalive">;

/** A write that can be undone until it is sent. */
export type HeldWrite = {
  /** Sends the request. */
  send: (options?: SendOptions) => Promise<unknown>;
  /** The same request, stored on the device until then: what is shown as done is sent, even if the page ends. */
  backup: Backup;
};

type Guarded = Pick<CallOptions, "ifMatch">;

type Describe = <M extends WriteMethod, P extends PathWith<M>>(
  method: M,
  path: P,
  sent: RequestOf<M, P> & Guarded,
  outdated: readonly KeyFilter[],
) => HeldWrite;

/** Describes a write once, as `useWrite` takes it, for the page that sends it and for the copy on the device. */
export function useHeldWrite(): Describe {
  const write = useWriteAny();
  return (method, path, sent, outdated) => {
    const request: Parameters & Guarded & { body?: unknown } = sent;
    const { body: data, ifMatch = null } = request;
    return {
      send: (options) => write(method, path, { ...request, ...options }, outdated),
      backup: { method: method.toUpperCase(), url: filled(path, request), data, ifMatch },
    };
  };
}
