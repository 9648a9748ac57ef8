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

/** The screen as the route of this address shows it: to those whom it needs. */
function asRouted(screen: ReactElement, at: string): ReactElement {
  const path = (Object.keys(routes) as Path[]).find(
    (candidate) => matchPath(candidate, new URL(at, "http://localhost").pathname) !== null,
  );
  const guard = path === undefined ? undefined : routes[path].guard;
  return guard === undefined ? screen : <AccountBoundary guard={guard}>{screen}</AccountBoundary>;
}

/**
 * Shows one screen as the app would: own cache, toasts, and the address for `addressNow`.
 * `at` is the address that the person is at.
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
  // Nothing waits between two keys: each act of a person settles what it has begun all the same.
  return { ...result, user: userEvent.setup({ delay: null }) };
}

/**
 * Puts words behind what stands in a field, at once as from the clipboard: most tests want a form that is filled in, and
 * render it anew for each key otherwise. What is said or saved while somebody types is tested with `user.type`.
 */
export async function enter(user: UserEvent, field: Element, words: string): Promise<void> {
  await user.click(field);
  await user.paste(words);
}

/** Where the app is now: path and query. */
export function addressNow(container: HTMLElement): string {
  return container.querySelector('output[aria-label="address"]')?.textContent ?? "";
}

/** The accessibility rules that a screen breaks; a test expects an empty list. Contrast is checked in a real browser. */
export async function axeViolations(container: HTMLElement): Promise<string[]> {
  const { default: axe } = await import("axe-core");
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
}
