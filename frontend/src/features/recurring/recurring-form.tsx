import { useRef, useState, type ReactElement, type SyntheticEvent } from "react";
import useSWR from "swr";

import { keys } from "@/api/keys";
import { priceOf, trimmed } from "@/api/price";
import type { Prices, ProviderDetails } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate, zurichDate } from "@/lib/dates";
import { postalCodeOf } from "@/lib/distance";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field, focusFirstError } from "@/ui/field";
import { ServiceArt } from "@/ui/illustrations/services";
import { Select, Textarea } from "@/ui/input";
import { StickyAction } from "@/ui/page";
import { RadioCards } from "@/ui/radio-cards";
import { Loading, Skeleton } from "@/ui/skeleton";

import { AddressFields } from "./address-fields";
import { CardChoice } from "./card-choice";
import { PatternFields } from "./pattern-fields";
import { firstDate, patternFields, rhythmOf, SERVICES } from "./plan";
import { ProviderChoice } from "./provider-choice";
import { ProviderLine } from "./provider-line";
import { useRecurringForm, type RecurringFormInput, type RecurringFormState } from "./use-recurring-form";

/** Where providers are looked for until an address says better (specification point 9). */
const DEFAULT_POSTAL_CODE = "8001";
const LONGEST_NOTE = 1000;

type PartProps = { form: RecurringFormState };

/** The provider that the page was opened with, or one of those nearby. */
function ProviderPart({ form: { wish, change } }: PartProps): ReactElement {
  const [isChoosing, setIsChoosing] = useState(wish.providerId === "");
  const { data, error } = useSWR<ProviderDetails, unknown>(isChoosing ? null : keys.provider(wish.providerId));
  const postalCode = postalCodeOf(wish.pickupAddress) ?? DEFAULT_POSTAL_CODE;
  const isUnknown = error !== undefined;
  const changeButton = (
    <Button size="sm" onClick={() => setIsChoosing(true)}>
      {t("recurring.form.provider.change")}
    </Button>
  );
  return (
    <SectionCard title={t("recurring.form.provider")}>
      {isChoosing || isUnknown ? (
        <ProviderChoice postalCode={postalCode} value={wish.providerId} onChange={(providerId) => change({ providerId })} />
      ) : data === undefined ? (
        <Loading>
          <Skeleton className="h-12 rounded-md" />
        </Loading>
      ) : (
        <ProviderLine provider={data} action={changeButton} />
      )}
    </SectionCard>
  );
}

/** Every weight that can be booked, in kilograms with one decimal. */
function weightsOf({ minKg, maxKg, stepKg }: Prices): string[] {
  const [least, most, step] = [Number(minKg), Number(maxKg), Number(stepKg)];
  return Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) => (least + index * step).toFixed(1));
}

function ServicePart({ form: { wish, change }, prices }: PartProps & { prices: Prices }): ReactElement {
  const weights = weightsOf(prices).map((value) => ({ value, label: t("recurring.form.weight.value", { weight: trimmed(value) }) }));
  const cards = SERVICES.map((service) => ({
    value: service,
    title: t(`common.service.${service}`),
    detail: formatChf(prices.services[service]),
    picture: (
      <span className="shrink-0 [&>svg]:size-11">
        <ServiceArt service={service} />
      </span>
    ),
  }));
  return (
    <SectionCard title={t("recurring.service")}>
      <RadioCards legend={t("recurring.service")} hideLegend value={wish.serviceType} onValueChange={(serviceType) => change({ serviceType })} cards={cards} />
      <div className="mt-4">
        <Field label={t("recurring.form.weight")}>
          {(control) => <Select {...control} value={wish.weight} options={weights} onValueChange={(weight) => change({ weight })} />}
        </Field>
      </div>
    </SectionCard>
  );
}

function WhenPart({ form: { wish, change }, now }: PartProps & { now: number }): ReactElement {
  const first = firstDate(wish, zurichDate(now));
  return (
    <SectionCard title={t("recurring.form.when")}>
      <PatternFields plan={wish} onChange={change} />
      <p aria-live="polite" className="mt-4 rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
        <span className="block font-semibold">{rhythmOf(patternFields(wish))}</span>
        {t("recurring.first", { day: formatDate(`${first}T12:00:00Z`, now) })}
      </p>
    </SectionCard>
  );
}

type RecurringFormProps = RecurringFormInput & { prices: Prices; now: number };

/** Sets up a recurring booking (specification points 2, 5, 8 and 9). */
export function RecurringForm({ prices, now, ...input }: RecurringFormProps): ReactElement {
  const element = useRef<HTMLFormElement>(null);
  const form = useRecurringForm(input);
  const { wish, change } = form;
  const { total } = priceOf(prices, wish.serviceType, wish.weight);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // In the next frame: what is wrong must be on screen first.
    form.submit(() => requestAnimationFrame(() => focusFirstError(element.current)));
  };

  return (
    <form ref={element} noValidate onSubmit={submit} aria-label={t("recurring.form.title")} className="flex flex-col gap-4">
      <ProviderPart form={form} />
      <ServicePart form={form} prices={prices} />
      <WhenPart form={form} now={now} />
      <SectionCard title={t("recurring.form.addresses")}>
        <AddressFields values={wish} errors={form.errors} saved={input.saved} onChange={change} />
      </SectionCard>
      <SectionCard title={t("recurring.form.payment")}>
        <CardChoice value={wish.paymentMethodId} onChange={(paymentMethodId) => change({ paymentMethodId })} />
        <div className="mt-4">
          <Field label={t("recurring.form.note")}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={LONGEST_NOTE}
                value={wish.specialInstructions}
                onChange={(event) => change({ specialInstructions: event.target.value })}
              />
            )}
          </Field>
        </div>
      </SectionCard>
      <StickyAction>
        <div className="flex items-center justify-between gap-4">
          <p className="text-caption text-ink-soft">
            <span className="block text-lead font-semibold text-ink tabular-nums">{formatChf(total)}</span>
            {t("recurring.form.each")}
          </p>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {form.isBusy ? t("recurring.form.busy") : t("recurring.form.submit")}
          </Button>
        </div>
      </StickyAction>
    </form>
  );
}
