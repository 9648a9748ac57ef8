import type { ReactElement } from "react";

import { ScheduleTest } from "@/features/labs/schedule-test";
import { RecurringPlanner } from "@/features/recurring/recurring-planner";
import { AdvancedScheduler } from "@/features/scheduling/advanced-scheduler";
import { useAddressChoice } from "@/ui/use-address-state";

/** The scheduling demo, with the scheduler and the recurring service that it demonstrates. */
export function ScheduleTestPage(): ReactElement {
  const [tab, setTab] = useAddressChoice("tab", ["once", "recurring"]);
  return (
    <ScheduleTest
      scheduler={({ providerId, confirmed, onConfirm, onConfirmRecurring }) => (
        <AdvancedScheduler
          providerId={providerId}
          tab={tab ?? "once"}
          onTabChange={setTab}
          notice={confirmed.once}
          hasTimeline
          onConfirm={onConfirm}
          recurring={
            <div className="flex flex-col gap-4">
              {confirmed.recurring}
              <RecurringPlanner onConfirm={onConfirmRecurring} />
            </div>
          }
        />
      )}
    />
  );
}
