import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";

import { App } from "@/app/app";
import { preloadRoute } from "@/app/routes";
import served from "@/app/routes.json";
import { setProductName } from "@/i18n/i18n";

async function drawn(address: string): Promise<string> {
  await preloadRoute(address);
  return renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
}

/** Every public page as a visitor first sees it, by its address; the server puts the product's name in. */
export async function publicPages(): Promise<Record<string, string>> {
  setProductName("{product}");
  const pages: Record<string, string> = {};
  for (const address of served.public) pages[address] = await drawn(address);
  return pages;
}
