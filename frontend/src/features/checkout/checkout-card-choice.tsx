import { FlaskConical, Plus } from "lucide-react";
import type { ReactElement } from "react";

import type { PaymentMethod } from "@/api/types";
import { t } from "@/i18n/i18n";
import { savedCardChoices } from "@/paying/saved-card-choices";
import { Badge } from "@/ui/badge";
import { SectionCard } from "@/ui/card";
import { RadioCards } from "@/ui/radio-cards";

type CardChoiceProps = {
  cards: readonly PaymentMethod[];
  /** Null for another card or method. */
  value: PaymentMethod | null;
  disabled: boolean;
  isTest: boolean;
  /** A card's id, or "another". */
  onChange: (value: string) => void;
};

/** Choice of a saved card, or another way to pay. */
export function CheckoutCardChoice({ cards, value, disabled, isTest, onChange }: CardChoiceProps): ReactElement {
  const badge = isTest && (
    <Badge tone="warn" icon={<FlaskConical aria-hidden className="size-4" />}>
      {t("payment.test")}
    </Badge>
  );
  const saved = savedCardChoices(cards).map((card) => ({ ...card, disabled }));
  const another = {
    value: "another",
    title: t("checkout.card.another"),
    picture: <Plus aria-hidden className="size-5 shrink-0 text-brand-ink" />,
    disabled,
  };
  return (
    <SectionCard title={t("checkout.card.title")} action={badge}>
      <RadioCards
        legend={t("checkout.card.title")}
        hideLegend
        value={value?.id ?? "another"}
        onValueChange={onChange}
        cards={[...saved, another]}
      />
    </SectionCard>
  );
}
