import type { ReactElement } from "react";

import { useLazyCalendar } from "@/app/use-lazy-calendar";
import { RecurringScreen } from "@/features/recurring/recurring-screen";

/** Recurring bookings, with the calendar that shows where a single pickup can be moved to. */
export function RecurringPage(): ReactElement {
  return <RecurringScreen calendar={useLazyCalendar()} />;
}
