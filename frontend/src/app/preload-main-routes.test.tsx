import { afterEach, expect, test, vi } from "vitest";

import { preloadMainRoutes } from "./preload-main-routes";

/** Turns the data saver on; returns the addresses of the workers that are registered from now on, and a worker. */
function saveData(): { addresses: string[]; controller: ServiceWorker } {
  const addresses: string[] = [];
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: null, active: null });
  const workers = Object.assign(new EventTarget(), {
    controller: null,
    register: (address: string) => {
      addresses.push(address);
      return Promise.resolve(registration);
    },
  });
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  vi.stubEnv("PROD", true);
  return { addresses, controller: new EventTarget() as ServiceWorker };
}

afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(navigator, "connection");
});

test("with the data saver on, a worker that is there is kept up to date", async () => {
  const { addresses, controller } = saveData();
  await preloadMainRoutes(controller);
  expect(addresses).toEqual(["/sw.js"]);
});

test("with the data saver on, a page without a worker gets none", async () => {
  const { addresses } = saveData();
  await preloadMainRoutes(null);
  expect(addresses).toEqual([]);
});
