import { useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useRateCustomer } from "@/api/orders/use-reviews";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { BlockedButton } from "@/ui/blocked-button";
import { Button } from "@/ui/button";
import { Form, FormNotice } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { RatingNumber, Stars } from "@/ui/stars";
import { useNow } from "@/ui/use-now";

import { ReceivedReview } from "./received-review";
import { starsOf, StarChoice, type Rating } from "./star-choice";

type FormProps = { order: Order; given: number | null; onDone: () => void };

function RateForm({ order, given, onDone }: FormProps): ReactElement {
  const rate = useRateCustomer(order.id);
  const form = useForm<{ rating: Rating | null }>({
    initial: { rating: given === null ? null : starsOf(given) },
    check: ({ rating }) => ({ rating: rating === null ? t("rating.required.body") : "" }),
    save: async ({ rating }) => {
      if (rating === null) return;
      await rate(rating);
      showToast({ title: t("rating.customer.done.title"), description: t("rating.customer.done.body") });
      onDone();
    },
    explain: (error) => formErrorOf(error, t("rating.customer.failed")),
    notice: { title: t("rating.failure.title") },
  });
  const { rating } = form.values;
  return (
    <Form form={form}>
      <StarChoice value={rating} disabled={form.isBusy} onChange={(chosen) => form.change({ rating: chosen })} />
      <p className="text-caption text-ink-soft">{t("rating.customer.who")}</p>
      <FormNotice form={form} />
      <NeedsConnection says={t("rating.edit.offline")} busy={form.isBusy}>
        <BlockedButton
          type="submit"
          variant="brand"
          wide
          why={rating === null ? t("rating.required.body") : null}
          busy={form.isBusy}
        >
          {t("rating.submit")}
        </BlockedButton>
      </NeedsConnection>
    </Form>
  );
}

/** What providers think of a job's customer; after its end, the way to rate them, and the customer's review. */
export function CustomerRating({ order }: { order: Order }): ReactElement | null {
  const [asks, setAsks] = useState(false);
  const now = useNow();
  // Orders cached by an older version lack these fields.
  const figure = order.customerRatings ?? null;
  const state = order.reviewState ?? null;
  const review = order.review ?? null;
  const given = state?.customerRating ?? null;
  const name = order.customer?.firstName ?? "";
  const close = (): void => setAsks(false);
  const shownBy = state?.shownBy ?? null;
  const mayChange = Date.parse(state?.editableUntil ?? "") > now;
  return (
    <>
      {figure !== null && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-caption text-ink-soft">
          <RatingNumber value={figure.average} />
          {t("rating.customer.figure", { count: figure.count })}
        </p>
      )}
      {given !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-x-2">
          <span className="text-caption text-ink-soft">{t("rating.customer.given", { name })}</span>
          <Stars value={given} />
        </div>
      )}
      {shownBy !== null && (
        <p className="text-caption text-ink-soft">
          {t("rating.customer.waits", { name, day: formatDate(shownBy, now) })}
        </p>
      )}
      {(state?.canRateCustomer === true || mayChange || asks) && (
        <Button size="sm" className="mt-2" onClick={() => setAsks(true)}>
          <span className="min-w-0 wrap-anywhere">
            {given === null ? t("rating.dialog.title", { provider: name }) : t("rating.edit")}
          </span>
        </Button>
      )}
      {review !== null && <ReceivedReview review={review} name={name} />}
      <Dialog
        open={asks}
        onClose={close}
        title={t("rating.dialog.title", { provider: name })}
        description={t("rating.customer.lead", { name })}
      >
        {asks && <RateForm order={order} given={given} onDone={close} />}
      </Dialog>
    </>
  );
}
