import { X } from "lucide-react";
import { useRef, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import type { ControlProps } from "@/ui/field";
import { Input } from "@/ui/input";

/** The server's limits of number and length. */
export const MOST_SPECIALTIES = 8;
const LONGEST = 30;

type SpecialtyFieldProps = {
  control: ControlProps & { name: string; readOnly: boolean };
  specialties: readonly string[];
  /** The text being typed. */
  word: string;
  onWord: (word: string) => void;
  onChange: (specialties: readonly string[]) => void;
};

/** Adds the typed text, without duplicates. */
export function withWord(specialties: readonly string[], word: string): readonly string[] {
  const fresh = word.trim();
  const isThere = specialties.some((one) => one.toLocaleLowerCase() === fresh.toLocaleLowerCase());
  return fresh === "" || isThere ? specialties : [...specialties, fresh];
}

/** A provider's specialities: press to remove, Enter to add. */
export function SpecialtyField({ control, specialties, word, onWord, onChange }: SpecialtyFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const isFull = specialties.length >= MOST_SPECIALTIES;
  const add = (): void => {
    if (!isFull && !control.readOnly) onChange(withWord(specialties, word));
    input.current?.focus();
  };
  const remove = (specialty: string): void => {
    onChange(specialties.filter((one) => one !== specialty));
    input.current?.focus();
  };
  return (
    <>
      {specialties.length > 0 && (
        <ul aria-label={t("providerSettings.specialties")} className="flex flex-wrap gap-2">
          {specialties.map((specialty) => (
            <li key={specialty}>
              <button
                type="button"
                disabled={control.readOnly}
                aria-label={t("providerSettings.specialties.remove", { specialty })}
                onClick={() => remove(specialty)}
                className="inline-flex min-h-touch items-center gap-1.5 rounded-full border border-brand bg-brand-soft py-1 pr-2.5 pl-3.5 font-medium text-brand-ink disabled:opacity-50"
              >
                {specialty}
                <X aria-hidden className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <Input
          {...control}
          ref={input}
          enterKeyHint="done"
          autoComplete="off"
          maxLength={LONGEST}
          placeholder={t("providerSettings.specialties.placeholder")}
          readOnly={control.readOnly || isFull}
          value={word}
          onChange={(event) => onWord(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || word.trim() === "") return;
            // Enter adds; it must not submit the form.
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={control.readOnly || isFull || word.trim() === ""}>
          {t("providerSettings.specialties.add")}
        </Button>
      </div>
    </>
  );
}
