import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { ErrorBoundary } from "./error-boundary";

function Broken(): never {
  throw new Error("A page broke.");
}

test("a page that breaks says so and offers to try again", () => {
  // React logs a caught error to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);

  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );

  expect(screen.getByRole("alert")).toHaveTextContent("Something went wrong");
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});
