import { useEffect, useRef, type ReactElement, type Ref } from "react";
import { Link } from "react-router-dom";

import { EXPRESS } from "@/api/prices/add-ons";
import { providerName } from "@/api/providers/provider-name";
import type { Address, Prices, ProviderDetails, TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichToUtc } from "@/lib/dates";
import type * as ConfirmAgain from "@/paying/confirm-again";
import { OrderPrice } from "@/paying/order-price";
import { SectionCard } from "@/ui/card";
import { Form } from "@/ui/form/form";
import { lazyPart, SILENT } from "@/ui/lazy-part";

import type { BookingError } from "./booking-errors";
import type * as Alternatives from "./alternative-providers";
import { ConfirmBar } from "./confirm-bar";
import type * as Extras from "./form-extras";
import { PickupAddressFields } from "./pickup-address-fields";
import { PickupFields } from "./pickup-fields";
import { ServiceChoice } from "./service-choice";
import type { FocusTargets } from "./use-booking-errors";
import type { BookingFormState } from "./use-booking-form";
import { WeightField } from "./weight-field";

const alternatives = (): Promise<typeof Alternatives> => import("./alternative-providers");
const NotServedNotice = lazyPart(async () => (await alternatives()).NotServedNotice);
const TooSoonNotice = lazyPart(async () => (await alternatives()).TooSoonNotice);
const ProviderOffers = lazyPart(async () => (await import("@/ui/provider-offers")).ProviderOffers);
const confirmAgain = (): Promise<typeof ConfirmAgain> => import("@/paying/confirm-again");
const PriceChange = lazyPart(async () => (await confirmAgain()).PriceChange);
const extras = (): Promise<typeof Extras> => import("./form-extras");
const AddOnsAndNote = lazyPart(async () => (await extras()).AddOnsAndNote);
const ManualConfirmationNote = lazyPart(async () => (await extras()).ManualConfirmationNote);
const SecondPickup = lazyPart(async () => (await confirmAgain()).SecondPickup);
const AddressExtras = lazyPart(async () => (await extras()).AddressExtras, SILENT);

type BookingFormProps = FocusTargets & {
  form: BookingFormState;
  provider: ProviderDetails;
  prices: Prices;
  slots: readonly TimeSlot[];
  /** The account's saved addresses; empty for a visitor. */
  saved: readonly Address[];
  /** How long the provider may take to accept, in minutes; 0 if payment confirms the order. */
  answerMinutes: number;
};

/** Errors that only another provider solves. */
const ENDED_BY_ANOTHER = ["not_served", "instant_provider_needed", "provider_not_available", "cannot_book_own_service"];
const LINK = "inline-flex min-h-touch items-center font-semibold underline underline-offset-4";

type BookingErrorNoticeProps = BookingError &
  Pick<BookingFormState, "otherProvider"> & {
    onChoose: (providerId: string) => void;
    onAnyway: () => void;
    ref: Ref<HTMLDivElement>;
  };

/** Why the order was not placed; until something changes. */
function BookingErrorNotice({
  text,
  code,
  providers,
  error,
  otherProvider,
  onChoose,
  onAnyway,
  ref,
}: BookingErrorNoticeProps): ReactElement {
  return (
    <div ref={ref} tabIndex={-1} className="mt-4 rounded-md bg-bad-soft px-4 py-3 text-bad">
      <p>{text}</p>
      {code === "too_many_unpaid_orders" && (
        <Link to="/history" className={LINK}>
          {t("booking.unpaid.link")}
        </Link>
      )}
      {code === "pickup_exists" && <SecondPickup error={error} onAnyway={onAnyway} />}
      {providers.length > 0 && <ProviderOffers nameOf={providerName} providers={providers} onChoose={onChoose} />}
      {ENDED_BY_ANOTHER.includes(code) && (
        <Link {...otherProvider} className={LINK}>
          {t("booking.pickup.none.action")}
        </Link>
      )}
    </div>
  );
}

