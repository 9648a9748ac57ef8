import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { errorText } from "@/api/http/error-text";
import type { RenderScheduler } from "@/features/booking/booking-steps";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import type { SchedulerParts } from "./scheduler-parts";

async function loadParts(): Promise<SchedulerParts> {
  return (await import("./scheduler-parts")).loadSchedulerParts();
}

/** Draws the advanced scheduler for one provider; its code comes after the page that uses it, and is there once somebody asks for it. */
export function useLazyScheduler(): RenderScheduler {
  const { value: parts, error, retry } = useLoaded(["advanced-scheduler"], loadParts);
  return ({ providerId, filledIn, returnTo, ...scheduler }) => {
    if (parts !== undefined) {
      const recurring: ReactElement = <parts.Recurring providerId={providerId} returnTo={returnTo} {...filledIn} />;
      return <parts.Scheduler providerId={providerId} recurring={recurring} {...scheduler} />;
    }
    if (error !== undefined) return <ErrorState body={errorText(error)} onRetry={() => void retry()} />;
    return (
      <Loading>
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    );
  };
}
