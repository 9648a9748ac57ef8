import { useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from "react";

import { addressLine } from "@/api/addresses/address-line";
import { providerName } from "@/api/providers/provider-name";
import type { ProviderDetails, ServiceType, TimeSlot } from "@/api/types";
import { addDays, zurichDate } from "@/lib/dates";

import { BookingForm } from "./booking-form";
import type { Draft } from "./draft";
import { isOffered } from "./pickup-times";
import { useBookingForm, type BookingFormInput } from "./use-booking-form";
import { DATES_HASHES, type Dates, type DatesTab } from "./use-dates";

const CHOSEN_TIME = "input:checked, a";

/** What is filled in already, for pickups that repeat; the address is null while the street is missing. */
type FilledIn = {
  serviceType: ServiceType;
  /** Kilograms with one decimal, "12.5". */
  weight: string;
  address: string | null;
  note: string;
};

/** Draws everything that can be chosen beyond the form's own hours: the route brings it, as it belongs to other features. */
export type SchedulerProps = {
  providerId: string;
  tab: DatesTab;
  onTabChange: (tab: DatesTab) => void;
  /** The time that was found there before. */
  chosen: { date: string; startTime: string } | null;
  /** A date in the week that is shown first. */
  startAt: string;
  onConfirm: (slot: TimeSlot) => void;
  filledIn: FilledIn;
  /** The address of the tab for pickups that repeat: the way back after signing in. */
  returnTo: string;
};

function filledInBy(draft: Draft): FilledIn {
  const { serviceType, weight, note } = draft;
  return { serviceType, weight, address: draft.street.trim() === "" ? null : addressLine(draft), note: note.trim() };
}

/**
 * Where a person is once the further dates are closed: at the time that they have found there, or at the link that led
 * there. `confirmed` counts how often a time was found.
 */
function useFocusAfter(tab: DatesTab | null, confirmed: number, hours: RefObject<HTMLElement | null>): void {
  const before = useRef({ tab, confirmed });
  useEffect(() => {
    const { tab: tabBefore, confirmed: confirmedBefore } = before.current;
    if (tabBefore !== null && tab === null) {
      const form = hours.current?.parentElement;
      const target =
        confirmed > confirmedBefore
          ? hours.current?.querySelector<HTMLElement>(CHOSEN_TIME)
          : form?.querySelector<HTMLElement>(`a[href$="${DATES_HASHES[tabBefore]}"]`);
      target?.focus();
    }
    before.current = { tab, confirmed: tab === null ? confirmed : confirmedBefore };
  }, [tab, confirmed, hours]);
}

/** Asks for an account where the form is: the route brings it, as it belongs to another feature. */
export type SignInProps = {
  /** Who is booked. */
  providerName: string;
  /** Where somebody comes back to who leaves the app to sign in. */
  returnTo: string;
  onClose: () => void;
};

type BookingStepsProps = Omit<BookingFormInput, "providerId" | "focusTargets"> & {
  provider: ProviderDetails;
  dates: Dates;
  scheduler: (scheduler: SchedulerProps) => ReactNode;
  signIn: (signIn: SignInProps) => ReactNode;
};

/** Where further dates begin: today and tomorrow are at hand in the form itself, and days without a free time lead nowhere. */
function firstFurtherDate({ nextFreeTimes }: ProviderDetails, dates: readonly string[]): string {
  const next = addDays(dates.at(-1) ?? "", 1);
  return nextFreeTimes.map((time) => zurichDate(time)).find((date) => date >= next) ?? next;
}

/** The order form; in its place, while they are open, the further dates. */
export function BookingSteps({ provider, dates, scheduler, signIn, ...input }: BookingStepsProps): ReactElement {
  const { tab } = dates;
  const hours = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const form = useBookingForm({ ...input, providerId: provider.id, focusTargets: { hours, notice } });
  const [confirmed, setConfirmed] = useState(0);
  useFocusAfter(tab, confirmed, hours);
  const { pickup } = form.draft;
  const isFound = pickup !== null && !isOffered(pickup, form.dates);

  const found = ({ date, startTime }: TimeSlot): void => {
    form.choose({ date, time: startTime });
    setConfirmed(confirmed + 1);
    dates.close();
  };

  return (
    <>
      {tab !== null &&
        scheduler({
          providerId: provider.id,
          tab,
          onTabChange: dates.show,
          chosen: isFound ? { date: pickup.date, startTime: pickup.time } : null,
          startAt: isFound ? pickup.date : firstFurtherDate(provider, form.dates),
          onConfirm: found,
          filledIn: filledInBy(form.draft),
          returnTo: `/booking${input.search}${DATES_HASHES.recurring}`,
        })}
      {/* Out of sight only: what is filled in stays as it is. */}
      <div hidden={tab !== null} className="contents">
        <BookingForm
          form={form}
          provider={provider}
          prices={input.prices}
          slots={input.slots}
          saved={input.saved}
          answerMinutes={input.answerMinutes}
          hours={hours}
          notice={notice}
        />
      </div>
      {form.isSigningIn &&
        signIn({
          providerName: providerName(provider),
          returnTo: `/booking${input.search}`,
          onClose: form.stopSigningIn,
        })}
    </>
  );
}
