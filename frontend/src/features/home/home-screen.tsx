import { useCallback, useDeferredValue, useEffect, useState, type ReactElement, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { HeroArt } from "@/ui/illustrations/hero-art";
import { SearchBox } from "@/ui/search-box";
import { useAddressState } from "@/ui/use-address-state";

import { HowItWorks, TrustTiles } from "./how-it-works";
import { MainActions } from "./main-actions";

const QUIET_MS = 200;

type SearchState = { search: string; setSearch: (search: string) => void; keepNow: () => void };

/** The words of the search; a moment after the last key, or once the field is left, they stand in the address, too. */
function useSearch(): SearchState {
  const [kept, keep] = useAddressState("q");
  const [search, setSearch] = useState(kept ?? "");
  const { pathname } = useLocation();
  const keepNow = useCallback(() => {
    // Somebody may be on the way to another page already, while this one is still shown: it must not call them back.
    if (search !== (kept ?? "") && window.location.pathname === pathname) keep(search === "" ? null : search);
  }, [search, kept, keep, pathname]);
  useEffect(() => {
    // Not at every key: browsers allow an address only so many changes.
    const timer = setTimeout(keepNow, QUIET_MS);
    return () => clearTimeout(timer);
  }, [keepNow]);
  return { search, setSearch, keepNow };
}

/**
 * Home (specification point 2). While somebody searches, only the search and what it found are shown: `list` draws the
 * providers, and what the words leave of them; `clear` ends the search. `again` is what a person has booked before.
 */
export function HomeScreen({ list, again }: { list: (search: string, clear: () => void) => ReactNode; again: ReactNode }): ReactElement {
  const { search, setSearch, keepNow } = useSearch();
  // Typing stays smooth with a long list: the cards follow when the browser has time.
  const shownSearch = useDeferredValue(search);
  const isSearching = shownSearch.trim() !== "";
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 pt-4 pb-8 md:gap-8 md:pt-8">
      <div className="flex flex-col gap-4 md:flex-row md:items-center md:gap-8">
        <div className="flex grow flex-col gap-4">
          <h1 tabIndex={-1} className="text-display font-bold">
            {t("home.title")}
          </h1>
          <SearchBox value={search} onChange={setSearch} onLeave={keepNow} />
        </div>
        {!isSearching && <HeroArt className="h-auto w-full max-w-90 self-center max-md:order-first max-md:hidden md:w-2/5" />}
      </div>
      {!isSearching && <MainActions />}
      {!isSearching && again}
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
