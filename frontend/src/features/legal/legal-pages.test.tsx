import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";

import { PrivacyPage } from "./privacy-page";
import { TermsPage } from "./terms-page";

test("the terms name what a provider must show and lead to support", async () => {
  const { container } = renderScreen(<TermsPage />, { at: "/terms" });

  expect(screen.getByText("Liability cover of at least 1M CHF")).toBeVisible();
  expect(screen.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/");
  expect(await axeViolations(container)).toEqual([]);
});

test("the privacy policy says how long data is kept and leads to the settings", async () => {
  const { container } = renderScreen(<PrivacyPage />, { at: "/privacy" });

  expect(screen.getByText("Order history: 7 years")).toBeVisible();
  expect(screen.getByRole("link", { name: "Privacy Settings" })).toHaveAttribute("href", "/account/privacy");
  expect(await axeViolations(container)).toEqual([]);
});
