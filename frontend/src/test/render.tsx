import { render, type RenderResult } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import axe from "axe-core";
import type { ReactElement } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";

import { swrOptions } from "@/resources/swr-options";
import { useKeptFocus } from "@/ui/overlay/focus";
import { Toaster } from "@/ui/overlay/toaster";

function Address(): ReactElement {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

function Overlays(): ReactElement {
  useKeptFocus();
  return <Toaster />;
}

/**
 * Shows one screen as the app would: own cache, toasts, and the address for `addressNow`.
 * `at` is the address that the person is at.
 */
export function renderScreen(screen: ReactElement, { at = "/" }: { at?: string } = {}): RenderResult & { user: UserEvent } {
  const result = render(
    <SWRConfig value={{ ...swrOptions, provider: () => new Map() }}>
      <MemoryRouter initialEntries={[at]}>
        <main>{screen}</main>
        <Overlays />
        <Address />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { ...result, user: userEvent.setup() };
}

/** Where the app is now: path and query. */
export function addressNow(container: HTMLElement): string {
  return container.querySelector('output[aria-label="address"]')?.textContent ?? "";
}

/** The accessibility rules that a screen breaks; a test expects an empty list. Contrast is checked in a real browser. */
export async function axeViolations(container: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
}
