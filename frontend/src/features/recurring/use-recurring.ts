import { useState } from "react";
import useSWR from "swr";

import { errorText } from "@/resources/error-text";
import { below, keys } from "@/resources/keys";
import { useRefresh } from "@/resources/refresh";
import type { PaymentMethod, Provider, RecurringBooking } from "@/resources/types";
import type { Failure } from "@/ui/failure-notice";
import { showToast, type Toast } from "@/ui/overlay/toast";

type Loaded<T> = { data: T | undefined; error: unknown; isBusy: boolean; retry: () => Promise<unknown> };

/** A customer's recurring bookings, running ones first; asked for anew at every visit, as orders are placed meanwhile. */
export function useRecurringBookings(customerId: string): Loaded<RecurringBooking[]> {
  const { data, error, isValidating, mutate } = useSWR<RecurringBooking[], unknown>(keys.recurringOf(customerId), { revalidateIfStale: true });
  return { data, error: data === undefined ? error : undefined, isBusy: isValidating, retry: () => mutate() };
}

/** The account's saved cards, the default one among them. */
export function useCards(): Loaded<PaymentMethod[]> {
  const { data, error, isValidating, mutate } = useSWR<PaymentMethod[], unknown>(keys.paymentMethods, { revalidateIfStale: true });
  return { data, error, isBusy: isValidating, retry: () => mutate() };
}

/** Who can be booked around a postal code, nearest first. */
export function useProvidersNear(postalCode: string): Loaded<Provider[]> {
  const { data, error, isValidating, mutate } = useSWR<Provider[], unknown>(keys.providersNear(postalCode));
  return { data, error, isBusy: isValidating, retry: () => mutate() };
}

export type Act = {
  send: () => Promise<unknown>;
  /** What is told when it worked. */
  done: Toast;
  /** The title of what is told when it did not, and the sentence where the server gives none. */
  failed: { title: string; fallback?: string };
  /** Says a failure aloud in a toast, too. */
  isToast?: boolean;
};

/** Changes recurring bookings and fetches again what has changed with them. Answers why it did not work, or null when it is done. */
export function useActs(): { isBusy: boolean; act: (act: Act) => Promise<Failure | null> } {
  const refresh = useRefresh();
  const [isBusy, setIsBusy] = useState(false);

  const act = async ({ send, done, failed, isToast = false }: Act): Promise<Failure | null> => {
    setIsBusy(true);
    try {
      await send();
      await Promise.all([refresh(below(keys.recurring)), refresh(below(["/api/orders"])), refresh(below(["/api/time-slots"]))]);
      showToast(done);
      return null;
    } catch (error) {
      const text = errorText(error, failed.fallback);
      if (isToast) showToast({ title: failed.title, description: text, variant: "destructive" });
      // What was on screen may be the reason: somebody, or the clock, was faster.
      await refresh(below(keys.recurring));
      return { title: failed.title, text, isSaid: isToast };
    } finally {
      setIsBusy(false);
    }
  };

  return { isBusy, act };
}
