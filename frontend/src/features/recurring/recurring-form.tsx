import { useRef, useState, type ReactElement, type SyntheticEvent } from "react";
import { Link } from "react-router-dom";

import { useProvider } from "@/resources/use-providers";
import { priceOf } from "@/resources/price";
import type { Prices } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatDate, zurichDate } from "@/lib/dates";
import { postalCodeOf } from "@/lib/distance";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { focusFirstError } from "@/ui/field";
import { NeighbourOffers } from "@/ui/neighbour-offers";
import { StickyAction } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";

import { AddressPart, NoteField, ServicePart, WhenPart } from "./booking-parts";
import { CardChoice } from "./card-choice";
import { firstDate } from "./plan";
import { ProviderChoice } from "./provider-choice";
import { ProviderLine } from "./provider-line";
import { useRecurringForm, type RecurringFormInput, type RecurringFormState, type Refusal } from "./use-recurring-form";

/** Where providers are looked for until an address says better (specification point 9). */
const DEFAULT_POSTAL_CODE = "8001";

/** The provider that the page was opened with, or one of those nearby. */
function ProviderPart({ form: { wish, change } }: { form: RecurringFormState }): ReactElement {
  const [isChoosing, setIsChoosing] = useState(wish.providerId === "");
  const { provider, error } = useProvider(isChoosing ? null : wish.providerId);
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
function RefusalNotice({ text, code }: Refusal): ReactElement {
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

type RecurringFormProps = RecurringFormInput & { prices: Prices; now: number };

/** Sets up a recurring booking (specification points 2, 5, 8 and 9). */
export function RecurringForm({ prices, now, ...input }: RecurringFormProps): ReactElement {
  const element = useRef<HTMLFormElement>(null);
  const form = useRecurringForm(input);
  const { wish, change } = form;
  const first = firstDate(wish, zurichDate(now));
  const { total } = priceOf(prices, wish.serviceType, wish.weight);

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // In the next frame: what is wrong must be on screen first.
    form.submit(() => requestAnimationFrame(() => focusFirstError(element.current)));
  };

  return (
    <form ref={element} noValidate onSubmit={submit} aria-label={t("recurring.form.title")} className="flex flex-col gap-4">
      {input.beginning === undefined && <ProviderPart form={form} />}
      <ServicePart wish={wish} change={change} prices={prices} />
      <WhenPart wish={wish} change={change} outcome={t("recurring.first", { day: formatDate(`${first}T12:00:00Z`, now) })} />
      <AddressPart wish={wish} change={change} errors={form.errors} saved={input.saved} />
      <NeighbourOffers neighbours={form.neighbours} onChoose={form.bookWith} />
      <SectionCard title={t("recurring.form.payment")}>
        {input.customerId === null ? (
          <p className="text-ink-soft">{t("recurring.card.visitor")}</p>
        ) : (
          <CardChoice value={wish.paymentMethodId} onChange={(paymentMethodId) => change({ paymentMethodId })} />
        )}
        <div className="mt-4">
          <NoteField wish={wish} change={change} />
        </div>
      </SectionCard>
      {form.refusal !== null && <RefusalNotice {...form.refusal} />}
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
