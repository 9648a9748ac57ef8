import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { distanceText } from "./distance-text";
import type { Translation } from "./catalogue";
import { preferredLanguage, setProductName, t } from "./i18n";
import { rich } from "./rich";

afterEach(() => setProductName("Suuber"));

test("fills in parameters and the product's name", () => {
  expect(t("common.distance.m", { value: "400" })).toBe("400 m away");
  setProductName("Cleanly");
  expect(t("common.error.network")).toBe("No connection to Cleanly. Check your internet connection and try again.");
});

test("chooses the form for a number", () => {
  expect([0, 1, 2].map((count) => t("common.reviews", { count }))).toEqual(["0 reviews", "1 review", "2 reviews"]);
});

test("speaks English to people whose languages it does not have", () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["rm-CH", "en-GB"]);
  expect(preferredLanguage()).toBe("en");
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["rm-CH"]);
  expect(preferredLanguage()).toBe("en");
});

test("writes distances as people read them", () => {
  expect([0, 0.4, 1, null].map(distanceText)).toEqual(["in your postal code", "400 m away", "1.0 km away", "Distance unknown"]);
});

test("puts elements into a text", () => {
  render(<p>{rich("auth.login.registerLink", { link: (inner) => <a href="/register">{inner}</a> })}</p>);

  expect(screen.getByRole("link", { name: "Sign up here" })).toHaveAttribute("href", "/register");
  expect(screen.getByText(/have an account/).parentElement).toHaveTextContent("Don't have an account? Sign up here");
});

test("what a person is called is no template", () => {
  expect(t("auth.sheet.signIn.why", { name: "{product} <b>'x'</b>" })).toContain("{product} <b>'x'</b>");
});

test("an unknown key, and a parameter that lacks, is too many or of another kind, is refused before anything runs", () => {
  const never = (): void => {
    // @ts-expect-error -- There is no such text.
    t("common.nothing");
    // @ts-expect-error -- The number lacks.
    t("common.reviews");
    // @ts-expect-error -- A number decides over the form, not a word.
    t("common.reviews", { count: "2" });
    // @ts-expect-error -- The text has one parameter.
    t("common.reviews", { count: 2, name: "Bruno" });
    // @ts-expect-error -- The text has none.
    t("common.distance.unknown", { value: 2 });
    // @ts-expect-error -- A text with elements is for rich().
    t("auth.login.registerLink");
    // @ts-expect-error -- The element lacks.
    void rich("auth.login.registerLink", {});
  };
  expect(never).toBeTypeOf("function");
});

test("a language's file that lacks a text is refused before anything runs", () => {
  // @ts-expect-error -- "notifications.title" is there, the others are not.
  const lacking = { "notifications.title": "Mitteilungen" } as const satisfies Translation<"notifications">;
  expect(Object.keys(lacking)).toHaveLength(1);
});
