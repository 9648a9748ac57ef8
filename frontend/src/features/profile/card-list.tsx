import { CircleAlert, CreditCard } from "lucide-react";
import { useState, type ReactElement } from "react";

import { brandOf, expiryOf, shortName } from "@/resources/card-names";
import type { PaymentMethod } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Dialog } from "@/ui/overlay/dialog";

type SavedCardProps = { card: PaymentMethod; isBusy: boolean; onMakeDefault: () => void; onRemove: () => void };

function SavedCard({ card, isBusy, onMakeDefault, onRemove }: SavedCardProps): ReactElement {
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
    </Card>
  );
}

type RemoveDialogProps = {
  card: PaymentMethod | null;
  onClose: () => void;
  /** Answers why it did not work, or null when it is done. */
  onConfirm: (card: PaymentMethod) => Promise<string | null>;
};

function RemoveDialog({ card, onClose, onConfirm }: RemoveDialogProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = (): void => {
    setRefusal(null);
    onClose();
  };
  const confirm = async (chosen: PaymentMethod): Promise<void> => {
    setBusy(true);
    const reason = await onConfirm(chosen);
    setBusy(false);
    setRefusal(reason);
    if (reason === null) onClose();
  };
  return (
    <Dialog
      open={card !== null}
      onClose={close}
      title={t("cards.remove.title")}
      failure={refusal === null ? null : { title: t("cards.notRemoved"), text: refusal }}
      description={card === null ? "" : t("cards.remove.body", { card: shortName(card) })}
      actions={
        card !== null && (
          <>
            <Button variant="destructive" busy={busy} onClick={() => void confirm(card)}>
              {t("cards.remove")}
            </Button>
            <Button onClick={close}>{t("cards.remove.keep")}</Button>
          </>
        )
      }
    />
  );
}

type CardListProps = {
  cards: readonly PaymentMethod[];
  /** Does its work to the end, whatever comes of it. */
  onMakeDefault: (card: PaymentMethod) => Promise<void>;
  /** Answers why it did not work, or null when it is done. */
  onRemove: (card: PaymentMethod) => Promise<string | null>;
};

/** The saved cards, the default first. */
export function CardList({ cards, onMakeDefault, onRemove }: CardListProps): ReactElement {
  const [removed, setRemoved] = useState<PaymentMethod | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const makeDefault = async (card: PaymentMethod): Promise<void> => {
    setBusyId(card.id);
    await onMakeDefault(card);
    setBusyId(null);
  };
  return (
    <>
      <ul className="flex flex-col gap-3">
        {cards.map((card) => (
          <li key={card.id}>
            <SavedCard
              card={card}
              isBusy={busyId === card.id}
              onMakeDefault={() => void makeDefault(card)}
              onRemove={() => setRemoved(card)}
            />
          </li>
        ))}
      </ul>
      <RemoveDialog
        card={removed}
        onClose={() => setRemoved(null)}
        onConfirm={onRemove}
      />
    </>
  );
}
