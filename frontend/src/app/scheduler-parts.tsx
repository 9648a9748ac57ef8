import type { ReactElement } from "react";

import type { SchedulerProps } from "@/features/booking/booking-steps";
import { loadMessages } from "@/i18n/i18n";

/** Fetches the scheduler and the form of its other tab. A file of its own, as the long list of what they need weighs, too. */
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
