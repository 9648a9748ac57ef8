import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { Tabs } from "@/ui/tabs";
import { useAddressChoice } from "@/ui/use-address-state";

const FEATURES = ["calendar", "types", "recurring", "places"] as const;
const CALLS = [
  ["GET /api/time-slots", "slots"],
  ["POST /api/time-slots", "slot"],
  ["GET /api/provider-schedules/{id}", "week"],
  ["POST /api/provider-schedules", "window"],
  ["POST /api/generate-time-slots", "generate"],
  ["GET /api/recurring-bookings/customer/{id}", "series"],
  ["POST /api/recurring-bookings", "start"],
  ["DELETE /api/recurring-bookings/{id}", "end"],
] as const;
const TABLES = [
  ["provider_schedules", "schedules"],
  ["time_slots", "slots"],
  ["recurring_bookings", "recurring"],
  ["booking_reservations", "reservations"],
] as const;

function Entries({ entries }: { entries: readonly (readonly [name: string, body: string])[] }): ReactElement {
  return (
    <dl className="divide-y">
      {entries.map(([name, body]) => (
        <div key={name} className="py-2.5 first:pt-0 last:pb-0">
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-soft">{body}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The demo's features, API calls and data model (specification points 2, 3 and 7). */
export function ScheduleInfo(): ReactElement {
  const [tab, setTab] = useAddressChoice("about", ["features", "calls", "tables"]);
  const features = FEATURES.map((name) => [t(`labs.info.${name}`), t(`labs.info.${name}.body`)] as const);
  const calls = CALLS.map(([call, name]) => [call, t(`labs.call.${name}`)] as const);
  const tables = TABLES.map(([table, name]) => [table, t(`labs.table.${name}`)] as const);
  return (
    <SectionCard title={t("labs.info.title")}>
      <Tabs
        label={t("labs.info.title")}
        value={tab ?? "features"}
        onValueChange={setTab}
        tabs={[
          { value: "features", label: t("labs.info.features"), content: <Entries entries={features} /> },
          { value: "calls", label: t("labs.info.calls"), content: <Entries entries={calls} /> },
          { value: "tables", label: t("labs.info.tables"), content: <Entries entries={tables} /> },
        ]}
      />
    </SectionCard>
  );
}
