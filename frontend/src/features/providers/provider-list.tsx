import { lazy, Suspense, useRef, type ComponentType, type ReactElement, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";

import { errorText } from "@/resources/error-text";
import { serviceFrom } from "@/resources/services";
import type { ListedProvider } from "@/resources/types";
import { useConfig } from "@/resources/use-config";
import { plural, t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Button, ButtonLink } from "@/ui/button";
import { Loading } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useAddressChoice } from "@/ui/use-address-state";
import { useNow } from "@/ui/use-now";

import { matching } from "./matching";
import { ProviderCard, ProviderCardSkeleton, type CardSetting } from "./provider-card";
import { useNearbyProviders, type NearbyProviders } from "./use-nearby-providers";

/** A part that is seldom seen and comes late; where it does not arrive, the list goes without. */
function late<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const nothing: ComponentType<Props> = () => null;
  return lazy(async () => ({ default: await load().catch(() => nothing) }));
}

const PlaceOffers = late(async () => (await import("./place-offers")).PlaceOffers);
const NoProvidersArt = late(async () => (await import("@/ui/illustrations/empty")).NoProvidersArt);
const NoMatchArt = late(async () => (await import("@/ui/illustrations/empty")).NoMatchArt);

// A row to swipe through at first; all cards below each other once asked for.
const ROW = "-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] md:[mask-image:linear-gradient(to_right,black_92%,transparent)]";
const ROW_ITEM = "w-[19.5rem] max-w-[85vw] shrink-0 snap-start";
const SHOWN = ["all"] as const;
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

type ContentProps = { near: NearbyProviders; search: string; setting: CardSetting; asRow: boolean };

function Content({ near, search, setting, asRow }: ContentProps): ReactNode {
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
  const found = matching(providers, search);
  if (found.length === 0) {
    return <EmptyState title={t("providers.empty.title")} body={t("providers.empty.search")} picture={<Picture Art={NoMatchArt} />} />;
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

/** "Available in Your Area": a row of providers, the whole list on demand, what the search leaves of it. */
export function ProviderList({ search, onPlace, isWhole = false }: ProviderListProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const [all, showAll] = useAddressChoice("show", SHOWN);
  const [query] = useSearchParams();
  const now = useNow();
  const near = useNearbyProviders(now);
  const { config } = useConfig();
  const isOpen = all !== null;
  const isSearching = search.trim() !== "";
  const hasCards = (near.providers?.length ?? 0) > 0;
  const setting = { postalCode: near.postalCode, service: serviceFrom(query), prices: config?.prices, now };
  return (
    <section aria-labelledby="providers-title">
      <div className="mb-2 flex min-h-touch items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="providers-title" className="text-title font-bold">
          {t("providers.list.title")}
        </h2>
        {hasCards && !isSearching && !isWhole && (
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => showAll(isOpen ? null : "all")} className="-mr-4 shrink-0">
            {isOpen ? t("providers.list.showLess") : t("providers.list.viewAll")}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching && near.providers !== undefined && plural("providers.found", matching(near.providers, search).length)}
      </p>
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
      <Content near={near} search={search} setting={setting} asRow={!isOpen && !isSearching && !isWhole} />
    </section>
  );
}
