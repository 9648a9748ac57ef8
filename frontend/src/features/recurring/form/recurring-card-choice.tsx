import { Info } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { payingCard, usePaymentMethods } from "@/api/payments/use-payment-methods";
import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { CARD_PICTURE, nameAndExpiry, savedCardChoices } from "@/paying/saved-card-choices";
import { RadioCards } from "@/ui/radio-cards";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

const DEFAULT = "default";

const noteOfRunning = (hasCard: boolean): string => t(hasCard ? "recurring.card.body" : "recurring.card.none");

type CardChoiceProps = {
  /** A card's id; null for the default card. */
  value: string | null;
  /** When it is charged, or, without a valid card, when the pay link comes; by default for an existing booking. */
  note?: (hasCard: boolean) => string;
  onChange: (paymentMethodId: string | null) => void;
};

/** The card to charge for each pickup; without a valid one a pay link is sent each time. */
export function RecurringCardChoice({ value, note = noteOfRunning, onChange }: CardChoiceProps): ReactElement {
  const { cards, error, isBusy, retry } = usePaymentMethods();
  if (cards === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("recurring.card.error"))} onRetry={() => void retry()} busy={isBusy} />;
  }
  if (cards === undefined) {
    return (
      <Loading>
        <Skeleton className="h-12 rounded-md" />
      </Loading>
    );
  }
  const standard = payingCard(cards, null) ?? cards[0];
  if (standard === undefined || cards.every(({ isExpired }) => isExpired)) {
    return (
      <div className="flex gap-3 rounded-md bg-sunken px-4 py-3">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div>
          <p>{note(false)}</p>
          <Link
            to="/profile/payment-methods"
            className="inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4"
          >
            {t("recurring.card.save")}
          </Link>
        </div>
      </div>
    );
  }
  const chosen = payingCard(cards, value) ?? standard;
  const followed = {
    value: DEFAULT,
    title: t("recurring.card.default"),
    description: t("recurring.card.default.now", { card: nameAndExpiry(standard) }),
    picture: CARD_PICTURE,
  };
  return (
    <div className="flex flex-col gap-2">
      <RadioCards
        legend={t("recurring.card.label")}
        value={value ?? DEFAULT}
        onValueChange={(next) => onChange(next === DEFAULT ? null : next)}
        cards={[followed, ...savedCardChoices(cards)]}
      />
      <p className="text-caption text-ink-soft">{note(!chosen.isExpired)}</p>
    </div>
  );
}
