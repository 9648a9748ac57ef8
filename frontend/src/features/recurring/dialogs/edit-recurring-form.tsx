import { useState, type ReactElement } from "react";

import { useAddresses } from "@/api/addresses/use-addresses";
import { formErrorOf } from "@/api/http/error-text";
import { priceWith, type Priced } from "@/api/prices/add-on-prices";
import { addOnsBody, choiceOf, isSameChoice } from "@/api/prices/add-ons";
import { totalNow } from "@/api/prices/price";
import { useRefreshTaken } from "@/api/recurring/use-recurring";
import { useAccount } from "@/api/session/session";
import type { Address, Prices, RecurringBooking } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { zurichDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { PriceChange } from "@/paying/confirm-again";
import { OrderPrice } from "@/paying/order-price";
import { BlockedButton } from "@/ui/blocked-button";
import { Card } from "@/ui/card";
import { Form, FormNotice } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";

import {
  AddOnPart,
  AddressPart,
  basicsBody,
  missingIn,
  RecurringNoteField,
  ServicePart,
  WhenPart,
  type Basics,
} from "../form/booking-parts";
import { dayOf } from "../series/occurrence-list";
import { ChargeLabel, chargeNow } from "../form/charge";
import { planOf } from "../plan";
import { hasBooked, isSamePlan, nextPlanned } from "./next-planned";
import { useChangeCharge } from "./use-change-charge";

type Basic = Partial<ReturnType<typeof basicsBody>> & { addOns?: ReturnType<typeof addOnsBody> };
export type Changes = Basic & { expectedTotal?: string; expectedCharge?: string };

export type EditProps = { booking: RecurringBooking; now: number; onSave: (changes: Changes) => Promise<void> };

function basicsOf(booking: RecurringBooking): Basics {
  const { serviceType, weight, pickupAddress, deliveryAddress, specialInstructions } = booking;
  return {
    ...planOf(booking),
    serviceType,
    weight,
    addOns: choiceOf(booking),
    pickupAddress,
    deliveryAddress,
    specialInstructions,
  };
}

/** What differs from the saved booking, as a request body. */
function changesOf(booking: RecurringBooking, values: Basics): Basic {
  const basics = Object.entries(basicsBody(values)).filter(([name, value]) => booking[name as keyof Basic] !== value);
  const hasOthers = !isSameChoice(values.addOns, choiceOf(booking));
  return { ...Object.fromEntries(basics), ...(hasOthers && { addOns: addOnsBody(values.addOns) }) };
}

/** The price of a pickup: unchanged for the same work, else today's. */
function priceOf(booking: RecurringBooking, { serviceType, weight, addOns }: Basics, prices: Prices): Priced {
  const isSame =
    serviceType === booking.serviceType && weight === booking.weight && isSameChoice(addOns, choiceOf(booking));
  return isSame ? booking : priceWith(prices, serviceType, weight, addOns);
}

/** When the next unbooked pickup is, and that booked ones stay. */
function outcomeOf(booking: RecurringBooking, values: Basics, now: number): string {
  const today = zurichDate(now);
  const { date, time } = nextPlanned(booking, values, today);
  const next = t("recurring.edit.next", { day: dayOf(date, now), time });
  return hasBooked(booking, today) ? `${next} ${t("recurring.edit.booked")}` : next;
}

function LoadedForm({
  booking,
  now,
  onSave,
  prices,
  saved,
}: EditProps & { prices: Prices; saved: readonly Address[] }): ReactElement {
  const { id } = useAccount();
  const [changed, setChanged] = useState<{ former: string; now: string } | null>(null);
  const refresh = useRefreshTaken();
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  const form = useForm<Basics>({
    initial: basicsOf(booking),
    follows: true,
    draft: { name: `recurring booking ${booking.id}`, owner: id },
    check: missingIn,
    save: (values) =>
      onSave({
        ...changesOf(booking, values),
        expectedTotal: priceOf(booking, values, prices).totalAmount,
        ...(charge !== null && { expectedCharge: charge.expectedCharge }),
      }),
    explain: formErrorOf,
    notice: { title: t("recurring.notEdited") },
    onFormError: (_, error) => {
      const now = totalNow(error);
      setChanged(now === null ? null : { former: price.totalAmount, now });
      const due = chargeNow(error);
      setRefusedAt(due);
      if (due !== null) void refresh();
    },
    onIncomplete: () =>
      showToast({
        title: t("recurring.toast.missing"),
        description: t("recurring.toast.missing.body"),
        variant: "destructive",
      }),
  });
  const values = form.values;
  const part = { values, change: form.change };
  const isSame = Object.keys(changesOf(booking, values)).length === 0;
  const price = priceOf(booking, values, prices);
  const charge = useChangeCharge(booking, {
    plan: isSamePlan(booking, values) ? null : values,
    price: price.totalAmount,
    isAway: !booking.providerAvailable,
    refusedAt: form.failure === null ? null : refusedAt,
  });

  return (
    <Form form={form} className="flex flex-col gap-4 [&_input]:scroll-mb-28 [&_select]:scroll-mb-28">
      {/* What would be changed while it is saved would be lost. */}
      <fieldset disabled={form.isBusy} className="contents">
        <WhenPart {...part} outcome={outcomeOf(booking, values, now)} />
        <ServicePart {...part} prices={prices} />
        <AddOnPart {...part} prices={prices} />
        <AddressPart {...part} errors={form.errors} saved={saved} />
        <Card>
          <OrderPrice order={price} />
          {charge !== null && charge.text !== null && (
            <p aria-live="polite" className="mb-4">
              {charge.text}
            </p>
          )}
          <RecurringNoteField {...part} />
        </Card>
      </fieldset>
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-col gap-3 border-t bg-surface px-5 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
        {form.failure !== null && changed !== null ? (
          <PriceChange {...changed} isRefused />
        ) : (
          <FormNotice form={form} />
        )}
        <div className="flex items-center justify-between gap-4">
          <p className="text-caption text-ink-soft">
            <span className="block text-lead font-semibold whitespace-nowrap text-ink tabular-nums">
              {formatChf(price.totalAmount)}
            </span>
            {t("recurring.form.each")}
          </p>
          <BlockedButton
            type="submit"
            variant="brand"
            why={isSame ? t("recurring.edit.same") : null}
            busy={form.isBusy}
          >
            <ChargeLabel text={t("recurring.edit.save")} amount={charge?.amount ?? null} />
          </BlockedButton>
        </div>
      </div>
    </Form>
  );
}

/** Edits service, plan and addresses. */
export function EditForm(props: EditProps): ReactElement {
  const { config } = useConfig();
  const { addresses } = useAddresses();
  if (config === undefined) {
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    );
  }
  return <LoadedForm {...props} prices={config.prices} saved={addresses ?? []} />;
}
