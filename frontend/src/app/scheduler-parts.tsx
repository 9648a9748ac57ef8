import type { ReactElement } from "react";

import type { SchedulerProps } from "@/features/booking/booking-steps";
import { loadMessages } from "@/i18n/i18n";

/** Loads the scheduler and its recurring tab. In its own file, because the list of their chunks is large. */
export async function loadScheduler(): Promise<(props: SchedulerProps) => ReactElement> {
  const [{ AdvancedScheduler }, { RecurringSetup }] = await Promise.all([
    import("@/features/scheduling/advanced-scheduler"),
    import("@/features/recurring/recurring-setup"),
    loadMessages("scheduling", "recurring", "cards", "amount"),
  ]);
  return ({ providerId, filledIn, returnTo, ...scheduler }) => (
    <AdvancedScheduler
      providerId={providerId}
      recurring={<RecurringSetup providerId={providerId} returnTo={returnTo} {...filledIn} />}
      {...scheduler}
    />
  );
}
