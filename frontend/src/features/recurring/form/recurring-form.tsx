import { useState, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { providerName } from "@/api/providers/provider-name";
import { useFirstPickup } from "@/api/recurring/use-recurring";
import { useProvider } from "@/api/providers/use-providers";
import { priceOf } from "@/api/prices/price";
import { t } from "@/i18n/i18n";
import { formatDate, zurichDate } from "@/lib/dates";
import { postalCodeOf } from "@/lib/distance";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Form, SubmitButton } from "@/ui/form/form";
import { lazyPart } from "@/ui/lazy-part";
import { ProviderOffers } from "@/ui/provider-offers";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";

import { AddressPart, RecurringNoteField, ServicePart, WhenPart } from "./booking-parts";
import { RecurringCardChoice } from "./recurring-card-choice";
import { chargeText, type Charge } from "./charge";
import { firstDate, patternFields } from "../plan";
import { ProviderLine } from "./provider-line";
import { useRecurringForm, type RecurringFormError, type RecurringFormInput, type RecurringFormState } from "./use-recurring-form";

/** Where providers are looked for until an address says better (specification point 9). */
const DEFAULT_POSTAL_CODE = "8001";

// Most come with a provider.
const ProviderChoice = lazyPart(async () => (await import("./provider-choice")).ProviderChoice);

/** The provider that the page was opened with, or one of those nearby. */
function ProviderPart({ form: { values, change } }: { form: RecurringFormState }): ReactElement {
  const [isChoosing, setIsChoosing] = useState(values.providerId === "");
  const { provider, error } = useProvider(isChoosing ? null : values.providerId);
  const pickupPostalCode = postalCodeOf(values.pickupAddress) ?? DEFAULT_POSTAL_CODE;
  const deliveryPostalCode = postalCodeOf(values.deliveryAddress) ?? pickupPostalCode;
  const isUnknown = error !== undefined;
  const changeButton = (
    <Button size="sm" onClick={() => setIsChoosing(true)}>
      {t("recurring.form.provider.change")}
    </Button>
  );
  return (
    <SectionCard title={t("recurring.form.provider")}>
      {isChoosing || isUnknown ? (
        <ProviderChoice
          plan={values}
          pickupPostalCode={pickupPostalCode}
          deliveryPostalCode={deliveryPostalCode}
          value={values.providerId}
          onChange={(providerId: string) => change({ providerId })}
        />
      ) : provider === undefined ? (
        <Loading>
          <Skeleton className="h-12 rounded-md" />
        </Loading>
      ) : (
        <ProviderLine provider={provider} action={changeButton} />
      )}
    </SectionCard>
  );
}

/** Why it was not created, for as long as nothing has changed. */
function FormErrorNotice({ text, code }: RecurringFormError): ReactElement {
  return (
    <div className="rounded-md bg-bad-soft px-4 py-3 text-bad">
      <p>{text}</p>
      {code === "recurring_booking_exists" && (
        <Link to="/recurring" className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
          {t("recurring.form.exists.link")}
        </Link>
      )}
    </div>
  );
}

/** What the button does; `amount` is what it charges at once, in CHF, null for nothing. */
function CreateLabel({ amount }: { amount: string | null }): ReactElement {
  return (
    <span className="flex flex-col leading-tight">
      {t("recurring.form.submit")}
      {amount !== null && <span className="text-caption font-medium tabular-nums">{t("recurring.form.submit.today", { amount: formatChf(amount) })}</span>}
    </span>
  );
}

type RecurringFormProps = RecurringFormInput & { now: number };

/** Sets up a recurring booking (specification points 2, 5, 8 and 9). */
export function RecurringForm({ now, ...input }: RecurringFormProps): ReactElement {
  const state = useRecurringForm(input);
  const { form, values, change } = state;
  const { prices } = input;
  const first = firstDate(values, zurichDate(now));
  const { total } = priceOf(prices, values.serviceType, values.weight);
  const charge: Charge = { amount: total, first: useFirstPickup(patternFields(values)).first };
  const isChargedToday = charge.first?.isChargedAtOnce === true;

  return (
    <Form form={form} label={t("recurring.form.title")}>
      {input.prefill === undefined && <ProviderPart form={state} />}
      <ServicePart values={values} change={change} prices={prices} />
      <WhenPart values={values} change={change} error={state.errors.preferredTime} outcome={t("recurring.first", { day: formatDate(`${first}T12:00:00Z`, now) })} />
      <AddressPart values={values} change={change} errors={state.errors} saved={input.saved} />
      <ProviderOffers nameOf={providerName} providers={state.otherProviders} onChoose={state.bookWith} />
      <SectionCard title={t("recurring.form.payment")}>
        {input.user === null ? (
          <div className="flex flex-col gap-1">
            <p>{chargeText(charge, true)}</p>
            <p className="text-caption text-ink-soft">{t("recurring.card.visitor")}</p>
          </div>
        ) : (
          <RecurringCardChoice value={values.paymentMethodId} note={(hasCard) => chargeText(charge, hasCard)} onChange={(paymentMethodId) => change({ paymentMethodId })} />
        )}
        <div className="mt-4">
          <RecurringNoteField values={values} change={change} />
        </div>
      </SectionCard>
      {state.formError !== null && <FormErrorNotice {...state.formError} />}
      <StickyAction>
        <div className="flex items-center justify-between gap-4">
          <p className="text-caption text-ink-soft">
            <span className="block text-lead font-semibold whitespace-nowrap text-ink tabular-nums">{formatChf(total)}</span>
            {t("recurring.form.each")}
          </p>
          <NeedsConnection says={t("recurring.offline")} busy={form.isBusy}>
            <SubmitButton form={form} variant="primary" busyLabel={t("recurring.form.busy")}>
              <CreateLabel amount={isChargedToday ? total : null} />
            </SubmitButton>
          </NeedsConnection>
        </div>
      </StickyAction>
    </Form>
  );
}
