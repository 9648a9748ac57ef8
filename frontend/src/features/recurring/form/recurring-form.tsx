import { useRef, useState, type ReactElement, type ReactNode } from "react";

import { useHasSavedCard } from "@/api/payments/use-payment-methods";
import { priceWith } from "@/api/prices/add-on-prices";
import { providerName } from "@/api/providers/provider-name";
import { useProvider } from "@/api/providers/use-providers";
import type { Provider } from "@/api/types";
import { distanceText } from "@/i18n/distance-text";
import { t } from "@/i18n/i18n";
import { formatDate, zurichDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { OrderPrice } from "@/paying/order-price";
import { SectionCard } from "@/ui/card";
import { Form, SubmitButton } from "@/ui/form/form";
import { lazyPart } from "@/ui/lazy-part";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";
import { ProviderRating } from "@/ui/provider-rating";
import { Loading, Skeleton } from "@/ui/skeleton";

import { firstDate } from "../plan";
import { AddOnPart, AddressPart, RecurringNoteField, ServicePart, WhenPart } from "./booking-parts";
import { ChargeLabel, chargeText, dueAtOnce } from "./charge";
import { RecurringCardChoice } from "./recurring-card-choice";
import { useRecurringForm, type RecurringFormInput, type RecurringFormState } from "./use-recurring-form";

/** A provider on one line, with `action` at its end. */
function ProviderLine({ provider, action }: { provider: Provider; action?: ReactNode }): ReactElement {
  const { user, distanceKm } = provider;
  return (
    <div className="flex items-center gap-3">
      <Avatar id={provider.id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{providerName(provider)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-soft">
          <ProviderRating provider={provider} />
          <span>{t("common.reviews", { count: provider.reviewCount })}</span>
          {distanceKm !== null && <span>{distanceText(distanceKm)}</span>}
        </p>
      </div>
      {action}
    </div>
  );
}

// Loaded on demand: most users come with a provider.
const ProviderChoice = lazyPart(async () => (await import("./provider-choice")).ProviderChoice);

/** The provider in the URL, or a choice of those nearby. */
function ProviderPart({ form: { form, values, change } }: { form: RecurringFormState }): ReactElement {
  const [isChoosing, setIsChoosing] = useState(values.providerId === "");
  const { provider, error } = useProvider(isChoosing ? null : values.providerId);
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
          pickupAddress={values.pickupAddress}
          deliveryAddress={values.deliveryAddress}
          value={values.providerId}
          missing={form.errors["providerId"]}
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

const FormErrorNotice = lazyPart(async () => (await import("./form-error-notice")).FormErrorNotice);

const ProviderOffers = lazyPart(async () => (await import("@/ui/provider-offers")).ProviderOffers);

type RecurringFormProps = RecurringFormInput & { now: number };

/** Creates a recurring booking (specification points 2, 5, 8 and 9). */
export function RecurringForm({ now, ...input }: RecurringFormProps): ReactElement {
  const element = useRef<HTMLFormElement>(null);
  const state = useRecurringForm(input);
  const { form, values, change, charge } = state;
  const { prices } = input;
  const first = firstDate(values, zurichDate(now));
  const price = priceWith(prices, values.serviceType, values.weight, values.addOns);
  const hasCard = useHasSavedCard(input.user !== null, values.paymentMethodId);
  // Without a valid card a link to pay is sent; while the cards are unknown, one may be charged.
  const due = input.user !== null && hasCard !== false ? dueAtOnce(charge) : null;

  return (
    <Form form={form} ref={element} label={t("recurring.form.title")}>
      {/* Its draft is deleted once it is sent. */}
      <fieldset disabled={form.isBusy} className="contents">
        {input.prefill === undefined && <ProviderPart form={state} />}
        <ServicePart values={values} change={change} prices={prices} />
        <AddOnPart values={values} change={change} prices={prices} />
        <WhenPart
          values={values}
          change={change}
          error={state.errors.preferredTime}
          outcome={t("recurring.first", { day: formatDate(`${first}T12:00:00Z`, now) })}
        />
        <AddressPart values={values} change={change} errors={state.errors} saved={input.saved} />
        {state.otherProviders.length > 0 && (
          <ProviderOffers nameOf={providerName} providers={state.otherProviders} onChoose={state.bookWith} />
        )}
        <SectionCard title={t("recurring.form.payment")}>
          <div className="mb-4">
            <OrderPrice order={price} />
          </div>
          {input.user === null ? (
            <div className="flex flex-col gap-1">
              <p>{chargeText(charge, true)}</p>
              <p className="text-caption text-ink-soft">{t("recurring.card.visitor")}</p>
            </div>
          ) : (
            <RecurringCardChoice
              value={values.paymentMethodId}
              note={(hasCard) => chargeText(charge, hasCard)}
              onChange={(paymentMethodId) => change({ paymentMethodId })}
            />
          )}
          <div className="mt-4">
            <RecurringNoteField values={values} change={change} />
          </div>
        </SectionCard>
      </fieldset>
      {state.formError !== null && (
        <FormErrorNotice
          {...state.formError}
          onAnyway={() => {
            if (element.current !== null) state.bookAnyway(element.current);
          }}
        />
      )}
      <StickyAction>
        <div className="flex items-center justify-between gap-4">
          <p className="text-caption text-ink-soft">
            <span className="block text-lead font-semibold whitespace-nowrap text-ink tabular-nums">
              {formatChf(price.totalAmount)}
            </span>
            {t("recurring.form.each")}
          </p>
          <NeedsConnection says={t("recurring.offline")} busy={form.isBusy}>
            <SubmitButton form={form} variant="primary" busyLabel={t("recurring.form.busy")}>
              <ChargeLabel text={t("recurring.form.submit")} amount={due} />
            </SubmitButton>
          </NeedsConnection>
        </div>
      </StickyAction>
    </Form>
  );
}
