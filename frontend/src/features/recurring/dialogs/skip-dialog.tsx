import type { ReactElement } from "react";

import { useCancellation } from "@/api/orders/use-orders";
import type { Occurrence } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/overlay/dialog";

import { dayOf } from "../series/occurrence-list";

type SkipProps = {
  now: number;
  onClose: () => void;
  /** `refund`: amount in CHF; null if nothing was paid, or while unknown. */
  onSkip: (occurrence: Occurrence, refund: string | null) => void;
};

function bodyText({ date, time, status }: Occurrence, refund: string | null, now: number): string {
  const day = `${dayOf(date, now)}, ${time}`;
  if (refund !== null) return t("recurring.skip.body.refund", { day, amount: formatChf(refund) });
  return t(status === "paid" ? "recurring.skip.body.paid" : "recurring.skip.body", { day });
}

type QuestionProps = SkipProps & { occurrence: Occurrence; refund: string | null };

function Question({ occurrence, refund, now, onClose, onSkip }: QuestionProps): ReactElement {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("recurring.skip.title")}
      description={bodyText(occurrence, refund, now)}
      actions={
        <>
          <Button variant="destructive" onClick={() => onSkip(occurrence, refund)}>
            {t("recurring.skip.confirm")}
          </Button>
          <Button onClick={onClose}>{t("recurring.end.keep")}</Button>
        </>
      }
    />
  );
}

/** The question for a paid pickup, with the refund. */
function PaidQuestion({ orderId, ...question }: Omit<QuestionProps, "refund"> & { orderId: string }): ReactElement {
  const { preview } = useCancellation(orderId);
  return <Question {...question} refund={preview?.allowed === true ? preview.refund : null} />;
}

/** Asks before a pickup is skipped, with the consequences; it can be undone for ten seconds. */
export function SkipDialog(props: SkipProps & { occurrence: Occurrence }): ReactElement {
  const { status, orderId } = props.occurrence;
  return status === "paid" && orderId !== null ? (
    <PaidQuestion orderId={orderId} {...props} />
  ) : (
    <Question refund={null} {...props} />
  );
}
