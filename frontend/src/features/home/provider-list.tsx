import type { ReactElement, ReactNode } from "react";

import { errorText } from "@/resources/error-text";
import type { Provider } from "@/resources/types";
import { plural, t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Button, ButtonLink } from "@/ui/button";
import { NoMatchArt, NoProvidersArt } from "@/ui/illustrations/empty";
import { Loading } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useAddressChoice } from "@/ui/use-address-state";

import { matching } from "./matching";
import { ProviderCard, ProviderCardSkeleton } from "./provider-card";
import type { NearbyProviders } from "./use-nearby-providers";

// A row to swipe through at first; all cards below each other once asked for.
const ROW = "-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] md:[mask-image:linear-gradient(to_right,black_92%,transparent)]";
const ROW_ITEM = "w-[19.5rem] max-w-[85vw] shrink-0 snap-start";
const SHOWN = ["all"] as const;
const GRID = "grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3";

/** Three cards in the shape of what comes. */
function LoadingRow(): ReactElement {
  return (
    <Loading label={t("home.list.loading")}>
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

function Cards({ providers, asRow }: { providers: readonly Provider[]; asRow: boolean }): ReactElement {
  return (
    <ul className={asRow ? ROW : GRID}>
      {providers.map((provider) => (
        <li key={provider.id} className={cx(asRow && ROW_ITEM)}>
          <ProviderCard provider={provider} />
        </li>
      ))}
    </ul>
  );
}

function Content({ near, search, showAll }: { near: NearbyProviders; search: string; showAll: boolean }): ReactNode {
  const { providers, error, isBusy, retry } = near;
  if (providers === undefined && error !== undefined) {
    return <ErrorState title={t("home.list.error.title")} body={errorText(error)} onRetry={() => void retry()} busy={isBusy} />;
  }
  if (providers === undefined) return <LoadingRow />;
  if (providers.length === 0) {
    return (
      <EmptyState
        title={t("home.empty.title")}
        body={t("home.empty.nobody")}
        picture={<NoProvidersArt />}
        action={
          <ButtonLink to="/profile" variant="brand">
            {t("home.empty.become")}
          </ButtonLink>
        }
      />
    );
  }
  const found = matching(providers, search);
  if (found.length === 0) {
    return <EmptyState title={t("home.empty.title")} body={t("home.empty.search")} picture={<NoMatchArt />} />;
  }
  return <Cards providers={found} asRow={!showAll} />;
}

/** "Available in Your Area": a row of providers, the whole list on demand, what the search leaves of it. */
export function ProviderList({ near, search }: { near: NearbyProviders; search: string }): ReactElement {
  const [all, showAll] = useAddressChoice("show", SHOWN);
  const isOpen = all !== null;
  const isSearching = search.trim() !== "";
  const hasCards = (near.providers?.length ?? 0) > 0;
  return (
    <section aria-labelledby="providers-title">
      <div className="mb-2 flex min-h-touch items-center justify-between gap-3">
        <h2 id="providers-title" className="text-title font-bold">
          {t("home.list.title")}
        </h2>
        {hasCards && !isSearching && (
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => showAll(isOpen ? null : "all")} className="-mr-4 shrink-0">
            {isOpen ? t("home.list.showLess") : t("home.list.viewAll")}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching && near.providers !== undefined && plural("home.search.found", matching(near.providers, search).length)}
      </p>
      <Content near={near} search={search} showAll={isOpen || isSearching} />
    </section>
  );
}
