import { CircleAlert, CreditCard } from "lucide-react";
import { useState, type ReactElement } from "react";

import { brandOf, expiryOf, shortName } from "@/resources/card-names";
import type { PaymentMethod } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice, type Failure } from "@/ui/failure-notice";

type SavedCardProps = { card: PaymentMethod; refusal: Failure | null; isBusy: boolean; onMakeDefault: () => void; onRemove: () => void };

function SavedCard({ card, refusal, isBusy, onMakeDefault, onRemove }: SavedCardProps): ReactElement {
  const isOnline = useOnline();
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
          <p className="text-ink-soft tabular-nums">{t(card.isExpired ? "cards.expiredOn" : "cards.expires", { month: expiryOf(card) })}</p>
        </div>
      </div>
      {/* The page says below why there are none without a connection. */}
      {isOnline && (
        <div className="mt-3 flex flex-wrap gap-2">
          {!card.isDefault && (
            <Button size="sm" busy={isBusy} onClick={onMakeDefault}>
              {t("cards.makeDefault")}
            </Button>
          )}
          <Button size="sm" onClick={onRemove}>
            {t("cards.remove")}
          </Button>
        </div>
      )}
      {refusal !== null && (
        <div className="mt-3">
          <FailureNotice {...refusal} />
        </div>
      )}
    </Card>
  );
}

type CardListProps = {
  cards: readonly PaymentMethod[];
  /** Answers why it did not work, or null when it is done. */
  onMakeDefault: (card: PaymentMethod) => Promise<string | null>;
  onRemove: (card: PaymentMethod) => void;
  /** Why a card could not be removed; undefined where nothing stands against it. */
  notRemoved: (card: PaymentMethod) => string | undefined;
};

/** The saved cards, the default first. */
export function CardList({ cards, onMakeDefault, onRemove, notRemoved }: CardListProps): ReactElement {
  const [busyId, setBusyId] = useState<string | null>(null);
  const [notMade, setNotMade] = useState<{ id: string; text: string } | null>(null);
  const makeDefault = async ({ id }: PaymentMethod, run: () => Promise<string | null>): Promise<void> => {
    setBusyId(id);
    const text = await run();
    setNotMade(text === null ? null : { id, text });
    setBusyId(null);
  };
  const refusalOf = (card: PaymentMethod): Failure | null => {
    const removal = notRemoved(card);
    // A toast has said it aloud.
    if (removal !== undefined) return { title: t("cards.notRemoved"), text: removal, isSaid: true };
    return notMade?.id === card.id ? { title: t("cards.notMade"), text: notMade.text } : null;
  };
  return (
    <ul className="flex flex-col gap-3">
      {cards.map((card) => (
        <li key={card.id}>
          <SavedCard
            card={card}
            refusal={refusalOf(card)}
            isBusy={busyId === card.id}
            onMakeDefault={() => void makeDefault(card, () => onMakeDefault(card))}
            onRemove={() => onRemove(card)}
          />
        </li>
      ))}
    </ul>
  );
}
