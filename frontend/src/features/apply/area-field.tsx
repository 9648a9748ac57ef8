import { Plus, X } from "lucide-react";
import { useDeferredValue, useRef, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { FoundLocality, ServedArea, ServedLocality } from "@/api/types";
import { MOST_AREAS } from "@/api/localities/served-locality";
import { useLocalitySearch } from "@/api/localities/use-localities";
import { t } from "@/i18n/i18n";
import type { ControlProps } from "@/ui/field";
import { Input } from "@/ui/input";

const named = ({ postalCode, city }: ServedLocality): string => `${postalCode} ${city}`;

function Chosen({
  areas,
  disabled,
  onRemove,
}: {
  areas: readonly ServedLocality[];
  disabled: boolean;
  onRemove: (postalCode: string) => void;
}): ReactElement {
  return (
    <ul aria-label={t("apply.serviceAreas.chosen")} className="flex flex-wrap gap-2">
      {areas.map((area) => (
        <li key={area.postalCode}>
          <button
            type="button"
            disabled={disabled}
            aria-label={t("apply.serviceAreas.remove", { place: named(area) })}
            onClick={() => onRemove(area.postalCode)}
            className="inline-flex min-h-touch items-center gap-1.5 rounded-full border border-brand bg-brand-soft py-1 pr-2.5 pl-3.5 font-medium text-brand-ink tabular-nums disabled:opacity-50"
          >
            {named(area)}
            <X aria-hidden className="size-4 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Found({
  localities,
  onAdd,
}: {
  localities: readonly FoundLocality[];
  onAdd: (locality: FoundLocality) => void;
}): ReactElement {
  return (
    <ul aria-label={t("apply.serviceAreas.found")} className="rounded-md border">
      {localities.map((locality) => (
        <li key={locality.postalCode} className="not-last:border-b">
          <button
            type="button"
            aria-label={t("apply.serviceAreas.add", { place: named(locality) })}
            onClick={() => onAdd(locality)}
            className="flex min-h-touch w-full items-center gap-3 px-3.5 py-2 text-left tabular-nums transition-colors hover:bg-sunken"
          >
            <Plus aria-hidden className="size-5 shrink-0 text-brand-ink" />
            <span className="min-w-0">
              {named(locality)}{" "}
              {locality.canton !== "" && locality.canton !== locality.city && (
                <span className="text-ink-soft">{locality.canton}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A search result has coordinates; localities chosen earlier may lack them. */
type ChosenLocality = ServedLocality & Partial<Pick<ServedArea, "latitude" | "longitude">>;

type AreaFieldProps = {
  control: ControlProps & { name: string; readOnly: boolean };
  areas: readonly ChosenLocality[];
  /** The search text. */
  words: string;
  onWords: (words: string) => void;
  onChange: (areas: readonly ChosenLocality[]) => void;
};

/** The served postal codes: search by code or name, press to remove. Enter adds the first result. */
export function AreaField({ control, areas, words, onWords, onChange }: AreaFieldProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const asked = useDeferredValue(words.trim());
  const { localities, error } = useLocalitySearch(asked === "" ? null : asked);
  const isFull = areas.length >= MOST_AREAS;
  const fresh = localities?.filter(({ postalCode }) => !areas.some((area) => area.postalCode === postalCode)) ?? [];

  const add = ({ postalCode, city, latitude, longitude }: FoundLocality): void => {
    onChange([...areas, { postalCode, city, latitude, longitude }]);
    input.current?.focus();
  };
  const remove = (postalCode: string): void => {
    onChange(areas.filter((area) => area.postalCode !== postalCode));
    // If the last one is removed there is no other to focus.
    if (areas.length === 1) input.current?.focus();
  };
  const isShown = asked !== "" && words.trim() !== "" && !control.readOnly;
  return (
    <>
      {areas.length > 0 && <Chosen areas={areas} disabled={control.readOnly} onRemove={remove} />}
      <Input
        {...control}
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={80}
        placeholder={t("apply.serviceAreas.placeholder")}
        // Leaves room for the results above the bottom bar when scrolled into view.
        className="scroll-mb-80"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || words.trim() === "") return;
          // Enter adds a result; it must not submit the step.
          event.preventDefault();
          if (fresh[0] !== undefined && !isFull && !control.readOnly && asked === words.trim()) add(fresh[0]);
        }}
      />
      {isShown && !isFull && fresh.length > 0 && <Found localities={fresh} onAdd={add} />}
      <p role="status" className="text-caption text-ink-soft empty:hidden">
        {isShown && isFull && <span>{t("apply.serviceAreas.most", { most: MOST_AREAS })}</span>}
        {isShown && localities?.length === 0 && <span>{t("apply.serviceAreas.none")}</span>}
        {isShown && localities !== undefined && localities.length > 0 && fresh.length === 0 && (
          <span>{t("apply.serviceAreas.already")}</span>
        )}
        {isShown && error !== undefined && <span>{errorText(error)}</span>}
      </p>
    </>
  );
}
