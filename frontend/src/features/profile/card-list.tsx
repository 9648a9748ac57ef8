import { CircleAlert, CreditCard } from "lucide-react";
import type { ReactElement } from "react";

import { brandOf, expiryOf, shortName } from "@/api/payments/card-names";
import type { PaymentMethod } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice, type Failure } from "@/ui/failure-notice";

type SavedCardProps = {
  card: PaymentMethod;
  notRemoved: Failure | null;
  onMakeDefault: () => Promise<unknown>;
  onRemove: () => void;
};

function SavedCard({ card, notRemoved, onMakeDefault, onRemove }: SavedCardProps): ReactElement {
  const isOnline = useOnline();
  const { isBusy, failure, act } = useAct();
  const shownFailure = notRemoved ?? failure;
  const name = t("cards.number", { brand: brandOf(card), last4: card.last4 });
  return (
    <Card>
      <div className="flex items-start gap-3">
        <CreditCard aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-2 font-semibold tabular-nums">
            <span aria-hidden>{shortName(card)}</span>
            <span className="sr-only">{name}</span>
            {card.isDefault && <Badge tone="brand">{t("cards.default")}</Badge>}
            {card.isExpired && (
              <Badge tone="bad" icon={<CircleAlert aria-hidden className="size-4" />}>
                {t("cards.expired")}
              </Badge>
            )}
          </p>
          <p className="text-ink-soft tabular-nums">
            {t(card.isExpired ? "cards.expiredOn" : "cards.expires", { month: expiryOf(card) })}
          </p>
        </div>
      </div>
      {/* Offline the page itself explains why there are no actions. */}
      {isOnline && (
        <div className="mt-3 flex flex-wrap gap-2">
          {!card.isDefault && (
            <Button size="sm" busy={isBusy} onClick={() => void act(onMakeDefault, { title: t("cards.notMade") })}>
              {t("cards.makeDefault")}
            </Button>
          )}
          <Button size="sm" onClick={onRemove}>
            {t("cards.remove")}
          </Button>
        </div>
      )}
      {shownFailure !== null && (
        <div className="mt-3">
          <FailureNotice {...shownFailure} />
        </div>
      )}
    </Card>
  );
}

type CardListProps = {
  cards: readonly PaymentMethod[];
  onMakeDefault: (card: PaymentMethod) => Promise<unknown>;
  onRemove: (card: PaymentMethod) => void;
  /** Why a card could not be removed; undefined if it did not fail. */
  notRemoved: (card: PaymentMethod) => string | undefined;
};

/** The saved cards, default first. */
export function CardList({ cards, onMakeDefault, onRemove, notRemoved }: CardListProps): ReactElement {
  const removalFailure = (card: PaymentMethod): Failure | null => {
    const text = notRemoved(card);
    // A toast has announced it.
    return text === undefined ? null : { title: t("cards.notRemoved"), text, isSaid: true };
  };
  return (
    <ul className="flex flex-col gap-3">
      {cards.map((card) => (
        <li key={card.id}>
          <SavedCard
            card={card}
            notRemoved={removalFailure(card)}
            onMakeDefault={() => onMakeDefault(card)}
            onRemove={() => onRemove(card)}
          />
        </li>
      ))}
    </ul>
  );
}
