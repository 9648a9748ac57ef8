import type { ReactElement } from "react";

import { useLateCalendar } from "@/app/use-late-calendar";
import { RecurringScreen } from "@/features/recurring/recurring-screen";

/** Recurring bookings, with the calendar that shows where a single pickup can be moved to. */
export function RecurringPage(): ReactElement {
  return <RecurringScreen calendar={useLateCalendar()} />;
}
