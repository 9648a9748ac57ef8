import { CreditCard } from "lucide-react";
import type { ReactElement } from "react";

import { expiryOf, shortName } from "@/api/payments/card-names";
import type { PaymentMethod } from "@/api/types";
import { t } from "@/i18n/i18n";

type SavedCardChoice = { value: string; title: string; description: string; picture: ReactElement };

/** The icon of a card choice. */
export const CARD_PICTURE = <CreditCard aria-hidden className="size-5 shrink-0 text-brand-ink" />;

function descriptionOf(card: PaymentMethod): string {
  const month = expiryOf(card);
  if (card.isExpired) return t("cards.expiredOn", { month });
  return t(card.isDefault ? "cards.defaultExpires" : "cards.expires", { month });
}

/** "Visa •••• 4242"; "Visa •••• 4242 · Expired 08/25". */
export function nameAndExpiry(card: PaymentMethod): string {
  return card.isExpired ? `${shortName(card)} · ${descriptionOf(card)}` : shortName(card);
}

/** Saved cards as `RadioCards` choices; their value is the card's id. */
export function savedCardChoices(cards: readonly PaymentMethod[]): SavedCardChoice[] {
  return cards.map((card) => ({
    value: card.id,
    title: shortName(card),
    description: descriptionOf(card),
    picture: CARD_PICTURE,
  }));
}
