import { useDeferredValue, type ReactElement, type ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { SearchBox } from "@/ui/search-box";
import { useAddressWords } from "@/ui/use-address-words";

import { HowItWorks, TrustTiles } from "./how-it-works";
import { MainActions } from "./main-actions";

/**
 * Home (specification point 2). During a search only the search and its results are shown: `list` renders the matching
 * providers, `clear` ends the search. `first` is the picture, or what replaces it; `rebook` shows earlier bookings.
 */
export function HomeScreen({
  first,
  list,
  rebook,
}: {
  first: ReactNode;
  list: (search: string, clear: () => void) => ReactNode;
  rebook: ReactNode;
}): ReactElement {
  const { words: search, setWords: setSearch, applyNow } = useAddressWords("q");
  // Deferred, so that typing stays smooth with a long list.
  const shownSearch = useDeferredValue(search);
  const isSearching = shownSearch.trim() !== "";
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 pt-4 pb-8 md:gap-8 md:pt-8">
      <div className="flex flex-col gap-4 md:flex-row-reverse md:items-center md:gap-8">
        {!isSearching && first}
        <div className="flex grow flex-col gap-4">
          <h1 tabIndex={-1} className="text-display font-bold">
            {t("home.title")}
          </h1>
          <SearchBox value={search} onChange={setSearch} onLeave={applyNow} />
        </div>
      </div>
      {!isSearching && <MainActions />}
      {!isSearching && rebook}
      {list(shownSearch, () => setSearch(""))}
      {!isSearching && (
        <>
          <HowItWorks />
          <TrustTiles />
        </>
      )}
    </div>
  );
}
