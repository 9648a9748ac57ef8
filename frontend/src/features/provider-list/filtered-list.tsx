import { useDeferredValue, useEffect, useId, useState, type ReactElement, type RefObject } from "react";

import { priceOf } from "@/api/prices/price";
import { SERVICES } from "@/api/prices/services";
import { MOST_LISTED } from "@/api/providers/use-providers";
import type { ListedProvider, Prices } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { folded, isInName } from "@/lib/folding";
import { Button } from "@/ui/button";
import { NoMatchArt } from "@/ui/illustrations/empty";
import { EmptyState } from "@/ui/states";

import { useFavouritesFirst, type Grouped } from "./favourites-first";
import { FilterBar } from "./filter-bar";
import { filterCount, filteredProviders, NO_FILTERS, useFilters, type Filters } from "./filters";
import { listState } from "./list-states";
import { LocalityOffers, useSearchedLocalities } from "./locality-offers";
import { NoMatches } from "./no-matches";
import type { CardSetting } from "./provider-card";
import { Cards } from "./provider-cards";
import type { ListSetting } from "./use-list-setting";

// Shorter texts match the start of too many words.
const FEWEST_LETTERS = 3;

const isNamed = ({ user, businessName }: ListedProvider, search: string): boolean =>
  [`${user.firstName} ${user.lastName}`, businessName].some((name) => isInName(search, name));

/** True if a word of the text starts with `words`. */
const hasWord = (text: string, words: string): boolean => ` ${folded(text)}`.includes(` ${words}`);

function offers({ specialties, serviceArea }: ListedProvider, words: string): boolean {
  if (words.length < FEWEST_LETTERS) return false;
  // Every provider offers every service.
  const services = SERVICES.map((service) => t(`common.service.${service}`));
  return (
    serviceArea.some((code) => code.startsWith(words)) ||
    [...specialties, ...services].some((text) => hasWord(text, words))
  );
}

/**
 * The providers whose first or business name contains the words, however they are spelled; after them those with a matching postal
 * code, service or speciality. If the words name the current locality (`isHere`), all of them.
 */
function matching(providers: readonly ListedProvider[], search: string, isHere: boolean): ListedProvider[] {
  const words = folded(search);
  const named = providers.filter((provider) => isNamed(provider, search));
  return [
    ...named,
    ...providers.filter((provider) => !named.includes(provider) && (isHere || offers(provider, words))),
  ];
}

type NotesProps = {
  filters: Filters;
  /** Length of the list before filtering. */
  listed: number;
  prices: Prices | undefined;
  onClear: (filters: Partial<Filters>) => void;
};

/** Notes on a filtered list, and a reset. */
function FilterNotes({ filters, listed, prices, onClear }: NotesProps): ReactElement {
  const { service, conditions } = NO_FILTERS;
  const count = filterCount(filters);
  return (
    <>
      {count > 0 && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onClear({ service, conditions })}
          className="col-start-2 row-span-2 row-start-1 -mr-4 shrink-0"
        >
          {t("filters.clear", { count })}
        </Button>
      )}
      <p className="col-start-1 row-start-2 text-caption text-ink-soft tabular-nums">
        {prices !== undefined && (
          <span>
            {t("filters.onePrice", {
              price: formatChf(priceOf(prices, filters.service ?? "standard", prices.minKg).total),
            })}
          </span>
        )}
        {listed >= MOST_LISTED && <span> {t("filters.bounded", { count: MOST_LISTED })}</span>}
      </p>
    </>
  );
}

function Group({
  title,
  providers,
  setting,
}: {
  title: string;
  providers: readonly ListedProvider[];
  setting: CardSetting;
}): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold">
        {title}
      </h3>
      <Cards providers={providers} setting={setting} />
    </section>
  );
}

function Groups({ favourites, others, setting }: Grouped & { setting: CardSetting }): ReactElement {
  if (favourites.length === 0) return <Cards providers={others} setting={setting} />;
  return (
    <div className="flex flex-col gap-6">
      <Group title={t("providers.list.favourites")} providers={favourites} setting={setting} />
      {others.length > 0 && <Group title={t("providers.list.others")} providers={others} setting={setting} />}
    </div>
  );
}

/** Text in a live region that is mounted with it. */
function Announced({ text }: { text: string }): ReactElement {
  const [said, setSaid] = useState("");
  useEffect(() => {
    // Screen readers announce changes only, so it is empty at first.
    const timer = setTimeout(() => setSaid(text));
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="min-h-6 font-medium tabular-nums">
      {said}
    </p>
  );
}

export type FilteredListProps = {
  list: ListSetting;
  search: string;
  /** Another locality was chosen in the search. */
  onLocality: () => void;
  /** Focused when a control has removed itself. */
  heading: RefObject<HTMLElement | null>;
};

/** The providers around, searched and filtered, favourites first. */
export function FilteredList({ list, search, onLocality, heading }: FilteredListProps): ReactElement {
  const { near, setting } = list;
  const { filters, change } = useFilters();
  // Deferred, so that chips respond at once.
  const shown = useDeferredValue(filters);
  const localities = useSearchedLocalities(search);
  const isHere = localities.some(({ postalCode }) => postalCode === near.postalCode);
  const named = matching(near.providers ?? [], search, isHere);
  const found = filteredProviders(named, shown, setting.now);
  const grouped = useFavouritesFirst(found, setting.favourites, `${near.postalCode} ${JSON.stringify(shown)}`);
  const state = listState(list);
  const goOn = (act: () => void): void => {
    act();
    heading.current?.focus();
  };
  const changeAndGoOn = (changes: Partial<Filters>): void => goOn(() => change(changes));
  // Shown while loading, so that nothing moves when the cards arrive.
  const hasFilters = near.providers === undefined ? near.error === undefined : near.providers.length > 0;
  return (
    <>
      {search.trim() !== "" && <LocalityOffers localities={localities} onChosen={() => goOn(onLocality)} />}
      {hasFilters && <FilterBar filters={filters} onChange={change} />}
      <div
        className={
          hasFilters
            ? "mt-2 mb-3 grid min-h-touch grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3"
            : "sr-only"
        }
      >
        <Announced text={near.providers === undefined ? "" : t("providers.found", { count: found.length })} />
        {hasFilters && (
          <FilterNotes
            filters={filters}
            listed={near.providers?.length ?? 0}
            // Prices are pointless in an empty list.
            prices={near.providers !== undefined && found.length === 0 ? undefined : setting.prices}
            onClear={changeAndGoOn}
          />
        )}
      </div>
      {state ??
        (named.length === 0 ? (
          <EmptyState
            title={t("providers.empty.title")}
            body={t("providers.empty.search")}
            picture={
              <span className="block h-28 w-40">
                <NoMatchArt />
              </span>
            }
          />
        ) : found.length === 0 ? (
          <NoMatches providers={named} filters={shown} now={setting.now} onChange={changeAndGoOn} />
        ) : (
          <Groups {...grouped} setting={setting} />
        ))}
    </>
  );
}
