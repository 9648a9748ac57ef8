import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { renderScreen } from "@/test/render";
import { serve, visitor } from "@/test/server";

import { OfflineBanner } from "./offline-banner";

/** Clicks a link to a file; returns whether the browser would navigate. */
function press(name: string): boolean {
  return fireEvent.click(screen.getByText(name));
}

function open(): void {
  serve({ "GET /api/auth/session": { body: visitor } });
  renderScreen(
    <>
      <OfflineBanner />
      <a href="#receipt" download>
        <span>Receipt</span>
      </a>
      <a href="#help">Help</a>
    </>,
  );
}

test("without a connection a file that has to be fetched says so, and its link leads nowhere", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();

  expect(press("Receipt")).toBe(false);
  expect(await screen.findByText("This file needs a connection.")).toBeVisible();
  expect(press("Help")).toBe(true);
});

test("with a connection it is fetched", () => {
  open();

  expect(press("Receipt")).toBe(true);
  expect(screen.queryByText("This file needs a connection.")).not.toBeInTheDocument();
});
