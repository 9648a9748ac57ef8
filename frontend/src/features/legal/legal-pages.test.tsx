import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";

import { switchLanguage } from "@/i18n/i18n";
import policies from "@/i18n/policies.json";
import { axeViolations, renderScreen } from "@/test/render";
import { config, serve } from "@/test/server";

import { PrivacyPage } from "./privacy-page";
import { TermsPage } from "./terms-page";

beforeEach(() => serve({ "GET /api/config": { body: config } }));
afterEach(() => switchLanguage("en"));

test("the terms name what a provider must show and lead to support", async () => {
  const { container } = renderScreen(<TermsPage />, { at: "/terms" });

  expect(screen.getByText("Liability cover of at least 1M CHF")).toBeVisible();
  for (const said of [
    "CHF 25.00",
    "CHF 30.00",
    "CHF 7.00",
    "CHF 3.50",
    "CHF 2.50",
    "CHF 7 to 35",
    "48-72 hours",
    "24-48 hours",
    "15 minutes",
    "within 24 hours of delivery",
    "5-7 business days",
    "30 days ahead",
    "up to 1 hour before pickup",
    "within 1 hour of booking",
    "Pickups are usually by the hour from 9:00 to 17:00",
    "some neighbors have other times under More dates",
    "8:00-12:00 and 13:00-17:00",
    "Mon-Fri 8:00-20:00 CET",
    "emails within 24 hours",
    "select areas",
    "CHF 10.00",
    "CHF 5.00",
    "CHF 15.00 to 25.00 per item",
    "up to 15 kg",
    "up to 10 pieces",
  ]) {
    expect(container).toHaveTextContent(said);
  }
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/");
  expect(await axeViolations(container)).toEqual([]);
});

test("the privacy policy says how long data is stored and leads to the settings", async () => {
  const { container } = renderScreen(<PrivacyPage />, { at: "/privacy" });

  expect(screen.getByText("Order history: 7 years")).toBeVisible();
  for (const said of [
    "plus 3 years",
    "allergies included if you choose to name them",
    "the provider also sees what you always want for your laundry",
    "your devices that may show notifications",
    "the beginning of the network address",
    "for a day, the network address",
    "Support requests: 3 years",
    "within 24 hours",
    "within 30 days",
    "9:00-17:00 CET",
    "30 days ahead",
  ])
    expect(container).toHaveTextContent(said);
  expect(screen.getByRole("link", { name: "Privacy Settings" })).toHaveAttribute("href", "/account/privacy");
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["the terms", <TermsPage key="terms" />],
  ["the privacy policy", <PrivacyPage key="privacy" />],
])("%s say who runs the site", async (_, page) => {
  serve({ "GET /api/config": { body: { ...config, demo: null } } });
  const { container } = renderScreen(page);

  expect(await screen.findByRole("heading", { name: "Who runs Suuber" })).toBeVisible();
  for (const line of ["Suuber AG", "Bahnhofstrasse 1", "8001 Zürich", "UID and VAT number: CHE-107.787.577 MWST"])
    expect(screen.getByText(line)).toBeVisible();
  expect(screen.getByRole("link", { name: "support@example.com" })).toHaveAttribute(
    "href",
    "mailto:support@example.com",
  );
  expect(screen.queryByText(/demonstration/)).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("a demonstration says that it is one", async () => {
  renderScreen(<TermsPage />);

  expect(await screen.findByText(/^This is a demonstration/)).toBeVisible();
});

test("a site whose owner is not set names the address of its support alone", async () => {
  serve({ "GET /api/config": { body: { ...config, demo: null, siteOwner: null } } });
  renderScreen(<TermsPage />);

  expect(await screen.findByRole("link", { name: "support@example.com" })).toBeVisible();
  expect(screen.queryByText(/UID/)).not.toBeInTheDocument();
});

test.each(["en", "de", "fr", "it"] as const)(
  "both say in words of %s when they were last changed",
  async (language) => {
    await switchLanguage(language);
    const { container } = renderScreen(
      <>
        <TermsPage />
        <PrivacyPage />
      </>,
    );

    for (const day of [policies.terms, policies.privacy]) {
      const [year, , date] = day.split("-");
      const month = new Date(`${day}T12:00:00Z`).toLocaleString(language, { month: "long" });
      expect(container).toHaveTextContent(new RegExp(`: ${Number(date)}\\.? ${month} ${year}`));
    }
  },
);
