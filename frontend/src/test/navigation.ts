import { vi, type Mock } from "vitest";

/** Sees where the browser is sent; a real navigation would end the test's page. */
export function watchNavigation(): Mock<(address: string) => void> {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal("location", { href: window.location.href, origin: window.location.origin, assign });
  return assign;
}
