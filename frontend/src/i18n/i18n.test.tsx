import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { readCookie, writeCookie } from "@/lib/cookies";

import { distanceText } from "./distance-text";
import type { Translation } from "./catalogue";
import {
  hasStandIns,
  loadMessages,
  onTexts,
  preferredLanguage,
  setProductName,
  startLanguage,
  switchLanguage,
  t,
  textsKey,
} from "./i18n";
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

test.each([
  ["en", "1 unread", "Too many attempts. Please try again in 1 second."],
  ["de", "1 ungelesen", "Zu viele Versuche. Bitte versuchen Sie es in 1 Sekunde noch einmal."],
  ["fr", "1 non lue", "Trop de tentatives. Réessayez dans 1 seconde."],
  ["it", "1 non letta", "Troppi tentativi. Riprovi tra 1 secondo."],
] as const)("one is no plural: %s", async (language, unread, wait) => {
  await switchLanguage(language);

  expect(t("profile.row.notifications.body", { count: 1 })).toBe(unread);
  expect(t("auth.error.throttled", { seconds: 1 })).toBe(wait);
  await switchLanguage("en");
});

describe("the language", () => {
  const page = document.documentElement;
  const browserSpeaks = (...languages: string[]): void =>
    void vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);

  beforeEach(() => {
    page.dataset["languages"] = "en de fr";
    page.lang = "";
  });
  afterEach(() => {
    delete page.dataset["languages"];
    delete page.dataset["appPage"];
    page.lang = "en";
    writeCookie("language", null);
    window.history.replaceState(null, "", "/");
  });

  test("is the browser's first that is on offer, else English", () => {
    browserSpeaks("rm-CH", "de-CH", "en-GB");
    expect(preferredLanguage()).toBe("de");
    browserSpeaks("rm-CH", "it-CH");
    expect(preferredLanguage()).toBe("en");
  });

  test("is the one that the server found right, but for the page that is the same for everybody", () => {
    browserSpeaks("de-CH");
    page.lang = "fr";
    expect(preferredLanguage()).toBe("fr");
    page.dataset["appPage"] = "";
    expect(preferredLanguage()).toBe("de");
  });

  test("is stored where the address names it: a registration has no such address", async () => {
    window.history.replaceState(null, "", "/services?lang=de");

    expect(await startLanguage()).toBe("de");
    expect([t("common.nav.home"), readCookie("language")]).toEqual(["Start", "de"]);
    await switchLanguage("en");
  });

  test("is not stored where nobody has named it", async () => {
    browserSpeaks("fr-CH");
    page.dataset["appPage"] = "";

    expect(await startLanguage()).toBe("fr");
    expect(readCookie("language")).toBeUndefined();
    await switchLanguage("en");
  });

  test("notifies who renders once its texts are there, and not before", async () => {
    const before = textsKey();
    const arrival = switchLanguage("de");
    expect(textsKey()).toBe(before);
    await arrival;
    expect(textsKey()).not.toBe(before);
    expect(t("common.nav.home")).toBe("Start");
    await switchLanguage("en");
    expect(textsKey()).toBe(before);
  });

  test("notifies with all texts that are in use, also where it is chosen twice at once", async () => {
    await loadMessages("privacy");
    const seen: string[] = [];
    const stop = onTexts(() => seen.push(`${t("common.nav.home")}, ${t("privacy.export.title")}`));

    await Promise.all([switchLanguage("de"), switchLanguage("de")]);

    expect(seen).toEqual(["Start, Eine Kopie Ihrer Daten"]);
    await Promise.all([switchLanguage("fr"), switchLanguage("en")]);
    expect(seen.at(-1)).toBe("Home, A copy of your data");
    stop();
  });

  test("that was chosen on this device goes before, and one that the address names before that", () => {
    page.lang = "de";
    writeCookie("language", "fr");
    expect(preferredLanguage()).toBe("fr");
    window.history.replaceState(null, "", "/?lang=en");
    expect(preferredLanguage()).toBe("en");
    window.history.replaceState(null, "", "/?lang=constructor");
    expect(preferredLanguage()).toBe("fr");
    writeCookie("language", "it");
    expect(preferredLanguage()).toBe("de");
  });
});

describe("texts that did not arrive", () => {
  beforeEach(async () => {
    vi.doMock("./de/week", () => {
      throw new Error("It did not arrive.");
    });
    await loadMessages("week");
    await switchLanguage("de");
    expect([t("week.day.1"), hasStandIns()]).toEqual(["Monday", true]);
    vi.doUnmock("./de/week");
  });
  afterEach(() => switchLanguage("en"));

  test("are tried again with the next ones", async () => {
    await loadMessages("week");

    expect([t("week.day.1"), hasStandIns()]).toEqual(["Montag", false]);
  });

  test("are tried again by choosing the language, and everything is rendered anew", async () => {
    const before = textsKey();

    await switchLanguage("de");

    expect([t("week.day.1"), hasStandIns()]).toEqual(["Montag", false]);
    expect(textsKey()).not.toBe(before);
  });
});

test("writes distances as people read them", () => {
  expect([0, 0.4, 1, null].map(distanceText)).toEqual([
    "in your postal code",
    "400 m away",
    "1.0 km away",
    "Distance unknown",
  ]);
});

test("puts elements into a text", () => {
  render(<p>{rich("auth.login.registerLink", { link: (inner) => <a href="/register">{inner}</a> })}</p>);

  expect(screen.getByRole("link", { name: "Sign up here" })).toHaveAttribute("href", "/register");
  expect(screen.getByText(/have an account/).parentElement).toHaveTextContent("Don't have an account? Sign up here");
});

test("what a person is called is no template", () => {
  expect(t("auth.sheet.signIn.why", { name: "{product} <b>'x'</b>" })).toContain("{product} <b>'x'</b>");
});

test("a sentence that ends with an abbreviation has one full stop", () => {
  expect(t("app.impersonation.who", { name: "Bruno K." })).toMatch(/ Bruno K\.$/);
  expect(t("app.impersonation.who", { name: "wait.." })).toMatch(/ wait\.\.\.$/);
  expect(t("app.impersonation.who", { name: "7. Dez." })).toMatch(/ 7\. Dez\.$/);
});

test("an unknown key, and a parameter that lacks, is too many or of another kind, is refused before anything runs", () => {
  const never = (): void => {
    // @ts-expect-error -- Unknown key.
    t("common.nothing");
    // @ts-expect-error -- The number is missing.
    t("common.reviews");
    // @ts-expect-error -- A plural needs a number, not a string.
    t("common.reviews", { count: "2" });
    // @ts-expect-error -- Unknown parameter.
    t("common.reviews", { count: 2, name: "Bruno" });
    // @ts-expect-error -- The text has no parameters.
    t("common.distance.unknown", { value: 2 });
    // @ts-expect-error -- A text with tags needs rich().
    t("auth.login.registerLink");
    // @ts-expect-error -- The element is missing.
    void rich("auth.login.registerLink", {});
  };
  expect(never).toBeTypeOf("function");
});

test("a language's file that lacks a text is refused before anything runs", () => {
  // @ts-expect-error -- Only "notifications.title" is there.
  const lacking = { "notifications.title": "Mitteilungen" } as const satisfies Translation<"notifications">;
  expect(Object.keys(lacking)).toHaveLength(1);
});
