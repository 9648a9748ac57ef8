import { useRef, type ReactElement, type Ref, type RefObject, type SyntheticEvent } from "react";
import { Link } from "react-router-dom";

import { priceOf } from "@/resources/price";
import type { Prices, ProviderDetails, TimeSlot } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatDayTime, zurichToUtc } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { focusFirstError } from "@/ui/field";
import { NeighbourOffers } from "@/ui/neighbour-offers";
import { StickyAction } from "@/ui/page";

import { AddressFields } from "./address-fields";
import { NoteField } from "./note-field";
import { PickupFields } from "./pickup-fields";
import { PriceBreakdown } from "./price-breakdown";
import { providerName } from "./provider-card";
import { ServiceChoice } from "./service-choice";
import type { BookingForm as Form, Place, Refusal } from "./use-booking-form";
import { WeightField } from "./weight-field";

// Among the hours of a day, or the way to other dates.
const FIRST_TIME = "input:not(:disabled), a";

type BookingFormProps = {
  form: Form;
  provider: ProviderDetails;
  prices: Prices;
  slots: readonly TimeSlot[];
  /** False for a visitor, who has no addresses to choose from. */
  offersSaved: boolean;
  /** The hours, or the time that was found elsewhere: for the focus. */
  hours: RefObject<HTMLDivElement | null>;
};

type RefusalNoticeProps = Refusal & { onChoose: (providerId: string) => void; ref: Ref<HTMLDivElement> };

/** Why the order was not placed, for as long as nothing has changed. */
function RefusalNotice({ text, code, neighbours, onChoose, ref }: RefusalNoticeProps): ReactElement {
  return (
    <div ref={ref} tabIndex={-1} className="mt-4 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <p>{text}</p>
      {code === "too_many_unpaid_orders" && (
        <Link to="/history" className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
          {t("booking.unpaid.link")}
        </Link>
      )}
      <NeighbourOffers neighbours={neighbours} onChoose={onChoose} />
    </div>
  );
}

/** The total, the time and the button; on a phone a bar in reach of the thumb. */
function Confirm({ form, total }: { form: Form; total: string }): ReactElement {
  const { chosen, draft, isPlacing, now } = form;
  return (
    <StickyAction>
      <div className="flex items-center justify-between gap-4 md:flex-col md:items-stretch">
        <p className="flex flex-col md:flex-row md:items-baseline md:justify-between">
          <span className="text-lead leading-6 font-semibold tabular-nums md:hidden">{formatChf(total)}</span>
          <span className="hidden text-ink-soft md:inline">{t("booking.summary.pickup")}</span>
          <span className="text-caption text-ink-soft tabular-nums md:text-body md:font-semibold md:text-ink">
            {chosen === null ? t("booking.summary.noTime") : formatDayTime(zurichToUtc(chosen.date, chosen.time), now)}
          </span>
        </p>
        <Button type="submit" variant="primary" busy={isPlacing} disabled={draft.street === ""} className="md:w-full">
          {isPlacing ? t("booking.confirm.busy") : t("booking.confirm")}
        </Button>
      </div>
    </StickyAction>
  );
}

/** The order form: service, weight, address, pickup time, note, price. */
export function BookingForm({ form, provider, prices, slots, offersSaved, hours }: BookingFormProps): ReactElement {
  const element = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const { draft, change } = form;
  const lines = priceOf(prices, draft.serviceType, draft.weight);

  const lookAt = (where: Place): void => {
    // In the next frame: what is wrong must be on screen first.
    requestAnimationFrame(() => {
      notice.current?.focus();
      if (where === "fields") focusFirstError(element.current);
      else if (where === "hours") hours.current?.querySelector<HTMLElement>(FIRST_TIME)?.focus();
    });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    form.confirm(lookAt);
  };

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="md:grid md:grid-cols-[minmax(0,1fr)_18rem] md:items-start md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex flex-col gap-4">
        <ServiceChoice prices={prices} value={draft.serviceType} onChange={(serviceType) => change({ serviceType })} />
        <WeightField prices={prices} value={draft.weight} onChange={(weight) => change({ weight })} />
        <AddressFields values={draft} errors={form.addressErrors} offersSaved={offersSaved} onChange={change} />
        <PickupFields
          providerName={providerName(provider)}
          dates={form.dates}
          slots={slots}
          now={form.now}
          value={draft.pickup}
          chosen={form.chosen}
          error={form.pickupError}
          lostTime={form.lostTime}
          hoursRef={hours}
          onChange={form.choose}
        />
        <NoteField value={draft.note} onChange={(note) => change({ note })} />
      </div>
      {/* On a phone the parts of the summary flow on in the page, so that its action can stick to the screen's end. */}
      <div className="contents md:sticky md:top-20 md:block">
        <div className="mt-4 md:mt-0">
          <PriceBreakdown service={draft.serviceType} lines={lines} />
        </div>
        {form.refusal !== null && <RefusalNotice {...form.refusal} onChoose={form.bookWith} ref={notice} />}
        <Confirm form={form} total={lines.total} />
        <p className="mt-3 text-center text-caption text-ink-soft">{t("booking.confirm.note")}</p>
      </div>
    </form>
  );
}
