import { Zap } from "lucide-react";
import { useRef, type ReactElement } from "react";

import { bookingLink, type BookingPrefill } from "@/api/orders/booking-link";
import { providerName } from "@/api/providers/provider-name";
import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Avatar } from "@/ui/avatar";
import { ButtonLink } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";

import { LazyFilteredList } from "./lazy-filtered-list";
import { earliestFirst } from "./order";
import { useListSetting } from "./use-list-setting";

type EarliestProviderProps = { providers: readonly ListedProvider[]; prefill: BookingPrefill; now: number };

/** A link to book the provider who is free first; on a tie the nearest. */
function EarliestProvider({ providers, prefill, now }: EarliestProviderProps): ReactElement | null {
  const [provider] = earliestFirst(
    providers.filter(({ nextFreeAt }) => nextFreeAt !== null && Date.parse(nextFreeAt) > now),
  );
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
          <p className="text-ink-soft tabular-nums">
            {t("providers.soonest.body", { name, time: dayTimeInSentence(nextFreeAt ?? now, now) })}
          </p>
        </div>
      </div>
      <ButtonLink to={bookingLink(id, { ...prefill, at: nextFreeAt })} variant="primary" className="shrink-0">
        <Zap aria-hidden className="size-5" />
        {t("providers.soonest.book", { name: user.firstName })}
      </ButtonLink>
    </section>
  );
}

// The page's main content, so load it with the page.
void LazyFilteredList.preload();

/** Chooses a provider for a booking: the one free first, and the full list. */
export function ProviderPicker(): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useListSetting();
  const { near, setting } = list;
  return (
    <div className="flex flex-col gap-4">
      {near.providers !== undefined && (
        <EarliestProvider providers={near.providers} prefill={setting.prefill} now={setting.now} />
      )}
      {near.providers === undefined && near.error === undefined && <Skeleton className="h-36 rounded-card md:h-21" />}
      <section aria-labelledby="providers-title">
        <h2 ref={heading} tabIndex={-1} id="providers-title" className="mb-2 text-title font-bold">
          {t("providers.list.title")}
        </h2>
        <LazyFilteredList list={list} search="" onLocality={() => undefined} heading={heading} />
      </section>
    </div>
  );
}
