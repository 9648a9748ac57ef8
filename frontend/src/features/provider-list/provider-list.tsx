import { useDeferredValue, useRef, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";

import { useFavouritesFirst } from "./favourites-first";
import { LazyFilteredList } from "./lazy-filtered-list";
import { useShowAll } from "./list-address";
import { listState } from "./list-states";
import { Cards } from "./provider-cards";
import { useListSetting } from "./use-list-setting";

type ProviderListProps = {
  search: string;
  /** Another locality was chosen in the search. */
  onLocality: () => void;
};

/** "Available in Your Area": a row of providers, favourites first; the full list on demand, or during a search. */
export function ProviderList({ search, onLocality }: ProviderListProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const { isOpen, showAll } = useShowAll();
  const list = useListSetting();
  const { near, setting } = list;
  const { favourites, others } = useFavouritesFirst(near.providers ?? [], setting.favourites, near.postalCode);
  const isSearching = search.trim() !== "";
  // Deferred, because many cards render slowly.
  const row = useDeferredValue(
    listState(list) ?? <Cards providers={[...favourites, ...others]} setting={setting} asRow />,
  );
  return (
    <section aria-labelledby="providers-title">
      <div className="mb-2 flex min-h-touch items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="providers-title" className="text-title font-bold">
          {t("providers.list.title")}
        </h2>
        {near.providers !== undefined && near.providers.length > 0 && !isSearching && (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => showAll(!isOpen)}
            className="-mr-4 shrink-0"
          >
            {isOpen ? t("providers.list.showLess") : t("providers.list.viewAll")}
          </Button>
        )}
      </div>
      {isOpen || isSearching ? (
        <LazyFilteredList list={list} search={search} onLocality={onLocality} heading={heading} />
      ) : (
        row
      )}
    </section>
  );
}
