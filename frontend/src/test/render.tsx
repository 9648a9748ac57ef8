import { render, type RenderResult } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { matchPath, MemoryRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";

import { swrOptions } from "@/api/cache/swr-options";
import { useFocusGuard } from "@/ui/overlay/focus";
import { Toaster } from "@/ui/overlay/toaster";
import { AccountBoundary } from "@/app/account-boundary";
import { routes, type Path } from "@/app/routes";
import { SessionProvider } from "@/api/session/session";

function Address(): ReactElement {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

function Overlays(): ReactElement {
  useFocusGuard();
  return <Toaster />;
}

/** Wraps the screen in its route's guard. */
function asRouted(screen: ReactElement, at: string): ReactElement {
  const path = (Object.keys(routes) as Path[]).find(
    (candidate) => matchPath(candidate, new URL(at, "http://localhost").pathname) !== null,
  );
  const guard = path === undefined ? undefined : routes[path].guard;
  return guard === undefined ? screen : <AccountBoundary guard={guard}>{screen}</AccountBoundary>;
}

/**
 * Renders a screen as the app would, with its own SWR cache and toasts; `at` is the URL, for `addressNow` later.
 */
export function renderScreen(
  screen: ReactElement,
  { at = "/" }: { at?: string } = {},
): RenderResult & { user: UserEvent } {
  const result = render(
    <SWRConfig value={{ ...swrOptions, provider: () => new Map() }}>
      <MemoryRouter initialEntries={[at]}>
        <SessionProvider>
          <main>{asRouted(screen, at)}</main>
        </SessionProvider>
        <Overlays />
        <Address />
      </MemoryRouter>
    </SWRConfig>,
  );
  // No delay between keys; each user event still flushes what it started.
  return { ...result, user: userEvent.setup({ delay: null }) };
}

/**
 * Pastes words at the end of a field, because typing re-renders a form for each key. To test what happens while typing,
 * use `user.type`.
 */
export async function enter(user: UserEvent, field: Element, words: string): Promise<void> {
  await user.click(field);
  await user.paste(words);
}

/** The current path and query. */
export function addressNow(container: HTMLElement): string {
  return container.querySelector('output[aria-label="address"]')?.textContent ?? "";
}

/** Violations of axe rules; tests expect an empty list. Contrast is checked in a real browser. */
export async function axeViolations(container: HTMLElement): Promise<string[]> {
  const { default: axe } = await import("axe-core");
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
}
