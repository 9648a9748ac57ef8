import type { ReactElement } from "react";

import type { AddOnChoice } from "@/api/prices/add-ons";
import { amountText } from "@/api/prices/amount";
import { SERVICES } from "@/api/prices/services";
import type { Address, Prices, ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { ServiceArt } from "@/ui/illustrations/service-art";
import { Select, Textarea } from "@/ui/input";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { RadioCards } from "@/ui/radio-cards";

import { RecurringAddressFields, type AddressErrors, type Addresses } from "./recurring-address-fields";
import { PatternFields } from "./pattern-fields";
import { patternFields, rhythmOf, type Plan } from "../plan";

const LONGEST_NOTE = 1000;

/** What new and edited recurring bookings have in common. */
export type Basics = Plan &
  Addresses & {
    serviceType: ServiceType;
    /** Kilograms with one decimal, "12.5". */
    weight: string;
    addOns: AddOnChoice;
    specialInstructions: string;
  };

/** Errors of addresses, or of day and time. */
export type BookingErrors = AddressErrors & { preferredTime?: string };

export type PartProps = { values: Basics; change: (changes: Partial<Basics>) => void };

/** Missing address fields. */
export function missingIn({ pickupAddress, deliveryAddress }: Addresses): AddressErrors {
  const missing = t("recurring.form.address.missing");
  return {
    ...(pickupAddress.trim() === "" && { pickupAddress: missing }),
    ...(deliveryAddress.trim() === "" && { deliveryAddress: missing }),
  };
}

/** The request body, but for the add-ons: they are sent only if there are some, or other ones. */
export function basicsBody(
  values: Basics,
): ReturnType<typeof patternFields> & Addresses & Pick<Basics, "serviceType" | "weight" | "specialInstructions"> {
  return {
    serviceType: values.serviceType,
    weight: values.weight,
    pickupAddress: values.pickupAddress.trim(),
    deliveryAddress: values.deliveryAddress.trim(),
    ...patternFields(values),
    specialInstructions: values.specialInstructions.trim(),
  };
}

const AddOnFields = lazyPart(async () => (await import("@/paying/add-on-fields")).AddOnFields, SILENT);

export function AddOnPart({ values, change, prices }: PartProps & { prices: Prices }): ReactElement {
  return <AddOnFields offered={prices.addOns} chosen={values.addOns} onChange={(addOns) => change({ addOns })} />;
}

/** All bookable weights, in kilograms with one decimal. */
function weightsOf({ minKg, maxKg, stepKg }: Prices): string[] {
  const [least, most, step] = [Number(minKg), Number(maxKg), Number(stepKg)];
  return Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) => (least + index * step).toFixed(1));
}

export function ServicePart({ values, change, prices }: PartProps & { prices: Prices }): ReactElement {
  const weights = weightsOf(prices).map((value) => ({
    value,
    label: amountText({ serviceType: values.serviceType, weight: value }),
  }));
  const cards = SERVICES.map((service) => ({
    value: service,
    title: t(`common.service.${service}`),
    detail: formatChf(prices.services[service]),
    picture: (
      <span className="shrink-0 max-[22rem]:hidden [&>svg]:size-11">
        <ServiceArt service={service} />
      </span>
    ),
  }));
  return (
    <SectionCard title={t("recurring.service")}>
      <RadioCards
        legend={t("recurring.service")}
        hideLegend
        value={values.serviceType}
        onValueChange={(serviceType) => change({ serviceType })}
        cards={cards}
      />
      <div className="mt-4">
        <Field label={t(values.serviceType === "ironing" ? "recurring.form.pieces" : "recurring.form.weight")}>
          {(control) => (
            <Select
              {...control}
              value={values.weight}
              options={weights}
              onValueChange={(weight) => change({ weight })}
            />
          )}
        </Field>
      </div>
    </SectionCard>
  );
}

/** The plan, and a description of it; `outcome` says from when. */
export function WhenPart({
  values,
  change,
  outcome,
  error,
}: PartProps & { outcome: string; error?: string | undefined }): ReactElement {
  return (
    <SectionCard title={t("recurring.form.when")}>
      <PatternFields plan={values} timeError={error} onChange={change} />
      <p aria-live="polite" className="mt-4 rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
        <span className="block font-semibold">{rhythmOf(patternFields(values))}</span>
        {outcome}
      </p>
    </SectionCard>
  );
}

export function AddressPart({
  values,
  change,
  errors,
  saved,
}: PartProps & { errors: AddressErrors; saved: readonly Address[] }): ReactElement {
  return (
    <SectionCard title={t("recurring.form.addresses")}>
      <RecurringAddressFields values={values} errors={errors} saved={saved} onChange={change} />
    </SectionCard>
  );
}

export function RecurringNoteField({ values, change }: PartProps): ReactElement {
  return (
    <Field label={t("recurring.form.note")}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={LONGEST_NOTE}
          value={values.specialInstructions}
          onChange={(event) => change({ specialInstructions: event.target.value })}
        />
      )}
    </Field>
  );
}
