import type { KeyFilter } from "@/api/cache/refresh";
import type { Backup } from "@/offline/queue";

import type { CallOptions } from "./client";
import type { PathWith, RequestOf } from "./operation";
import { filled, type Parameters } from "./url";
import { useWriteAny, type WriteMethod } from "./use-write";

/** A write that can be undone until it is sent. */
export type HeldWrite = {
  /** Sends the request. */
  send: () => Promise<unknown>;
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
      send: () => write(method, path, request, outdated),
      backup: { method: method.toUpperCase(), url: filled(path, request), data, ifMatch },
    };
  };
}
