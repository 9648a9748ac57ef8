import type { ReactElement } from "react";
import useSWRImmutable from "swr/immutable";

import { errorText } from "@/api/error-text";
import type { RenderScheduler } from "@/features/booking/booking-steps";
import type { RecurringSetup } from "@/features/recurring/recurring-setup";
import type { AdvancedScheduler } from "@/features/scheduling/advanced-scheduler";
import { loadMessages } from "@/i18n/i18n";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

type Parts = { Scheduler: typeof AdvancedScheduler; Recurring: typeof RecurringSetup };

async function loadParts(): Promise<Parts> {
  const [scheduler, recurring] = await Promise.all([
    import("@/features/scheduling/advanced-scheduler"),
    import("@/features/recurring/recurring-setup"),
    loadMessages("scheduling", "recurring"),
  ]);
  return { Scheduler: scheduler.AdvancedScheduler, Recurring: recurring.RecurringSetup };
}

/** Draws the advanced scheduler for one provider; its code comes after the page that uses it, and is there once somebody asks for it. */
export function useLateScheduler(): RenderScheduler {
  const { data, error, mutate } = useSWRImmutable<Parts, unknown>("advanced-scheduler", loadParts);
  return ({ providerId, filledIn, returnTo, ...scheduler }) => {
    if (data !== undefined) {
      const recurring: ReactElement = <data.Recurring providerId={providerId} returnTo={returnTo} {...filledIn} />;
      return <data.Scheduler providerId={providerId} recurring={recurring} {...scheduler} />;
    }
    if (error !== undefined) return <ErrorState body={errorText(error)} onRetry={() => void mutate()} />;
    return (
      <Loading>
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    );
  };
}
