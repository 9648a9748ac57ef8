import { useId, type ReactElement, type ReactNode } from "react";

import { EXPRESS } from "@/api/prices/add-ons";
import { returnBy } from "@/api/orders/return-by";
import type { Prices } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate, zurichToUtc } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { pickupWindow } from "@/lib/pickup-window";
import { Button } from "@/ui/button";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";

import type { BookingFormState } from "./use-booking-form";

/** A fact of the order; its label is hidden if there is no room. */
function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <span className="flex flex-wrap gap-x-3 md:justify-between">
      <span className="hidden text-ink-soft md:inline">{label}</span>
      <span className="text-caption text-ink-soft tabular-nums md:text-body md:font-semibold md:text-ink">
        {children}
      </span>
    </span>
  );
}

/** Pickup time, and day of return. */
function When({
  form: { addOns, chosen, draft, now },
  prices,
}: {
  form: BookingFormState;
  prices: Prices;
}): ReactElement {
  if (chosen === null) return <Fact label={t("booking.summary.pickup")}>{t("booking.summary.noTime")}</Fact>;
  const at = zurichToUtc(chosen.date, chosen.time);
  const day = formatDate(returnBy(prices, draft.serviceType, at, EXPRESS in addOns), now);
  return (
    <>
      <Fact label={t("booking.summary.pickup")}>{pickupWindow({ pickupTime: at }, now)}</Fact>
      <span className="text-caption text-ink-soft tabular-nums md:hidden">{t("booking.backBy", { day })}</span>
      <span className="hidden justify-between gap-x-3 md:flex">
        <span className="text-ink-soft">{t("booking.summary.back")}</span>
        <span className="font-semibold">{day}</span>
      </span>
    </>
  );
}

type ConfirmBarProps = { form: BookingFormState; prices: Prices; total: string; onMissingStreet: () => void };

/** Total, times and the submit button; on phones a sticky bar. A disabled button says why. */
export function ConfirmBar({ form, prices, total, onMissingStreet }: ConfirmBarProps): ReactElement {
  const id = useId();
  const { draft } = form;
  const { isBusy } = form.form;
  const lacksStreet = draft.street === "";
  return (
    <StickyAction>
      {lacksStreet && (
        <button
          id={id}
          type="button"
          onClick={onMissingStreet}
          className="-mt-2 inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4"
        >
          {t("booking.confirm.needsStreet")}
        </button>
      )}
      <div className="flex items-center justify-between gap-4 max-[22rem]:gap-2 md:flex-col md:items-stretch">
        <p className="flex min-w-0 flex-col">
          <span className="text-lead leading-6 font-semibold whitespace-nowrap tabular-nums md:hidden">
            {formatChf(total)}
          </span>
          <When form={form} prices={prices} />
        </p>
        <NeedsConnection says={t("booking.offline")} busy={isBusy}>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={lacksStreet}
            aria-describedby={lacksStreet ? id : undefined}
            className="shrink-0 md:w-full"
          >
            {isBusy ? t("booking.confirm.busy") : t("booking.confirm")}
          </Button>
        </NeedsConnection>
      </div>
    </StickyAction>
  );
}
