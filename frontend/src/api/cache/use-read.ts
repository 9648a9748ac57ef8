import { useCallback } from "react";
import useSWR from "swr";

import { callAny, type ApiResponse } from "@/api/http/client";
import type { PathWith, ResponseOf } from "@/api/http/operation";
import { useAge } from "@/offline/ages";

import type { Key } from "./keys";

/**
 * How long a response is good: "cached" until somebody says that it changed (a live event, a write); "checked" is shown and
 * asked for again whenever a screen opens with it; "fresh" is, too, and while the range moves on the one before stays;
 * "fixed" is asked for once.
 */
export type Freshness = "cached" | "checked" | "fresh" | "fixed";

const OPTIONS = {
  cached: {},
  checked: { revalidateIfStale: true },
  fresh: { revalidateOnMount: true, keepPreviousData: true },
  fixed: { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
} as const;

export type Reading<T> = {
  /** Undefined until the server has answered. */
  data: T | undefined;
  /** The version of the response, for `If-Match`. */
  etag: string | null;
  error: unknown;
  /** True while it is asked for, the first time or again. */
  isBusy: boolean;
  retry: () => Promise<unknown>;
  /** Shows what a write answered, without asking again. */
  show: (data: T) => Promise<unknown>;
};

async function read<P extends PathWith<"get">>([path, parameters]: Key<P>): Promise<ApiResponse<ResponseOf<"get", P>>> {
  return (await callAny("get", path, parameters)) as ApiResponse<ResponseOf<"get", P>>;
}

/** What the server answers to a key; nothing is asked for null. The cache holds `ApiResponse`s. */
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
  useAge(data?.at);
  const show = useCallback(
    (shown: ResponseOf<"get", P>) => mutate({ data: shown, etag: null }, { revalidate: false }),
    [mutate],
  );
  return { data: data?.data, etag: data?.etag ?? null, error, isBusy: isValidating, retry, show };
}
