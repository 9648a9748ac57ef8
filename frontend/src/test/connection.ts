import { vi } from "vitest";

/** What the browser says of its connection, until the end of the test. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
}
