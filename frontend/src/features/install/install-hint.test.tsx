import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test, vi, type Mock } from "vitest";

import { captureInstallPrompt } from "@/lib/install-prompt";
import { axeViolations, renderScreen } from "@/test/render";
import { serve } from "@/test/server";

import { InstallHint } from "./install-hint";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const SAFARI = `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`;
const CHROME = `${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`;

function open(): ReturnType<typeof renderScreen> {
  serve({});
  return renderScreen(<InstallHint />);
}

/** Dispatches the browser's install prompt event. */
function dispatchInstallPrompt(): { prompt: Mock; event: Event } {
  const prompt = vi.fn(() => Promise.resolve());
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { prompt, event };
}

const hint = (): HTMLElement | null => screen.queryByRole("heading", { name: "Keep Suuber at hand" });

beforeAll(captureInstallPrompt);
afterEach(() => {
  act(() => void window.dispatchEvent(new Event("appinstalled")));
  vi.unstubAllGlobals();
});

describe("a browser that can install the app", () => {
  test("asks when Install is pressed, and not by itself", async () => {
    const { user, container } = open();
    expect(hint()).toBeNull();

    const { prompt, event } = dispatchInstallPrompt();

    expect(event.defaultPrevented).toBe(true);
    expect(hint()).toBeVisible();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Install" }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(hint()).toBeNull();
  });

  test("shows the hint on one visit, until it is declined", async () => {
    const first = open();
    dispatchInstallPrompt();
    first.unmount();
    // Another page of the same visit.
    const second = open();
    expect(hint()).toBeVisible();
    await second.user.click(screen.getByRole("button", { name: "No, thanks" }));
    expect(hint()).toBeNull();
    second.unmount();

    open();
    expect(hint()).toBeNull();
  });

  test("shows it no more on the next visit", () => {
    const first = open();
    dispatchInstallPrompt();
    first.unmount();
    window.sessionStorage.clear();

    open();
    expect(hint()).toBeNull();
  });

  test("takes it away once the app is installed in another way", () => {
    open();
    dispatchInstallPrompt();
    act(() => void window.dispatchEvent(new Event("appinstalled")));
    expect(hint()).toBeNull();
  });
});

describe("an iPhone", () => {
  const stubNavigator = (userAgent: string, standalone: boolean): void =>
    void vi.stubGlobal("navigator", { userAgent, standalone, languages: ["en"], onLine: true });

  test("is told how in Safari", () => {
    stubNavigator(SAFARI, false);
    open();
    expect(hint()).toBeVisible();
    expect(screen.getByText('Tap Share in Safari, then "Add to Home Screen".')).toBeVisible();
    expect(screen.queryByRole("button", { name: "Install" })).toBeNull();
  });

  test.each([
    ["in a browser that cannot", CHROME, false],
    ["where the app is installed", SAFARI, true],
  ])("is told nothing %s", (_, userAgent, standalone) => {
    stubNavigator(userAgent, standalone);
    open();
    expect(hint()).toBeNull();
  });
});
