import { Suspense, useDeferredValue, useRef, type ComponentType, type ReactElement, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";

import { wishFrom } from "@/resources/booking-link";
import { errorText } from "@/resources/error-text";
import type { ListedProvider } from "@/resources/types";
import { useConfig } from "@/resources/use-config";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Button, ButtonLink } from "@/ui/button";
import { Loading } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { filtered, isFiltered, useListAddress, type Filters } from "./filters";
import { FilterBar, FilterNotes, NobodyFits, NoMatchArt, NoProvidersArt, PlaceOffers } from "./late-parts";
import { matching } from "./matching";
import { ProviderCard, ProviderCardSkeleton, type CardSetting } from "./provider-card";
import { useNearbyProviders, type NearbyProviders } from "./use-nearby-providers";

// A row to swipe through at first; all cards below each other once asked for.
const ROW = "-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] md:[mask-image:linear-gradient(to_right,black_92%,transparent)]";
const ROW_ITEM = "w-[19.5rem] max-w-[85vw] shrink-0 snap-start";
const GRID = "grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3";

function Picture({ Art }: { Art: ComponentType }): ReactElement {
  return (
    <span className="block h-28 w-40">
      <Suspense fallback={null}>
        <Art />
      </Suspense>
    </span>
  );
}

/** Three cards in the shape of what comes. */
function LoadingRow(): ReactElement {
  return (
    <Loading label={t("providers.list.loading")}>
      <div className={cx(ROW, "overflow-hidden")}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={ROW_ITEM}>
            <ProviderCardSkeleton />
          </div>
        ))}
      </div>
    </Loading>
  );
}

type CardsProps = { providers: readonly ListedProvider[]; setting: CardSetting; asRow: boolean };

function Cards({ providers, setting, asRow }: CardsProps): ReactElement {
  return (
    <ul className={asRow ? ROW : GRID}>
      {providers.map((provider) => (
        <li key={provider.id} className={cx(asRow && ROW_ITEM)}>
          <ProviderCard provider={provider} {...setting} />
        </li>
      ))}
    </ul>
  );
}

type ContentProps = {
  near: NearbyProviders;
  /** Those whom the words name, and those of them who are left by the filters. */
  named: readonly ListedProvider[];
  found: readonly ListedProvider[];
  filters: Filters;
  onFilter: (filters: Partial<Filters>) => void;
  setting: CardSetting;
  asRow: boolean;
};

function Content({ near, named, found, filters, onFilter, setting, asRow }: ContentProps): ReactNode {
  const { providers, error, isBusy, retry } = near;
  if (providers === undefined && error !== undefined) {
    return <ErrorState title={t("providers.list.error.title")} body={errorText(error)} onRetry={() => void retry()} busy={isBusy} />;
  }
  if (providers === undefined) return <LoadingRow />;
  if (providers.length === 0) {
    return (
      <EmptyState
        title={t("providers.empty.title")}
        body={t("providers.empty.nobody")}
        picture={<Picture Art={NoProvidersArt} />}
        action={
          <ButtonLink to="/profile" variant="brand">
            {t("providers.empty.become")}
          </ButtonLink>
        }
      />
    );
  }
  if (named.length === 0) {
    return <EmptyState title={t("providers.empty.title")} body={t("providers.empty.search")} picture={<Picture Art={NoMatchArt} />} />;
  }
  if (found.length === 0) {
    return (
      <Suspense fallback={null}>
        <NobodyFits providers={named} filters={filters} now={setting.now} onChange={onFilter} />
      </Suspense>
    );
  }
  return <Cards providers={found} setting={setting} asRow={asRow} />;
}

type ProviderListProps = {
  search: string;
  /** Another place was chosen from the search. */
  onPlace?: () => void;
  /** True where the list is what the page is about: nothing is to be opened first. */
  isWhole?: boolean;
};

/** "Available in Your Area": a row of providers, the whole list on demand, what search and filters leave of it. */
export function ProviderList({ search, onPlace, isWhole = false }: ProviderListProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const { filters, isAll, change, showAll } = useListAddress();
  const now = useNow();
  const [query] = useSearchParams();
  const near = useNearbyProviders(now);
  const { config } = useConfig();
  const isOpen = isAll || isFiltered(filters);
  const isSearching = search.trim() !== "";
  const asRow = !isOpen && !isSearching && !isWhole;
  const hasCards = (near.providers?.length ?? 0) > 0;
  // It stands from the start, so that nothing moves when the cards arrive.
  const hasFilters = !asRow && (near.providers === undefined ? near.error === undefined : hasCards);
  // A chip answers at once; the cards follow when the browser has time.
  const shown = useDeferredValue(filters);
  const named = matching(near.providers ?? [], search);
  const found = filtered(named, shown, now);
  const setting = { postalCode: near.postalCode, wish: { ...wishFrom(query), service: shown.service }, prices: config?.prices, now };
  // What was pressed leaves with what it has done.
  const goOn = (changes: Partial<Filters>): void => {
    change(changes);
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="providers-title">
      <div className="mb-2 flex min-h-touch items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="providers-title" className="text-title font-bold">
          {t("providers.list.title")}
        </h2>
        {hasCards && !isSearching && !isWhole && (
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => showAll(!isOpen)} className="-mr-4 shrink-0">
            {isOpen ? t("providers.list.showLess") : t("providers.list.viewAll")}
          </Button>
        )}
      </div>
      {isSearching && (
        <Suspense fallback={null}>
          <PlaceOffers
            search={search}
            onChosen={() => {
              onPlace?.();
              heading.current?.focus();
            }}
          />
        </Suspense>
      )}
      {hasFilters && (
        <Suspense fallback={<div className="h-13" />}>
          <FilterBar filters={filters} onChange={change} />
        </Suspense>
      )}
      <div className={asRow ? "sr-only" : "my-2 grid min-h-touch grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3"}>
        <p role="status" className="font-medium tabular-nums">
          {!asRow && near.providers !== undefined && t("providers.found", { count: found.length })}
        </p>
        {hasFilters && (
          <Suspense fallback={null}>
            <FilterNotes filters={filters} listed={near.providers?.length ?? 0} prices={config?.prices} onClear={goOn} />
          </Suspense>
        )}
      </div>
      <Content near={near} named={named} found={found} filters={shown} onFilter={goOn} setting={setting} asRow={asRow} />
    </section>
  );
}
