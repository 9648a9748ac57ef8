import { CircleAlert, CircleCheck, CirclePause, CircleSlash, CreditCard, Link2 } from "lucide-react";
import { useState, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { errorText } from "@/api/http/error-text";
import { useUndoable } from "@/api/http/use-undoable";
import { payingCard, usePaymentMethods } from "@/api/payments/use-payment-methods";
import { addOnsOf, addOnText } from "@/api/prices/add-ons";
import { workText } from "@/api/prices/amount";
import { providerName } from "@/api/providers/provider-name";
import { useSeriesWrites } from "@/api/recurring/use-recurring";
import type { Occurrence, PaymentMethod, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { useOnline } from "@/lib/use-online";
import { nameAndExpiry } from "@/paying/saved-card-choices";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { lazyPart } from "@/ui/lazy-part";
import { NeedsConnection } from "@/ui/needs-connection";

import {
  CardDialog,
  EditRecurringDialog,
  EndDialog,
  PauseRecurringDialog,
  ProviderDialog,
  ResumeDialog,
} from "../dialogs/booking-dialogs";
import { MoveDialog, type RenderCalendar } from "../dialogs/move-dialog";
import { rhythmOf } from "../plan";
import { dayOf, OccurrenceList } from "./occurrence-list";
import { nextPickup, placedOnResume, upcoming } from "./occurrences";
import type { ActFailure } from "./use-recurring-acts";
import { useSeries } from "./use-series";

const SkipDialog = lazyPart(async () => (await import("../dialogs/skip-dialog")).SkipDialog, {
  Waiting: () => null,
});

type Skip = {
  /** The pickups as shown: held skips count as done. */
  shown: (occurrences: readonly Occurrence[]) => Occurrence[];
  /** Why the last skip failed; null if it did not. */
  failureOf: (occurrences: readonly Occurrence[]) => Failure | null;
  /** `refund`: amount in CHF; null for nothing. */
  skip: (occurrence: Occurrence, refund: string | null) => void;
};

/** Skips single pickups, with ten seconds to undo. */
function useSkip({ id: bookingId }: RecurringBooking): Skip {
  const { skip } = useSeriesWrites(bookingId);
  const undoable = useUndoable();
  const nameOf = ({ id }: Occurrence): string => `skip ${bookingId} ${id}`;
  return {
    shown: (occurrences) =>
      occurrences.map((one) =>
        undoable.isHeld(nameOf(one))
          ? { ...one, status: "skipped", canSkip: false, canMove: false, orderId: null }
          : one,
      ),
    failureOf: (occurrences) => {
      const error = occurrences.map((one) => undoable.failureOf(nameOf(one))).find((one) => one !== undefined);
      return error === undefined ? null : { title: t("recurring.notSkipped"), text: errorText(error), isSaid: true };
    },
    skip: (occurrence, refund) =>
      undoable.hold({
        name: nameOf(occurrence),
        title: t("recurring.skipped"),
        description:
          refund === null ? t("recurring.skipped.body") : t("recurring.skipped.refund", { amount: formatChf(refund) }),
        ...skip(occurrence.id),
      }),
  };
}

const ACTION = "inline-flex min-h-touch items-center font-semibold text-brand-ink underline-offset-4 hover:underline";

type Opened = "end" | "edit" | "pause" | "resume" | "provider" | "card" | Occurrence | null;
type SeriesProps = { booking: RecurringBooking; now: number };

function StateBadge({ booking }: { booking: RecurringBooking }): ReactElement {
  if (!booking.isActive) {
    return <Badge icon={<CircleSlash aria-hidden className="size-3.5" />}>{t("recurring.list.inactive")}</Badge>;
  }
  if (booking.pausedUntil !== null) {
    return (
      <Badge tone="warn" icon={<CirclePause aria-hidden className="size-3.5" />}>
        {t("recurring.list.paused")}
      </Badge>
    );
  }
  return (
    <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3.5" />}>
      {t("recurring.list.active")}
    </Badge>
  );
}

function Summary({ booking }: { booking: RecurringBooking }): ReactElement {
  const { provider } = booking;
  return (
    <div className="flex items-start gap-3">
      <Avatar
        id={provider.id}
        firstName={provider.user.firstName}
        lastName={provider.user.lastName}
        imageUrl={provider.user.profileImageUrl}
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="text-lead font-semibold">{rhythmOf(booking)}</h2>
          <StateBadge booking={booking} />
        </div>
        <p className="text-ink-soft">{providerName(provider)}</p>
        <p className="text-ink-soft">
          {workText(booking)}
          {addOnsOf(booking).length > 0 && <span className="block">{addOnsOf(booking).map(addOnText).join(", ")}</span>}
          <span className="block tabular-nums">
            {t("recurring.list.each", { amount: formatChf(booking.totalAmount) })}
          </span>
        </p>
      </div>
    </div>
  );
}

/** When the next pickup is; a date beyond those listed counts, unless it is one of them that does not take place. */
function nextText(booking: RecurringBooking, now: number): string {
  const next = nextPickup(booking, zurichDate(now));
  if (next !== null) return `${dayOf(next.date, now)}, ${next.time}`;
  const { nextBookingDate, preferredTime, occurrences } = booking;
  const isKnown = nextBookingDate !== null && occurrences.every(({ date }) => date !== nextBookingDate);
  return isKnown ? `${dayOf(nextBookingDate, now)}, ${preferredTime}` : "";
}

function paymentText(card: PaymentMethod | undefined): string {
  if (card === undefined) return t("recurring.card.link");
  return card.isExpired ? nameAndExpiry(card) : t("recurring.card.pays", { card: nameAndExpiry(card) });
}

/** The next pickup, and its payment. */
function Facts({ booking, now, onChangeCard }: SeriesProps & { onChangeCard: () => void }): ReactElement {
  const { cards } = usePaymentMethods();
  const card = cards && payingCard(cards, booking.paymentMethodId);
  const Icon = card === undefined ? Link2 : card.isExpired ? CircleAlert : CreditCard;
  return (
    <div className="mt-4 flex flex-col gap-3 rounded-md bg-sunken px-4 py-3 md:flex-row md:items-center md:justify-between">
      <p>
        <span className="block text-caption text-ink-soft">{t("recurring.list.next")}</span>
        <span className="font-semibold tabular-nums">{nextText(booking, now)}</span>
        {booking.pausedUntil !== null && (
          <span className="block text-caption text-ink-soft">
            {t("recurring.list.until", { day: dayOf(booking.pausedUntil, now) })}
          </span>
        )}
      </p>
      {cards !== undefined && (
        <p className="-my-2 flex flex-wrap items-center gap-x-2 text-caption">
          <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
          <span>{paymentText(card)}</span>
          {cards.every(({ isExpired }) => isExpired) ? (
            <Link to="/profile/payment-methods" className={ACTION}>
              {t("recurring.card.save")}
            </Link>
          ) : (
            <button type="button" onClick={onChangeCard} className={ACTION}>
              {t("recurring.card.change")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Gone({ booking, onChoose }: { booking: RecurringBooking; onChoose: () => void }): ReactElement {
  return (
    <div role="alert" className="mt-4 flex gap-3 rounded-md bg-warn-soft px-4 py-3 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold">{t("recurring.gone.title", { name: providerName(booking.provider) })}</p>
        <p>{t("recurring.gone.body")}</p>
        <Button variant="brand" size="sm" onClick={onChoose} className="mt-2">
          {t("recurring.gone.choose")}
        </Button>
      </div>
    </div>
  );
}

/** A recurring booking with its pickups and actions. */
export function SeriesCard({
  booking: saved,
  now,
  calendar,
}: SeriesProps & { calendar: RenderCalendar }): ReactElement {
  const [opened, setOpened] = useState<Opened>(null);
  const [skipping, setSkipping] = useState<Occurrence | null>(null);
  const [failure, setFailure] = useState<ActFailure | null>(null);
  const series = useSeries(saved);
  const isOnline = useOnline();
  const today = zurichDate(now);
  const skips = useSkip(saved);
  // What is being skipped is not the next pickup either.
  const booking = { ...saved, occurrences: skips.shown(saved.occurrences) };
  const coming = upcoming(booking, today);
  const show = (dialog: Opened): void => {
    setOpened(dialog);
    setFailure(null);
  };
  const close = (): void => {
    show(null);
    setSkipping(null);
  };
  const closeAfter = async (act: Promise<ActFailure | null>): Promise<void> => {
    setFailure(null);
    const reason = await act;
    if (reason === null) close();
    else setFailure(reason);
  };
  const dialog = { isBusy: series.isBusy, failure, onClose: close };
  const moved = typeof opened === "object" ? opened : null;
  // Failures of actions on the card; a dialog shows its own.
  const notDone = skips.failureOf(coming) ?? (opened === null ? failure : null);
  const isPaused = booking.pausedUntil !== null;
  const resume = async (expectedCharge: string): Promise<void> => {
    setFailure(null);
    const reason = await series.resume(expectedCharge);
    if (reason === null) close();
    else setFailure(reason);
    if (reason !== null && reason.chargedAtOnce !== null) setOpened("resume");
  };
  const askOrResume = (): void => {
    // What is charged at once is named first.
    if (placedOnResume(booking, now).length > 0) show("resume");
    else void resume("0.00");
  };

  return (
    <li className="card p-4">
      <Summary booking={booking} />
      {booking.isActive && !booking.providerAvailable && <Gone booking={booking} onChoose={() => show("provider")} />}
      {booking.isActive && <Facts booking={booking} now={now} onChangeCard={() => show("card")} />}
      {notDone !== null && (
        <div className="mt-3">
          <FailureNotice {...notDone} />
        </div>
      )}
      {coming.length > 0 && (
        <div className="mt-3">
          <OccurrenceList
            occurrences={coming}
            now={now}
            isBusy={series.isBusy}
            canAct={isOnline}
            onSkip={setSkipping}
            onMove={show}
          />
        </div>
      )}
      {booking.isActive && (
        <div className="mt-3 flex flex-wrap gap-2 border-t pt-4">
          <NeedsConnection says={t("recurring.offline")}>
            <Button size="sm" onClick={() => show("edit")}>
              {t("recurring.edit")}
            </Button>
            <Button size="sm" busy={series.isBusy} onClick={isPaused ? askOrResume : () => show("pause")}>
              {t(isPaused ? "recurring.resume" : "recurring.pause")}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => show("end")}>
              {t("recurring.end")}
            </Button>
          </NeedsConnection>
        </div>
      )}
      <EditRecurringDialog
        booking={booking}
        now={now}
        open={opened === "edit"}
        onClose={close}
        onSave={(changes) => series.edit(changes).then(close)}
      />
      <EndDialog booking={booking} open={opened === "end"} {...dialog} onEnd={() => void closeAfter(series.end())} />
      {skipping !== null && (
        <SkipDialog
          occurrence={skipping}
          now={now}
          onClose={close}
          onSkip={(occurrence, refund) => {
            close();
            skips.skip(occurrence, refund);
          }}
        />
      )}
      <PauseRecurringDialog
        bookingId={booking.id}
        open={opened === "pause"}
        today={today}
        onClose={close}
        onPause={(until) => series.pause(until).then(close)}
      />
      <ResumeDialog
        booking={booking}
        now={now}
        open={opened === "resume"}
        {...dialog}
        onResume={(expectedCharge) => void resume(expectedCharge)}
      />
      <ProviderDialog
        booking={booking}
        open={opened === "provider"}
        {...dialog}
        onChoose={(...choice) => void closeAfter(series.chooseProvider(...choice))}
        onChangeTime={() => show("edit")}
      />
      <CardDialog
        booking={booking}
        now={now}
        open={opened === "card"}
        {...dialog}
        onChoose={(...choice) => void closeAfter(series.chooseCard(...choice))}
      />
      <MoveDialog
        booking={booking}
        occurrence={moved}
        now={now}
        today={today}
        {...dialog}
        calendar={calendar}
        onMove={(...choice) => {
          if (moved !== null) void closeAfter(series.move(moved, ...choice));
        }}
      />
    </li>
  );
}
