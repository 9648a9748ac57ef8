import { act } from "@testing-library/react";
import { vi, type Mock } from "vitest";

/** Records navigations by window.location; a real one would unload the test's page. */
export function watchNavigation(): Mock<(address: string) => void> {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal("location", { href: window.location.href, origin: window.location.origin, assign });
  return assign;
}

/** The browser's Back from a page of another site: this one is restored from the bfcache, as it was left. */
export function restorePage(): void {
  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
}
