import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";

import { useAddresses } from "@/api/addresses/use-addresses";
import { useRecurringBookings } from "@/api/recurring/use-recurring";
import { errorText } from "@/api/http/error-text";
import type { Address, Config, RecurringBooking, User } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useAddressChoice } from "@/ui/use-address-state";
import { useNow } from "@/ui/use-now";

import type { RenderCalendar } from "./dialogs/move-dialog";
import { RecurringForm } from "./form/recurring-form";
import { SeriesCard } from "./series/series-card";

const MINUTE_MS = 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type ListProps = { bookings: readonly RecurringBooking[]; now: number; calendar: RenderCalendar };

function RecurringList({ bookings, now, calendar }: ListProps): ReactElement {
  return (
    <ul aria-label={t("recurring.list.label")} className="flex flex-col gap-4">
      {bookings.map((booking) => (
        <SeriesCard key={booking.id} booking={booking} now={now} calendar={calendar} />
      ))}
    </ul>
  );
}

function PageSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  );
}

type MineProps = {
  user: User;
  config: Config;
  addresses: readonly Address[];
  bookings: readonly RecurringBooking[];
  calendar: RenderCalendar;
};

function Mine({ user, config, addresses, bookings, calendar }: MineProps): ReactElement {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const now = useNow(MINUTE_MS);
  const wanted = query.get("providerId") ?? "";
  const providerId = UUID.test(wanted) ? wanted : "";
  // In the URL, so that the form is open again after saving a card.
  const [form, setForm] = useAddressChoice("form", ["open", "closed"]);
  const isAdding = form === null ? providerId !== "" : form === "open";
  const isEmpty = bookings.length === 0;

  const created = (): void => {
    window.scrollTo({ top: 0 });
    void navigate("/recurring", { replace: true });
  };

  return (
    <div className="flex flex-col gap-6">
      {!user.emailVerified && (
        <p>
          {t("recurring.unconfirmed")}{" "}
          <Link to="/profile" className="font-semibold text-brand-ink underline underline-offset-4">
            {t("recurring.unconfirmed.action")}
          </Link>
        </p>
      )}
      {isEmpty && !isAdding && <EmptyState title={t("recurring.list.empty")} body={t("recurring.list.empty.body")} />}
      {!isEmpty && !isAdding && (
        <>
          <RecurringList bookings={bookings} now={now} calendar={calendar} />
          <Button variant="brand" wide onClick={() => setForm("open")}>
            <Plus aria-hidden className="size-5" />
            {t("recurring.new")}
          </Button>
        </>
      )}
      {(isAdding || isEmpty) && (
        <section aria-labelledby="new-recurring">
          <div className="mb-3 flex items-center justify-between gap-3">
            <h2 id="new-recurring" className="text-title font-semibold">
              {t("recurring.form.title")}
            </h2>
            {!isEmpty && (
              <Button variant="ghost" size="sm" onClick={() => setForm("closed")}>
                {t("common.close")}
              </Button>
            )}
          </div>
          <RecurringForm
            key={providerId}
            user={user}
            providerId={providerId}
            saved={addresses}
            prices={config.prices}
            now={now}
            onCreated={created}
          />
        </section>
      )}
      {isAdding && !isEmpty && (
        <div className="flex flex-col gap-3">
          <h2 className="text-title font-semibold">{t("recurring.list.label")}</h2>
          <RecurringList bookings={bookings} now={now} calendar={calendar} />
        </div>
      )}
    </div>
  );
}

function Account({ calendar }: { calendar: RenderCalendar }): ReactElement {
  const user = useAccount();
  const { config, error: configError, retry } = useConfig();
  const { bookings, error: bookingsError, isBusy, retry: askAgain } = useRecurringBookings(user.id);
  const { addresses, error: addressesError } = useAddresses();
  const error = (bookings === undefined ? bookingsError : undefined) ?? configError;
  if (error !== undefined) {
    const tryAgain = (): void => void Promise.all([askAgain(), configError !== undefined && retry()]);
    return <ErrorState body={errorText(error, t("recurring.error"))} onRetry={tryAgain} busy={isBusy} />;
  }
  // Saved addresses are optional.
  const saved = addresses ?? (addressesError === undefined ? undefined : []);
  if (bookings === undefined || config === undefined || saved === undefined) return <PageSkeleton />;
  return <Mine user={user} config={config} addresses={saved} bookings={bookings} calendar={calendar} />;
}

/**
 * Existing recurring bookings, and a form for a new one. `calendar` belongs to another feature; the route passes it in.
 */
export function RecurringScreen({ calendar }: { calendar: RenderCalendar }): ReactElement {
  return (
    <Page title={t("recurring.title")} lead={t("recurring.lead")} backTo="/profile">
      <Account calendar={calendar} />
    </Page>
  );
}
