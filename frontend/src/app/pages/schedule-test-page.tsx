import type { ReactElement } from "react";

import { ScheduleTest } from "@/features/labs/schedule-test";
import { RecurringPlanner } from "@/features/recurring/recurring-planner";
import { AdvancedScheduler } from "@/features/scheduling/advanced-scheduler";

/** The scheduling demo, with the scheduler and the recurring service that it is about. */
export function ScheduleTestPage(): ReactElement {
  return (
    <ScheduleTest
      scheduler={({ providerId, onConfirm, onConfirmRecurring }) => (
        <AdvancedScheduler providerId={providerId} onConfirm={onConfirm} recurring={<RecurringPlanner onConfirm={onConfirmRecurring} />} />
      )}
    />
  );
}
