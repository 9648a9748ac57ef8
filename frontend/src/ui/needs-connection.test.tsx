import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { setOnline } from "@/test/connection";

import { NeedsConnection } from "./needs-connection";

const connection = (isOnline: boolean): void => {
  setOnline(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
};

afterEach(() => void vi.restoreAllMocks());

test("the reason stands in place of the button until there is a connection again", () => {
  const onRetry = vi.fn();
  render(
    <NeedsConnection says="Booking needs a connection." onBack={onRetry}>
      <button>Book</button>
    </NeedsConnection>,
  );
  expect(screen.getByRole("button", { name: "Book" })).toBeVisible();

  connection(false);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("Booking needs a connection.");
  expect(onRetry).not.toHaveBeenCalled();

  connection(true);
  expect(screen.getByRole("button", { name: "Book" })).toBeVisible();
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
  expect(onRetry).toHaveBeenCalledOnce();
});

test("what is on its way stays to be seen", () => {
  connection(false);
  render(
    <NeedsConnection says="Paying needs a connection." busy>
      <button>Processing...</button>
    </NeedsConnection>,
  );
  expect(screen.getByRole("button", { name: "Processing..." })).toBeVisible();
});
