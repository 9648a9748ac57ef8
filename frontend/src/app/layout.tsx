import { Suspense, useState, type ReactElement } from "react";
import { Outlet, useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { useFocusGuard } from "@/ui/overlay/focus";
import { Toaster } from "@/ui/overlay/toaster";
import { Loading, Skeleton } from "@/ui/skeleton";

import { Navigation, type OtherNavigation } from "./navigation";
import { LazyBanners } from "./lazy-banners";
import { ErrorBoundary } from "./error-boundary";
import { SiteHeader } from "./site-header";

/** Shown while a page's chunk loads. */
function PageSkeleton(): ReactElement {
  return (
    <Loading className="mx-auto flex w-full max-w-task flex-col gap-4 px-4 py-6">
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  );
}

/** The layout of every page. */
export function Layout(): ReactElement {
  const { pathname } = useLocation();
  const [Other, setOther] = useState<OtherNavigation>(null);
  useFocusGuard();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        onClick={(event) => {
          // Keep the URL: its hash may name an open part of the page.
          event.preventDefault();
          document.getElementById("content")?.focus();
        }}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-brand px-4 py-3 font-semibold text-on-brand focus:translate-y-0"
      >
        {t("common.skip")}
      </a>
      <SiteHeader onPhone={pathname === "/"} Other={Other} />
      <LazyBanners />
      <main
        id="content"
        tabIndex={-1}
        className="flex grow flex-col pb-[calc(4.5rem+env(safe-area-inset-bottom))] md:pb-8"
      >
        {/* Suspense stays mounted across navigations, so the old page is shown until the new one is ready. */}
        <Suspense fallback={<PageSkeleton />}>
          <ErrorBoundary key={pathname}>
            <Outlet context={setOther} />
          </ErrorBoundary>
        </Suspense>
      </main>
      <Navigation look="bar" Other={Other} />
      <Toaster />
    </div>
  );
}
