import { useCallback } from "react";
import useSWR from "swr";

import { isUnanswered } from "@/api/http/api-error";
import { callAny, type ApiResponse } from "@/api/http/client";
import type { PathWith, ResponseOf } from "@/api/http/operation";
import { useAge } from "@/offline/ages";
import { READ_LIMIT_MS } from "@/offline/fallback";

import type { Key } from "./keys";

/**
 * "cached": until it is invalidated by a live event or a write. "checked": shown, and fetched again each time a screen
 * mounts. "fresh": the same, and the previous data stays on screen while the key changes. "fixed": fetched once.
 */
export type Freshness = "cached" | "checked" | "fresh" | "fixed";

const OPTIONS = {
  cached: {},
  checked: { revalidateIfStale: true },
  fresh: { revalidateOnMount: true, keepPreviousData: true },
  fixed: { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
} as const;

export type Reading<T> = {
  /** Undefined until the first response. */
  data: T | undefined;
  /** The ETag of the response, for `If-Match`. */
  etag: string | null;
  error: unknown;
  /** True during every request, not only the first. */
  isBusy: boolean;
  retry: () => Promise<unknown>;
  /** Shows the response of a write without a request. */
  show: (data: T) => Promise<unknown>;
};

function read<P extends PathWith<"get">>([path, parameters]: Key<P>): Promise<ApiResponse<ResponseOf<"get", P>>> {
  return callAny("get", path, { ...parameters, limitMs: READ_LIMIT_MS }) as Promise<ApiResponse<ResponseOf<"get", P>>>;
}

/** Reads a key with SWR; a null key fetches nothing. The cache holds `ApiResponse`s. */
export function useRead<P extends PathWith<"get">>(
  key: Key<P> | null,
  freshness: Freshness,
): Reading<ResponseOf<"get", P>> {
  const { data, error, isValidating, mutate } = useSWR<ApiResponse<ResponseOf<"get", P>>, unknown, Key<P> | null>(
    key,
    read<P>,
    OPTIONS[freshness],
  );
  const retry = useCallback(() => mutate(), [mutate]);
  useAge(isUnanswered(error) ? Infinity : data?.at);
  const show = useCallback(
    (shown: ResponseOf<"get", P>) => mutate({ data: shown, etag: null }, { revalidate: false }),
    [mutate],
  );
  return { data: data?.data, etag: data?.etag ?? null, error, isBusy: isValidating, retry, show };
}
