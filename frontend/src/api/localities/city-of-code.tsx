import { useDeferredValue, useEffect, useState, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { isPostalCode } from "@/lib/distance";
import { Button } from "@/ui/button";

import type { Locality } from "./stored-locality";
import { useLocalitySearch } from "./use-localities";

const plain = (name: string): string => name.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

type CityOfCodeProps = { values: Locality; change: (values: Pick<Locality, "city">) => void };

/**
 * Lets an address form's city follow the postal code until somebody types it; one that was typed and does not belong
 * to the code is asked about. A village within the code, or the city in another language, belongs to it.
 */
export function CityOfCode({ values, change }: CityOfCodeProps): ReactElement | null {
  const { city, postalCode } = values;
  const code = postalCode.trim();
  const [seen, setSeen] = useState({ city, code });
  const [isTyped, setIsTyped] = useState(false);
  const [first] = useState(code);
  if (seen.city !== city || seen.code !== code) {
    // Both at once is a saved address.
    setIsTyped(seen.code === code || (seen.city === city && isTyped));
    setSeen({ city, code });
  }

  const { localities: ofCode } = useLocalitySearch(isPostalCode(code) && (isTyped || code !== first) ? code : null);
  const main = ofCode?.[0]?.city;
  const differs = main !== undefined && plain(main) !== plain(city);
  const words = useDeferredValue(city.trim());
  const { localities: ofCity } = useLocalitySearch(isTyped && differs && words !== "" ? words : null);
  useEffect(() => {
    if (isTyped || !differs) return;
    setSeen({ city: main, code });
    change({ city: main });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only what is known of the code changes the city.
  }, [isTyped, differs, main]);

  const belongs = ofCity?.some((found) => found.postalCode === code || found.city === main) ?? true;
  if (!isTyped || !differs || belongs) return null;
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-x-3 text-warn">
      <p>{t("locality.ofCode", { postalCode: code, city: main })}</p>
      <Button size="sm" onClick={() => change({ city: main })}>
        {t("locality.ofCode.take", { city: main })}
      </Button>
    </div>
  );
}
