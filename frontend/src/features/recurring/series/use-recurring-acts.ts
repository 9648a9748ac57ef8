import { useState } from "react";

import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useRefreshTaken } from "@/api/recurring/use-recurring";
import { usePresence } from "@/lib/use-presence";
import type { Failure } from "@/ui/failure-notice";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";
import { showToast, type Toast } from "@/ui/overlay/toast";

import { chargeNow } from "../form/charge";

type RecurringAct = {
  send: () => Promise<unknown>;
  /** Toast after success. */
  done: Toast;
  /** Title after a failure, and text if the server gives none. */
  failed: { title: string; fallback?: string };
  /** Shows a failure as a toast, too. */
  isToast?: boolean;
};

export type ActFailure = Failure & {
  /** The choice is no longer available. */
  isTaken: boolean;
  /** What is due at once in CHF, if less was shown: then the choice stays, to be confirmed with it. */
  chargedAtOnce: string | null;
  error: unknown;
};

/** Clears a choice once the server says that it is no longer available. */
export function useTakenBack(failure: ActFailure | null, takeBack: () => void): void {
  const [seen, setSeen] = useState(failure);
  if (failure === seen) return;
  setSeen(failure);
  if (failure?.isTaken === true) takeBack();
}

/** Changes recurring bookings and revalidates them. Resolves with the failure, or null. */
export function useRecurringActs(): { isBusy: boolean; act: (act: RecurringAct) => Promise<ActFailure | null> } {
  const refreshTaken = useRefreshTaken();
  const [isBusy, setIsBusy] = useState(false);
  const isHere = usePresence();

  const act = async ({ send, done, failed, isToast = false }: RecurringAct): Promise<ActFailure | null> => {
    setIsBusy(true);
    try {
      await send();
      showToast(done);
      return null;
    } catch (error) {
      const text = errorText(error, failed.fallback);
      if (isToast) showToast({ title: failed.title, description: text, variant: "destructive" });
      else if (!isHere()) sayFailureElsewhere(error, failed.title, text);
      const isOutdated = error instanceof ApiError && error.status === 409;
      if (isOutdated) void refreshTaken();
      const chargedAtOnce = chargeNow(error);
      // With a second pickup at the hour the choice stays, too.
      const isTaken = isOutdated && chargedAtOnce === null && error.code !== "pickup_exists";
      return { title: failed.title, text, isSaid: isToast, isTaken, chargedAtOnce, error };
    } finally {
      setIsBusy(false);
    }
  };

  return { isBusy, act };
}
