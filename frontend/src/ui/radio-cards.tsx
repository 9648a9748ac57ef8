import { Check } from "lucide-react";
import { useId, type ReactElement, type ReactNode } from "react";

import { cx } from "@/lib/cx";

type RadioCard<Value extends string> = {
  value: Value;
  title: string;
  description?: string;
  /** What the choice promises, on its own line. */
  promise?: string | undefined;
  /** A price or number at the end of the title's line. */
  detail?: ReactNode;
  picture?: ReactNode;
  disabled?: boolean;
  /** Why it cannot be chosen; the card is then not selectable. */
  whyNot?: string | undefined;
};

type RadioCardsProps<Value extends string> = {
  legend: string;
  /** Shows the legend to screen readers only, if a heading says the same. */
  hideLegend?: boolean;
  value: Value;
  onValueChange: (value: Value) => void;
  cards: readonly RadioCard<Value>[];
};

/** A few choices as cards. Native radio buttons: arrow keys work, and the form can be reset. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>): ReactElement {
  const { legend, hideLegend = false, value, onValueChange, cards } = props;
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className={hideLegend ? "sr-only" : "mb-2 font-medium"}>{legend}</legend>
      {cards.map((card) => (
        <label
          key={card.value}
          className={cx(
            "card relative flex min-h-16 items-center gap-3 p-3 pr-4 transition-colors",
            "has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
            card.disabled === true && "opacity-50",
            card.whyNot !== undefined && "bg-sunken text-ink-soft",
          )}
        >
          <input
            type="radio"
            name={name}
            value={card.value}
            checked={card.value === value}
            disabled={card.disabled === true || card.whyNot !== undefined}
            onChange={() => onValueChange(card.value)}
            className="peer absolute inset-0 size-full cursor-[inherit] appearance-none rounded-card outline-none"
          />
          {card.picture}
          <span className="flex min-w-0 grow flex-col">
            <span className="flex items-baseline justify-between gap-3 font-semibold">
              <span>{card.title}</span>
              {card.detail !== undefined && <span className="shrink-0 tabular-nums">{card.detail}</span>}
            </span>
            {card.description !== undefined && <span className="text-caption text-ink-soft">{card.description}</span>}
            {card.promise !== undefined && (
              <span className="text-caption font-medium text-brand-ink">{card.promise}</span>
            )}
            {card.whyNot !== undefined && <span className="text-caption font-medium text-ink">{card.whyNot}</span>}
          </span>
          {(card.whyNot === undefined || card.value === value) && (
            <span
              aria-hidden
              className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong text-transparent peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand"
            >
              <Check className="size-3.5" strokeWidth={3} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
