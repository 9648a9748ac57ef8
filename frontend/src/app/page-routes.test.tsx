import { render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { beforeAll, beforeEach, expect, test, vi, type MockInstance } from "vitest";

import { serve } from "@/test/server";

import { ErrorBoundary } from "./error-boundary";
import type { AppRoute } from "./page-routes";
import { routes, type Path } from "./routes";

let pageRoutes: readonly AppRoute[];
let reload: MockInstance;

beforeAll(async () => {
  for (const path of ["/help", "/services", "/terms"] as const)
    Object.assign(routes[path], { page: () => Promise.reject(new Error("The code did not arrive.")) });
  // Loaded once these pages fail: it reads the routes as it is loaded.
  ({ pageRoutes } = await import("./page-routes"));
});

beforeEach(() => {
  reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
  // React logs a caught error to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function open(path: Path): void {
  const Page = pageRoutes.find((route) => route.path === path)?.Page;
  if (Page === undefined) throw new Error(path);
  render(
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
}

const answering = (status: number): unknown =>
  serve({ [`HEAD ${window.location.pathname}${window.location.search}`]: { status } });
const error = (): Promise<HTMLElement> => screen.findByRole("button", { name: "Try again" });

test("a page whose code does not arrive is reloaded if the server answers", async () => {
  answering(200);

  open("/help");

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a page whose code does not arrive shows an error if the server does not answer either", async () => {
  answering(503);

  open("/services");

  expect(await error()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test("a page whose code does not arrive after a reload either shows an error", async () => {
  answering(200);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: "reload" } as PerformanceNavigationTiming]);

  open("/terms");

  expect(await error()).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});
