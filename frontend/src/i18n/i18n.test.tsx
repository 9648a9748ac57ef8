import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { distanceText } from "./distance-text";
import { plural, preferredLanguage, setProductName, t } from "./i18n";
import { rich } from "./rich";

afterEach(() => setProductName("Suuber"));

test("fills in parameters and the product's name", () => {
  expect(t("common.distance.m", { value: "400" })).toBe("400 m away");
  setProductName("Cleanly");
  expect(t("common.error.network")).toBe("No connection to Cleanly. Check your internet connection and try again.");
});

test("chooses the form for a number", () => {
  expect([0, 1, 2].map((count) => plural("common.reviews", count))).toEqual(["0 reviews", "1 review", "2 reviews"]);
});

test("speaks English to people whose languages it does not have", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["rm-CH", "en-GB"]);
  expect(preferredLanguage()).toBe("en");
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["rm-CH"]);
  expect(preferredLanguage()).toBe("en");
});

test("writes distances as people read them", () => {
  expect([0.4, 1, null].map(distanceText)).toEqual(["400 m away", "1.0 km away", "Distance unknown"]);
});

test("puts elements into a text", () => {
  render(<p>{rich("New here? <link>Sign up here</link>.", { link: (inner) => <a href="/register">{inner}</a> })}</p>);

  expect(screen.getByRole("link", { name: "Sign up here" })).toHaveAttribute("href", "/register");
  expect(screen.getByText(/New here\?/).parentElement).toHaveTextContent("New here? Sign up here.");
});
