import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { nothingAsked, serve } from "@/test/server";

import { ErrorBoundary } from "./error-boundary";

function Broken(): never {
  throw new Error("A page broke.");
}

beforeEach(() => {
  // React logs a caught error to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => void Reflect.deleteProperty(navigator, "serviceWorker"));

function open(): void {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
}

test("a page that breaks says so and offers to try again", () => {
  open();

  expect(screen.getByRole("alert")).toHaveTextContent("Something went wrong");
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});

test.each([
  ["where the server answers", 200, false, 1],
  ["not where it does not answer", 503, false, 0],
  ["also then where a service worker serves the page", 503, true, 1],
])("trying again reloads %s", async (_case, status, hasWorker, times) => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  serve({ [`HEAD ${window.location.pathname}`]: { status } });
  const controller = hasWorker ? {} : null;
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: { controller } });
  open();

  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await nothingAsked();

  expect(reload).toHaveBeenCalledTimes(times);
});
