import { memo, useCallback, useEffect, useSyncExternalStore, type ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { SWRConfig } from "swr";

import { keys } from "@/api/cache/keys";
import { listenTogether } from "@/api/cache/live";
import { useRefresh, type KeyFilter } from "@/api/cache/refresh";
import { swrOptions } from "@/api/cache/swr-options";
import { SessionProvider, useSession } from "@/api/session/session";
import { useConfig } from "@/api/site/use-config";
import type { User } from "@/api/types";
import { chooseLanguage, offeredLanguages, onTexts, setFigures, setProductName, t, textsKey } from "@/i18n/i18n";
import { reloadOnRetry } from "@/lib/reload";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { showLeftToast } from "@/ui/overlay/toast";
import { ErrorState } from "@/ui/states";

import { Layout } from "./layout";
import { PageFrame } from "./page-frame";
import { notFoundRoute, pageRoutes, type AppRoute } from "./page-routes";

/** Subscribes to the account's live events. */
function LiveEvents(): null {
  const { user, refresh: refreshSession } = useSession();
  const refreshData = useRefresh();
  const refresh = useCallback(
    async (matches: KeyFilter) => {
      if (matches(keys.session)) await refreshSession();
      await refreshData(matches);
    },
    [refreshSession, refreshData],
  );
  const account = user?.id ?? null;

  useEffect(() => (account === null ? undefined : listenTogether(account, refresh)), [account, refresh]);

  return null;
}

function element(route: AppRoute): ReactElement {
  return <PageFrame key={route.path} page={route.name} Page={route.Page} />;
}

/** Applies the server's name and figures and the account's language; returns a key that changes with the texts. */
function useTexts(user: User | null): string {
  const { config } = useConfig();
  const key = useSyncExternalStore(onTexts, textsKey, textsKey);
  useEffect(() => {
    if (config === undefined) return;
    setFigures(config.figureTexts);
    setProductName(config.productName);
  }, [config]);
  const preferred = user?.language;
  useEffect(() => {
    const own = offeredLanguages().find((one) => one === preferred);
    // If the texts fail to load the page keeps its language; the next page tries again.
    if (own !== undefined) void chooseLanguage(own).catch(() => undefined);
  }, [preferred]);
  return key;
}

/**
 * If the overlays fail to load pages still work, except while an operator impersonates a customer: they must see it.
 */
function FailedOverlays(): ReactElement | null {
  const { user } = useSession();
  return user?.impersonation ? <ErrorState body={t("common.error.body")} onRetry={reloadOnRetry} /> : null;
}

const AccountOverlays = lazyPart(async () => (await import("./account-overlays")).AccountOverlays, {
  ...SILENT,
  Failed: FailedOverlays,
});

/** Memoised, so that session and config changes re-render only the components that use them. */
const AllRoutes = memo(function AllRoutes(): ReactElement {
  return (
    <Routes>
      <Route element={<Layout />}>
        {[...pageRoutes, notFoundRoute].map((route) => (
          <Route key={route.path} path={route.path} element={element(route)} />
        ))}
      </Route>
    </Routes>
  );
});

function Pages(): ReactElement {
  const { user } = useSession();
  const texts = useTexts(user);
  useEffect(showLeftToast, []);
  return (
    <>
      <LiveEvents />
      {user !== null && <AccountOverlays key={user.id} />}
      <AllRoutes key={texts} />
    </>
  );
}

/** The app, without its router. */
export function App(): ReactElement {
  return (
    <SWRConfig value={swrOptions}>
      <SessionProvider>
        <Pages />
      </SessionProvider>
    </SWRConfig>
  );
}
