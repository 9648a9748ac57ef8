import type { RecurringSetup } from "@/features/recurring/recurring-setup";
import type { AdvancedScheduler } from "@/features/scheduling/advanced-scheduler";
import { loadMessages } from "@/i18n/i18n";

export type SchedulerParts = { Scheduler: typeof AdvancedScheduler; Recurring: typeof RecurringSetup };

/** Fetches the scheduler and the form of its other tab. A file of its own, as the long list of what they need weighs, too. */
export async function loadSchedulerParts(): Promise<SchedulerParts> {
  const [scheduler, recurring] = await Promise.all([
    import("@/features/scheduling/advanced-scheduler"),
    import("@/features/recurring/recurring-setup"),
    loadMessages("scheduling", "recurring", "cards", "amount"),
  ]);
  return { Scheduler: scheduler.AdvancedScheduler, Recurring: recurring.RecurringSetup };
}
