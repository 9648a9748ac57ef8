import { MapPin } from "lucide-react";
import { useEffect, useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { Locality } from "@/api/localities/stored-locality";
import type { FoundLocality } from "@/api/types";
import { useChooseLocality, useLocality } from "@/api/localities/use-locality";
import { useLocalitySearch } from "@/api/localities/use-localities";
import { t } from "@/i18n/i18n";
import { FailureNotice } from "@/ui/failure-notice";

const QUIET_MS = 200;
const FEWEST_LETTERS = 3;
const MOST = 3;
const NONE: readonly FoundLocality[] = [];

/** The debounced search text; null if it is too short for a locality. */
function useSettled(words: string): string | null {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), QUIET_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled === words && words.length >= FEWEST_LETTERS ? words : null;
}

/** The localities that match a search; empty while typing. */
export function useSearchedLocalities(search: string): readonly FoundLocality[] {
  return useLocalitySearch(useSettled(search.trim())).localities ?? NONE;
}

type LocalityOffersProps = { localities: readonly FoundLocality[]; onChosen: () => void };

/** Buttons to other localities that match the search; nothing if there are none. */
export function LocalityOffers({ localities, onChosen }: LocalityOffersProps): ReactElement | null {
  const { postalCode } = useLocality();
  const choose = useChooseLocality();
  const [failure, setFailure] = useState<string | null>(null);
  const offered = localities.filter((locality) => locality.postalCode !== postalCode).slice(0, MOST);
  if (offered.length === 0) return null;
  const take = async (locality: Locality): Promise<void> => {
    try {
      await choose(locality);
      onChosen();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <div className="mb-3 flex flex-col gap-2">
      {failure !== null && <FailureNotice text={failure} />}
      {offered.map(({ postalCode: code, city }) => (
        <button
          key={code}
          type="button"
          onClick={() => void take({ postalCode: code, city })}
          className="flex min-h-touch items-center gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-left font-medium transition-colors hover:bg-sunken"
        >
          <MapPin aria-hidden className="size-5 shrink-0 text-ink-soft" />
          {t("providers.around", { place: `${code} ${city}` })}
        </button>
      ))}
    </div>
  );
}
