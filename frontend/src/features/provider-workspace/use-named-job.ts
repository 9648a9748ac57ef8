import { ApiError } from "@/api/http/api-error";
import { useOrder } from "@/api/orders/use-orders";
import { useAccount } from "@/api/session/session";
import type { Order } from "@/api/types";

/** An address may also name a part of the page. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export type NamedJob = {
  /** The job; undefined if it is no job of this provider, or not fetched yet. */
  job: Order | undefined;
  /** It is another provider's by now, or nobody's. */
  isGone: boolean;
  /** Why it could not be fetched; undefined if it is gone. */
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** The job that an address names; fetched if it is missing in the list, which ends with the newest finished ones. */
export function useNamedJob(named: string, listed: readonly Order[] | undefined): NamedJob {
  const { providerId } = useAccount();
  const inList = listed?.find(({ id }) => id === named);
  const isMissing = listed !== undefined && inList === undefined && ID.test(named);
  const { order, error, isBusy, retry } = useOrder(isMissing ? named : null);
  const isUnknown = error instanceof ApiError && error.status === 404;
  const isForeign = order !== undefined && order.providerId !== providerId;
  return {
    job: inList ?? (isUnknown || isForeign ? undefined : order),
    isGone: isUnknown || isForeign,
    error: isUnknown ? undefined : error,
    isBusy,
    retry,
  };
}
