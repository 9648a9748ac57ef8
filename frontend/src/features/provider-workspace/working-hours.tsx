import { useState, type ReactElement } from "react";

import type { WorkingWindow } from "@/api/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";

import { HoursDialog, type Edited } from "./hours-dialog";
import type { WeekState } from "./use-week";
import { WorkingHoursGrid } from "./working-hours-grid";

/** The seven days with their hours; each can be changed, removed or added. */
export function WorkingHours({ state, windows }: { state: WeekState; windows: readonly WorkingWindow[] }): ReactElement {
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <SectionCard title={t("week.hours.title")}>
      {windows.length === 0 && <p className="mb-2 rounded-md bg-sunken px-4 py-3 text-ink-soft">{t("week.hours.empty")}</p>}
      <p className="mb-3 text-ink-soft">{t("week.hours.lead")}</p>
      <WorkingHoursGrid windows={windows} onEdit={setEdited} />
      <HoursDialog
        edited={edited}
        windows={windows}
        onClose={() => setEdited(null)}
        onSave={async (hours) => {
          await state.setHours(hours, t("week.saved"));
          setEdited(null);
        }}
      />
    </SectionCard>
  );
}