/** The order form: service, weight, address, pickup time, note, price. */
export function BookingForm(props: BookingFormProps): ReactElement {
  const element = useRef<HTMLFormElement>(null);
  const { form, provider, prices, slots, saved, answerMinutes, hours, notice } = props;
  const { draft, change, chosen, now, price, formerTotal, changedPrice } = form;
  const name = providerName(provider);
  const at = chosen === null ? null : zurichToUtc(chosen.date, chosen.time);

  // A ref of the first render: sending saves the draft as not confirmed.
  const isWaiting = useRef(form.isConfirmed);
  useEffect(() => {
    if (!isWaiting.current || element.current === null) return;
    isWaiting.current = false;
    form.form.submit(element.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once on mount: sends what was confirmed before the sign-in.
  }, []);

  const toStreet = (): void => {
    const street = element.current?.elements.namedItem("street");
    if (street instanceof HTMLElement) street.focus();
  };

  const bookAnyway = (): void => {
    if (element.current !== null) form.bookAnyway(element.current);
  };

  return (
    <Form
      form={form.form}
      ref={element}
      className="md:grid md:grid-cols-[minmax(0,1fr)_18rem] md:items-start md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <fieldset disabled={form.form.isBusy} className="flex min-w-0 flex-col gap-4">
        <ServiceChoice
          prices={prices}
          value={draft.serviceType}
          fetched={at === null ? null : { at, isExpress: EXPRESS in form.addOns, now }}
          onChange={(serviceType) => change({ serviceType })}
        />
        <WeightField
          service={draft.serviceType}
          prices={prices}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
        />
        <PickupAddressFields form={form.form} saved={saved} Extras={AddressExtras} />
        {form.isNotServed && (
          <NotServedNotice
            name={name}
            providerId={provider.id}
            postalCode={draft.postalCode.trim()}
            otherProvider={form.otherProvider}
            onChoose={form.bookWith}
          />
        )}
        <PickupFields
          providerName={name}
          dates={form.dates}
          slots={slots}
          now={now}
          value={draft.pickup}
          chosen={chosen}
          error={form.pickupError}
          lostTime={form.lostTime}
          otherProvider={form.otherProvider}
          hoursRef={hours}
          onChange={form.choose}
        />
        {form.isTooSoon && at !== null && (
          <TooSoonNotice
            name={name}
            answerMinutes={answerMinutes}
            providerId={provider.id}
            at={at}
            now={now}
            postalCode={draft.postalCode}
            onChoose={form.bookWith}
          />
        )}
        <AddOnsAndNote prices={prices} draft={draft} isToday={form.isToday} onChange={change} />
      </fieldset>
      {/* On phones the wrapper is no box (`contents`), so that the sticky bar can stick to the whole page. */}
      <div className="contents md:sticky md:top-20 md:block">
        <div className="mt-4 md:mt-0">
          <SectionCard title={t("booking.summary.title")}>
            <OrderPrice order={price} />
          </SectionCard>
        </div>
        {form.bookingError !== null && (
          <BookingErrorNotice
            {...form.bookingError}
            otherProvider={form.otherProvider}
            onChoose={form.bookWith}
            onAnyway={bookAnyway}
            ref={notice}
          />
        )}
        {!provider.acceptsInstantly && !form.isTooSoon && (
          <ManualConfirmationNote name={name} answerMinutes={answerMinutes} />
        )}
        <div className="mt-4 empty:hidden">
          {changedPrice !== null && <PriceChange {...changedPrice} isRefused />}
          {formerTotal !== null && <PriceChange former={formerTotal} now={price.totalAmount} />}
        </div>
        <ConfirmBar form={form} prices={prices} total={price.totalAmount} onMissingStreet={toStreet} />
        <p className="mt-3 text-center text-caption text-ink-soft">{t("booking.confirm.note")}</p>
      </div>
    </Form>
  );
}
