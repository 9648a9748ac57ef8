import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderScreen } from "@/test/render";

import { FailureNotice } from "./failure-notice";

test("that there is no connection is said until there is one", () => {
  renderScreen(<FailureNotice text="No connection." needsConnection />);
  expect(screen.getByRole("alert")).toHaveTextContent("No connection.");

  act(() => void window.dispatchEvent(new Event("online")));

  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("what the server has refused stays, whatever the connection does", () => {
  renderScreen(<FailureNotice text="This time is taken." />);

  act(() => void window.dispatchEvent(new Event("online")));

  expect(screen.getByRole("alert")).toHaveTextContent("This time is taken.");
});
