import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { LANGUAGES, switchLanguage, type Language } from "@/i18n/i18n";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { config, serve } from "@/test/server";

import { HelpPage } from "./help-page";

afterEach(async () => {
  window.history.replaceState(null, "", "/");
  await switchLanguage("en");
});

const picture = (name: RegExp): HTMLElement => screen.getByRole("img", { name });

test("has four tutorials, each with a picture of the app's own parts", async () => {
  serve({ "GET /api/config": { body: config } });
  const { container } = renderScreen(<HelpPage />, { at: "/help" });

  for (const name of ["Book your first service", "Track an order", "Rate and order again", "Offer laundry services"])
    expect(screen.getByRole("heading", { level: 3, name })).toBeVisible();
  expect(await within(picture(/^A provider's card/)).findByText("From CHF 27.50")).toBeVisible();
  expect(within(picture(/^The six steps/)).getByText("Washing & Ironing")).toBeVisible();
  expect(within(picture(/^A completed order/)).getByText("Rate Service")).toBeVisible();
  expect(within(picture(/^A job/)).getByText("Limmatquai 12, 8001 Zürich")).toBeVisible();
  expect(screen.getByRole("link", { name: /^Provider handbook/ })).toHaveAttribute(
    "href",
    "/guides/provider-handbook.pdf",
  );
  expect(await axeViolations(container)).toEqual([]);
});

test("its amounts are those of the price list", async () => {
  const prices = { ...config.prices, services: { ...config.prices.services, standard: "31.00" }, platformFee: "4.00" };
  serve({ "GET /api/config": { body: { ...config, prices } } });
  renderScreen(<HelpPage />, { at: "/help" });

  expect(await within(picture(/^A provider's card/)).findByText("From CHF 35.00")).toBeVisible();
  expect(within(picture(/^A completed order/)).getByText("CHF 35.00")).toBeVisible();
  expect(await within(picture(/^A job/)).findByText("CHF 31.00")).toBeVisible();
});

test("nothing in a picture can be reached or pressed", async () => {
  serve({ "GET /api/config": { body: config } });
  renderScreen(<HelpPage />, { at: "/help" });

  const button = await within(picture(/^A completed order/)).findByText("Rate Service");
  expect(button.closest("[inert]")).not.toBeNull();
});

test.each(Object.keys(LANGUAGES) as Language[])("its pictures are in %s", async (language) => {
  await switchLanguage(language);
  serve({ "GET /api/config": { body: config } });
  const { container } = renderScreen(<HelpPage />, { at: "/help" });

  await waitFor(() => expect(container.querySelectorAll("[inert] article, [inert] ol")).not.toHaveLength(0));
  const names = screen.getAllByRole("img").map((picture) => picture.getAttribute("aria-label"));
  expect(new Set(names).size).toBe(4);
});

test("the search finds tutorials, guides, questions and documents, and says when there is nothing", async () => {
  serve({ "GET /api/config": { body: config } });
  window.history.replaceState(null, "", "/help");
  const { user, container } = renderScreen(<HelpPage />, { at: "/help" });
  const search = screen.getByRole("searchbox", { name: "Search help" });
  expect(screen.queryByText("How do I pay?")).not.toBeInTheDocument();

  await user.type(search, "stars");
  expect(screen.getByRole("heading", { name: "Rate and order again" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Track an order" })).not.toBeInTheDocument();

  await user.clear(search);
  await user.type(search, "PAYOUT first");
  expect(screen.getByRole("link", { name: /^Provider handbook/ })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Tutorials" })).not.toBeInTheDocument();

  await user.clear(search);
  await user.type(search, "pockets");
  expect(screen.getByRole("heading", { name: "Preparing your laundry" })).toBeVisible();

  await user.clear(search);
  await user.type(search, "insured");
  expect(screen.getByText("What if something is damaged or missing?")).toBeVisible();
  await waitFor(() => expect(addressNow(container)).toBe("/help?q=insured"));

  await user.clear(search);
  await user.type(search, "parachute");
  expect(screen.getByText(/Nothing here is about "parachute"/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Write to us" })).toHaveAttribute("href", "/support#write-to-us");
  expect(await axeViolations(container)).toEqual([]);
});

test("the search of another language reads past accents and the order of words", async () => {
  await switchLanguage("de");
  serve({ "GET /api/config": { body: config } });
  const { user } = renderScreen(<HelpPage />, { at: "/help" });

  await user.type(screen.getByRole("searchbox", { name: "Hilfe durchsuchen" }), "gebuhr stornieren");

  expect(screen.getByRole("heading", { name: "Stornieren oder ändern" })).toBeVisible();
});
