import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";

import type { SkipLink } from "@/api/types";
import { axeViolations, renderScreen } from "@/test/render";
import { serve } from "@/test/server";

import { SkipLinkPage } from "./skip-link-page";

const TOKEN = "abc~def";
const PATH = "/api/skip-links/abc~def";
const pickup: SkipLink = {
  providerName: "Nora K.",
  serviceType: "standard",
  date: "2040-11-26",
  time: "09:00",
  totalAmount: "27.50",
  status: "paid",
  canSkip: true,
};

function open(): ReturnType<typeof renderScreen> {
  return renderScreen(
    <Routes>
      <Route path="/skip/:token" element={<SkipLinkPage />} />
    </Routes>,
    { at: `/skip/${TOKEN}` },
  );
}

test("one tap skips the pickup that the link is for, without signing in", async () => {
  const server = serve({
    [`GET ${PATH}`]: { body: pickup },
    [`POST ${PATH}`]: { body: { ...pickup, status: "skipped", canSkip: false } },
  });
  const { user, container } = open();

  expect(await screen.findByText("Nora K. picks up your laundry")).toBeVisible();
  expect(screen.getByText("Mon 26 Nov 2040, 09:00-10:00")).toBeVisible();
  expect(screen.getByText("CHF 27.50")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  expect(server.callsOf(`POST ${PATH}`)).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Skip this pickup" }));

  expect(await screen.findByText("Pickup skipped")).toBeVisible();
  expect(screen.getByRole("link", { name: "See my recurring bookings" })).toHaveAttribute("href", "/recurring");
  expect(server.callsOf(`POST ${PATH}`)).toHaveLength(1);
  expect(await axeViolations(container)).toEqual([]);
});

test("a link that is not valid says so", async () => {
  serve({ [`GET ${PATH}`]: { status: 404, body: { message: "This link is not valid.", code: "not_found" } } });
  open();

  expect(await screen.findByText("This link is not valid")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
});

test.each([
  [{ status: "paid", canSkip: false }, "It is too late to skip this pickup"],
  [{ status: "missed", canSkip: false }, "This pickup does not take place"],
] as const)("what cannot be skipped has no button", async (change, title) => {
  serve({ [`GET ${PATH}`]: { body: { ...pickup, ...change } } });
  open();

  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Skip this pickup" })).not.toBeInTheDocument();
});

test("an error is shown, and the pickup is looked at anew", async () => {
  const message = "It is too late to skip this pickup free of charge. Please look at your order instead.";
  const server = serve({
    [`GET ${PATH}`]: { body: pickup },
    [`POST ${PATH}`]: { status: 409, body: { message, code: "too_late_to_skip" } },
  });
  const { user } = open();

  await user.click(await screen.findByRole("button", { name: "Skip this pickup" }));

  expect(await within(screen.getByRole("main")).findByText(message)).toBeVisible();
  expect(server.callsOf(`GET ${PATH}`)).toHaveLength(2);
});

test("without an answer there is a way to try again", async () => {
  serve({ [`GET ${PATH}`]: { status: 503, body: { message: "This is busy right now.", code: "database_busy" } } });
  open();

  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
