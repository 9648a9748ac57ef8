import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

import type { Namespace } from "@/i18n/catalogue";
import { loadMessages } from "@/i18n/i18n";
import { forgetServerTime } from "@/lib/server-clock";
import { loadModal } from "@/ui/overlay/dialog";
import { dismissToast } from "@/ui/overlay/toast";

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 });

// A test may show any screen: all texts and the part that draws dialogs are there from the start.
beforeAll(async () => {
  const files = Object.keys(import.meta.glob("../i18n/en/*.ts"));
  await loadModal();
  await loadMessages(...files.map((file) => file.replace(/^.*\/|\.ts$/g, "") as Namespace));
});

afterEach(() => {
  cleanup();
  dismissToast();
  forgetServerTime();
  for (const area of [window.sessionStorage, window.localStorage]) area.clear();
});

// What jsdom leaves out of a browser.
class NoResizeObserver {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}
Object.assign(window, { scrollTo: () => undefined, ResizeObserver: NoResizeObserver });
Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
Element.prototype.scrollIntoView = () => undefined;
