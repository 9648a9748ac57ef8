import { MessageSquarePlus } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";

/** An optional note, collapsed by default. */
export function PickupNoteField({
  value,
  onChange,
}: {
  value: string;
  onChange: (note: string) => void;
}): ReactElement {
  const [open, setOpen] = useState(value !== "");
  const wasOpened = useRef(false);
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (open && wasOpened.current) area.current?.focus();
  }, [open]);

  if (!open) {
    const show = (): void => {
      wasOpened.current = true;
      setOpen(true);
    };
    return (
      <Button variant="ghost" className="self-start" onClick={show}>
        <MessageSquarePlus aria-hidden className="size-5 shrink-0" />
        {t("booking.note.open")}
      </Button>
    );
  }
  return (
    <SectionCard title={t("booking.note.label")}>
      <Field label={t("booking.note.label")} hideLabel hint={t("booking.note.hint")}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            rows={3}
            maxLength={1000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </SectionCard>
  );
}
