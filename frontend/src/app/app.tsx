import { lazy, memo, Suspense, useEffect, useState, type ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { SWRConfig } from "swr";

import { preferredLanguage, productName, setProductName, switchLanguage } from "@/i18n/i18n";
import { SessionProvider, useSession } from "@/resources/session";
import { swrOptions } from "@/resources/swr-options";
import { useConfig } from "@/resources/use-config";
import { showLeftToast } from "@/ui/overlay/toast";

import { Layout } from "./layout";
import { LiveEvents } from "./live-events";
import { PageFrame } from "./page-frame";
import { notFoundRoute, routes, type AppRoute } from "./routes";

function element(route: AppRoute): ReactElement {
  return <PageFrame key={route.path} page={route.name} Page={route.Page} />;
}

/** Takes name and languages from the server; answers with a key that changes when the texts do. */
function useTexts(): string {
  const { config } = useConfig();
  const [key, setKey] = useState(productName());
  useEffect(() => {
    if (config === undefined) return;
    setProductName(config.productName);
    const language = preferredLanguage(config.languages);
    void switchLanguage(language).then(() => setKey(config.productName + (language === "en" ? "" : language)));
  }, [config]);
  return key;
}

// Whoever is not signed in gets no messages.
const MessageNews = lazy(async () => ({ default: (await import("./message-news")).MessageNews }));

/** Who is signed in, and what the server says of itself, is news to those who ask for it, not to every page. */
const AllRoutes = memo(function AllRoutes(): ReactElement {
  return (
    <Routes>
      <Route element={<Layout />}>
        {[...routes, notFoundRoute].map((route) => (
          <Route key={route.path} path={route.path} element={element(route)} />
        ))}
      </Route>
    </Routes>
  );
});

function Pages(): ReactElement {
  const texts = useTexts();
  const { user } = useSession();
  useEffect(showLeftToast, []);
  return (
    <>
      <LiveEvents />
      <Suspense fallback={null}>{user !== null && <MessageNews key={user.id} />}</Suspense>
      <AllRoutes key={texts} />
    </>
  );
}

/** The whole app, to be put inside a router. */
export function App(): ReactElement {
  return (
    <SWRConfig value={swrOptions}>
      <SessionProvider>
        <Pages />
      </SessionProvider>
    </SWRConfig>
  );
}
