import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { config, serve } from "@/test/server";

import { ServicesPage } from "./services-page";
import { SupportPage } from "./support-page";

test("finds a question by a word of its answer, and says when nothing matches", async () => {
  serve({ "GET /api/config": { body: config } });
  const { user, container } = renderScreen(<SupportPage />, { at: "/support" });

  const search = screen.getByRole("searchbox", { name: "Search questions" });
  await user.type(search, "INSURED");

  expect(screen.getByText("What if something is damaged or missing?")).toBeVisible();
  expect(screen.queryByText("How do I pay?")).not.toBeInTheDocument();

  await user.clear(search);
  await user.type(search, "parachute");

  expect(screen.getByText(/No question matches "parachute"/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("what was looked for among the questions lives in the address, so that Back brings it again", async () => {
  serve({ "GET /api/config": { body: config } });
  window.history.replaceState(null, "", "/support");
  const { user, container, unmount } = renderScreen(<SupportPage />, { at: "/support" });
  await user.type(screen.getByRole("searchbox", { name: "Search questions" }), "insured");
  await waitFor(() => expect(addressNow(container)).toBe("/support?q=insured"));
  unmount();

  renderScreen(<SupportPage />, { at: "/support?q=insured" });
  expect(screen.getByRole("searchbox", { name: "Search questions" })).toHaveValue("insured");
  expect(screen.queryByText("How do I pay?")).not.toBeInTheDocument();
  window.history.replaceState(null, "", "/");
});

test("offers the phone number and the address of this installation", async () => {
  serve({ "GET /api/config": { body: config } });
  renderScreen(<SupportPage />, { at: "/support" });

  expect(await screen.findByRole("link", { name: config.supportPhone })).toHaveAttribute("href", "tel:+41445550142");
  expect(screen.getByRole("link", { name: config.supportEmail })).toHaveAttribute(
    "href",
    `mailto:${config.supportEmail}`,
  );
});

test("says who runs the site, or that it is a demonstration", async () => {
  serve({ "GET /api/config": { body: { ...config, demo: null } } });
  const { unmount } = renderScreen(<SupportPage />, { at: "/support" });
  expect(await screen.findByText("Suuber is run by Suuber AG, Bahnhofstrasse 1, 8001 Zürich.")).toBeVisible();
  unmount();

  serve({ "GET /api/config": { body: config } });
  renderScreen(<SupportPage />, { at: "/support" });
  expect(await screen.findByText(/^This is a demonstration/)).toBeVisible();
});

test("books each service from its card", async () => {
  serve({ "GET /api/config": { body: config } });
  const { container } = renderScreen(<ServicesPage />, { at: "/services" });

  expect(screen.getByRole("link", { name: /^Book\s*: Premium care$/ })).toHaveAttribute(
    "href",
    "/booking?service=premium",
  );
  expect(screen.getByRole("link", { name: "Book Your First Service" })).toHaveAttribute("href", "/booking");
  expect(await screen.findByText("CHF 30.00")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("several add-ons are chosen among the services, and go into the form with whatever service", async () => {
  serve({ "GET /api/config": { body: config } });
  const { user, container } = renderScreen(<ServicesPage />, { at: "/services" });

  await user.click(await screen.findByRole("checkbox", { name: "Dry cleaning: coat" }));
  await user.click(screen.getByRole("checkbox", { name: "Delicate items" }));

  const query = "extra=coat%2Cdelicate";
  expect(screen.getByRole("link", { name: "Book with 2 add-ons" })).toHaveAttribute("href", `/booking?${query}`);
  expect(screen.getByRole("link", { name: /^Book\s*: Premium care$/ })).toHaveAttribute(
    "href",
    `/booking?service=premium&${query}`,
  );
  expect(await axeViolations(container)).toEqual([]);
});
