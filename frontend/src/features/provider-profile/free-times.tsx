import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { bookingLink, type BookingPrefill } from "@/api/orders/booking-link";
import type { ProviderDetails } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDay, zurichTime } from "@/lib/dates";
import { SectionCard } from "@/ui/card";

/** The next pickups that can be booked, one tap each. */
export function FreeTimes({ provider, prefill, now }: { provider: ProviderDetails; prefill: BookingPrefill; now: number }): ReactElement {
  const { id, nextFreeTimes } = provider;
  const free = nextFreeTimes.filter((at) => Date.parse(at) > now);
  return (
    <SectionCard title={t("providerPage.times.title")}>
      {free.length === 0 ? (
        <p className="text-ink-soft">{t("providerPage.times.none")}</p>
      ) : (
        <ul className="grid grid-cols-3 gap-2">
          {free.map((at) => (
            <li key={at}>
              <Link
                to={bookingLink(id, { ...prefill, at })}
                className="flex min-h-14 flex-col items-center justify-center rounded-md border border-line-strong px-1 py-1.5 text-center transition-colors hover:bg-sunken"
              >
                <span className="text-caption text-ink-soft">{formatDay(at, now)}</span>{" "}
                <span className="font-semibold tabular-nums">{zurichTime(at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
