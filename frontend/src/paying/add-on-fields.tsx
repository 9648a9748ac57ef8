import { CirclePlus, Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";

import { EXPRESS, type AddOnChoice } from "@/api/prices/add-ons";
import type { Prices } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Checkbox } from "@/ui/checkbox";

type Offered = Prices["addOns"][number];

type CounterProps = { addOn: Offered; count: number; onChange: (count: number) => void };

/** Quantity of an add-on. */
function Counter({ addOn: { name, price, most }, count, onChange }: CounterProps): ReactElement {
  const step = "size-11 px-0";
  return (
    <div role="group" aria-label={name} className="flex items-center justify-between gap-3 py-1.5">
      <p className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="text-caption text-ink-soft tabular-nums">
          {t("amount.addOns.each", { price: formatChf(price) })}
        </span>
      </p>
      <div className="flex shrink-0 items-center gap-1">
        <Button
          size="sm"
          className={step}
          aria-label={t("amount.addOns.less", { name })}
          disabled={count === 0}
          onClick={() => onChange(count - 1)}
        >
          <Minus aria-hidden className="size-5 shrink-0" />
        </Button>
        <output aria-live="polite" className="w-8 text-center font-semibold tabular-nums">
          {count}
        </output>
        <Button
          size="sm"
          className={step}
          aria-label={t("amount.addOns.more", { name })}
          disabled={count === most}
          onClick={() => onChange(count + 1)}
        >
          <Plus aria-hidden className="size-5 shrink-0" />
        </Button>
      </div>
    </div>
  );
}

type AddOnFieldsProps = {
  offered: readonly Offered[];
  chosen: AddOnChoice;
  /** The chosen pickup is today: only then can express be chosen. Left out for recurring pickups, which have none. */
  isToday?: boolean;
  onChange: (chosen: AddOnChoice) => void;
};

/** Add-ons, collapsed by default. */
export function AddOnFields({ offered, chosen, isToday, onChange }: AddOnFieldsProps): ReactElement {
  const isRecurring = isToday === undefined;
  const [open, setOpen] = useState(Object.keys(chosen).length > 0);
  const wasOpened = useRef(false);
  const fields = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open && wasOpened.current) fields.current?.querySelector<HTMLElement>("input:not(:disabled)")?.focus();
  }, [open]);

  if (!open) {
    const show = (): void => {
      wasOpened.current = true;
      setOpen(true);
    };
    return (
      <Button variant="ghost" className="self-start" onClick={show}>
        <CirclePlus aria-hidden className="size-5 shrink-0" />
        {t(isRecurring ? "amount.addOns.open.recurring" : "amount.addOns.open")}
      </Button>
    );
  }
  const choose = (id: string, count: number): void => {
    onChange(Object.fromEntries(Object.entries({ ...chosen, [id]: count }).filter(([, quantity]) => quantity > 0)));
  };
  return (
    <SectionCard title={t("amount.addOns.title")}>
      <div ref={fields} className="flex flex-col">
        {offered.map((addOn) => {
          if (isRecurring && addOn.id === EXPRESS) return null;
          const { id, name, price, most } = addOn;
          const count = chosen[id] ?? 0;
          if (most > 1)
            return <Counter key={id} addOn={addOn} count={count} onChange={(quantity) => choose(id, quantity)} />;
          const isLate = id === EXPRESS && isToday === false;
          return (
            <Checkbox
              key={id}
              label={t("amount.addOns.plus", { name, price: formatChf(price) })}
              description={
                id === EXPRESS ? t(isLate ? "amount.addOns.express.today" : "amount.addOns.express") : undefined
              }
              checked={count > 0 && !isLate}
              disabled={isLate}
              onCheckedChange={(checked) => choose(id, checked ? 1 : 0)}
            />
          );
        })}
      </div>
    </SectionCard>
  );
}
