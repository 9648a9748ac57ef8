import type { ReactElement } from "react";
import useSWRImmutable from "swr/immutable";

import { errorText } from "@/resources/error-text";
import type { RenderScheduler } from "@/features/booking/booking-steps";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import type { SchedulerParts } from "./scheduler-parts";

async function loadParts(): Promise<SchedulerParts> {
  return (await import("./scheduler-parts")).loadSchedulerParts();
}

/** Draws the advanced scheduler for one provider; its code comes after the page that uses it, and is there once somebody asks for it. */
export function useLateScheduler(): RenderScheduler {
  const { data, error, mutate } = useSWRImmutable<SchedulerParts, unknown>("advanced-scheduler", loadParts);
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
