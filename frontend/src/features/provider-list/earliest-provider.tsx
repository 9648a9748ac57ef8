import { Zap } from "lucide-react";
import type { ReactElement } from "react";

import { bookingLink, type BookingPrefill } from "@/api/orders/booking-link";
import { providerName } from "@/api/providers/provider-name";
import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Avatar } from "@/ui/avatar";
import { ButtonLink } from "@/ui/button";

import { earliestFirst } from "./order";

type EarliestProviderProps = { providers: readonly ListedProvider[]; prefill: BookingPrefill; now: number };

/** One tap to the form with whoever is free first; the nearest of those who are at the same hour. */
export function EarliestProvider({ providers, prefill, now }: EarliestProviderProps): ReactElement | null {
  const [provider] = earliestFirst(providers.filter(({ nextFreeAt }) => nextFreeAt !== null && Date.parse(nextFreeAt) > now));
  if (provider === undefined) return null;
  const { id, user, nextFreeAt } = provider;
  const name = providerName(provider);
  return (
    <section aria-labelledby="soonest-title" className="card flex flex-col gap-3 p-4 md:flex-row md:items-center">
      <div className="flex min-w-0 grow items-center gap-3">
        <Avatar id={id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
        <div className="min-w-0">
          <h2 id="soonest-title" className="text-lead font-semibold">
            {t("providers.soonest.title")}
          </h2>
          <p className="text-ink-soft tabular-nums">{t("providers.soonest.body", { name, time: dayTimeInSentence(nextFreeAt ?? now, now) })}</p>
        </div>
      </div>
      <ButtonLink to={bookingLink(id, { ...prefill, at: nextFreeAt })} variant="primary" className="shrink-0">
        <Zap aria-hidden className="size-5" />
        {t("providers.soonest.book", { name: user.firstName })}
      </ButtonLink>
    </section>
  );
}
