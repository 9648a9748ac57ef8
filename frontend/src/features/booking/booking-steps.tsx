import { useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from "react";

import type { AddOnChoice } from "@/api/prices/add-ons";
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

/** The form's values for recurring pickups; the address is null without a street. */
type FilledIn = {
  serviceType: ServiceType;
  /** Kilograms with one decimal, "12.5". */
  weight: string;
  addOns: AddOnChoice;
  address: string | null;
  note: string;
};

/** Renders the scheduler, which belongs to another feature; the route passes it in. */
export type SchedulerProps = {
  providerId: string;
  tab: DatesTab;
  onTabChange: (tab: DatesTab) => void;
  /** The time chosen there before. */
  chosen: { date: string; startTime: string } | null;
  /** A date in the first week to show. */
  startAt: string;
  onConfirm: (slot: TimeSlot) => void;
  filledIn: FilledIn;
  /** The URL of the recurring tab, to return to after signing in. */
  returnTo: string;
};

function filledInBy(draft: Draft): FilledIn {
  const { serviceType, weight, note, addOns } = draft;
  return {
    serviceType,
    weight,
    addOns,
    address: draft.street.trim() === "" ? null : addressLine(draft),
    note: note.trim(),
  };
}

/**
 * Moves the focus when the scheduler closes: to the time chosen there, or to the link that opened it. `confirmed`
 * counts how often a time was chosen.
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

/** Renders the sign-in, which belongs to another feature; the route passes it in. */
export type SignInProps = {
  /** The provider being booked. */
  providerName: string;
  /** The path to return to after Google or Apple. */
  returnTo: string;
  onClose: () => void;
};

type BookingStepsProps = Omit<BookingFormInput, "providerId" | "focusTargets"> & {
  provider: ProviderDetails;
  dates: Dates;
  scheduler: (scheduler: SchedulerProps) => ReactNode;
  signIn: (signIn: SignInProps) => ReactNode;
};

/** The first date for the scheduler: after today and tomorrow, which the form has, and with a free time. */
function firstFurtherDate({ nextFreeTimes }: ProviderDetails, dates: readonly string[]): string {
  const next = addDays(dates.at(-1) ?? "", 1);
  return nextFreeTimes.map((time) => zurichDate(time)).find((date) => date >= next) ?? next;
}

/** The booking form, or the scheduler in its place. */
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
      {/* Hidden, not unmounted, so that input is kept. */}
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
