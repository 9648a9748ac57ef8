import { useState } from "react";

import { useSlotSetup } from "@/api/slots/use-working-week";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { addDays, zurichDate } from "@/lib/dates";
import { now } from "@/lib/server-clock";
import { showToast } from "@/ui/overlay/toast";

/** Monday to Friday, 09:00-17:00, two weeks ahead (specification point 9). */
const WEEKDAYS = [1, 2, 3, 4, 5] as const;
const HOURS = { startTime: "09:00", endTime: "17:00" };
const DAYS_AHEAD = 14;
/** Only the demo provider and operators may set up its time. */
const REJECTED_STATUSES = [401, 403, 404];

async function create(providerId: string, { addWindow, generate }: ReturnType<typeof useSlotSetup>): Promise<void> {
  // In sequence, because the server would serialise them anyway.
  for (const dayOfWeek of WEEKDAYS) await addWindow({ providerId, dayOfWeek, ...HOURS });
  const startDate = zurichDate(now());
  await generate({ providerId, startDate, endDate: addDays(startDate, DAYS_AHEAD) });
}

/** Gives the demo provider a working week, and its time slots. */
export function useTestData(providerId: string): { initialize: () => Promise<void>; isBusy: boolean } {
  const setup = useSlotSetup();
  const [isBusy, setIsBusy] = useState(false);

  const initialize = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await create(providerId, setup);
      showToast({ title: t("labs.scheduleTest.created"), description: t("labs.scheduleTest.created.body") });
    } catch (error) {
      const isRejected = error instanceof ApiError && REJECTED_STATUSES.includes(error.status);
      const description = isRejected
        ? t("labs.scheduleTest.refused")
        : errorText(error, t("labs.scheduleTest.refused"));
      showToast({ title: t("labs.scheduleTest.error"), description, variant: "destructive" });
    } finally {
      setIsBusy(false);
    }
  };

  return { initialize, isBusy };
}
