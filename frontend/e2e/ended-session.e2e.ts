import type { Page } from "playwright-core";
import { expect } from "vitest";

import { sessionEnds } from "./support/leaving";
import { cancelsUnpaid, placesOrder, providerOtherThan } from "./support/orders";
import { DEMO, PASSWORD, type Person } from "./support/person";
import { isGuarded, ROUTES } from "./support/routes";
import { arrivesAt, becomes, hasArrived, leadsTo, sees } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { sweep } from "./support/sweep";

const LONG_TEST_MS = 300_000;

/** The routes that ask who is there before they show anything. */
const GUARDED = ROUTES.filter(isGuarded);
/** What a person may have in the address of a page, beside its path. */
const OWN_QUERY: Readonly<Record<string, string>> = {
  "/booking": "&service=ironing#dates",
  "/history": "?tab=completed",
  "/provider": "?tab=done",
  "/recurring": "?form=open",
  "/tracking/:orderId?": "#messages",
};

type Scene = { bruno: Person; page: Page; providerId: string; orderId: string };

/** A provider, who is a customer, too, and has every page. */
async function begins(stage: Stage): Promise<Scene> {
  const bruno = await stage.enters();
  // Whoever asks first after the session has ended is told so.
  bruno.watch.allowAnswer(401);
  const { id, providerId: own } = await bruno.signsIn(DEMO.provider);
  await cancelsUnpaid(bruno, id);
  const provider = await providerOtherThan(bruno, own);
  const { id: orderId } = await placesOrder(bruno, provider, 3);
  return { bruno, page: bruno.page, providerId: provider.id, orderId };
}

/** The address of a page as somebody has it open. */
function addressOf(route: string, { providerId, orderId }: Scene): string {
  const path = route === "/booking" ? `/booking?providerId=${providerId}` : route.replace(/:orderId\??/, orderId);
  return path + (OWN_QUERY[route] ?? "?from=mail");
}

/** The session of somebody ends on the server while they look at a page; the page says so by itself. Answers its heading before that. */
async function endsAt({ bruno, page }: Scene, address: string): Promise<string | undefined> {
  const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
  await page.goto(address);
  await opened;
  await sees(page.getByRole("heading", { level: 1 }));
  // Whose page it is must be on screen: else nobody there was signed in.
  await hasArrived(page);
  if (address.endsWith("#dates")) await sees(page.getByRole("heading", { level: 1, name: "More dates" }));
  const [heading] = await page.getByRole("heading", { level: 1 }).allInnerTexts();
  await sessionEnds(bruno);
  await sees(page.getByText("You are signed out"));
  return heading;
}

test("every page of an account whose session has ended leads to the sign-in page, which knows it with its query", async ({ stage }) => {
  const scene = await begins(stage);
  const { bruno, page, orderId } = scene;
  const toSignIn = page.getByRole("link", { name: "Sign in", exact: true });
  await bruno.call("POST", `/api/orders/${orderId}/cancellation`);
  await endsAt(scene, "/profile");

  expect(GUARDED.length).toBeGreaterThanOrEqual(13);
  for (const route of GUARDED) {
    const address = addressOf(route, scene);
    await leadsTo(page, address);
    await becomes(() => toSignIn.getAttribute("href"), `/login?next=${encodeURIComponent(address)}`);
    await sees(page.getByText("You are signed out"));
    await toSignIn.click();
    await sees(page.getByRole("heading", { level: 1, name: "Welcome to Suuber" }));
  }
});

/** Signs in on the page that asks for it, as whoever was there before. */
async function signsInAgain(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await page.getByLabel("Email").fill(DEMO.provider);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
}

test("who signs in again is where they were, and sees what they saw", async ({ stage }) => {
  const scene = await begins(stage);
  const { bruno, page, orderId, providerId } = scene;
  const places = [
    // Not the last one: what it still asks for an order would be refused once that is cancelled.
    { address: `/checkout/${orderId}?from=mail`, shows: page.getByText("Order summary") },
    { address: "/provider?tab=done", shows: page.getByRole("tab", { name: /^Done/, selected: true }) },
    { address: `/booking?providerId=${providerId}&service=ironing`, shows: page.getByRole("radio", { name: /Ironing Only/, checked: true }) },
  ];
  for (const { address, shows } of places) {
    await endsAt(scene, address);
    await signsInAgain(page);
    await arrivesAt(page, address);
    await sees(shows);
  }
  await bruno.call("POST", `/api/orders/${orderId}/cancellation`);
});

test("every page of an account is there again once its person has signed in", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  const { bruno, page, orderId } = scene;
  // The checkout asks about an order that waits for its payment.
  for (const route of sweep(GUARDED, 0)) {
    const address = addressOf(route, scene);
    const before = await endsAt(scene, address);
    await signsInAgain(page);
    await becomes(() => page.url().slice(new URL(page.url()).origin.length), address);
    await becomes(async () => (await page.getByRole("heading", { level: 1 }).allInnerTexts())[0], before);
    await hasArrived(page);
    expect(await page.getByText("You are signed out").count()).toBe(0);
    expect(await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).count()).toBe(0);
  }
  await page.goto("/help");
  await bruno.call("POST", `/api/orders/${orderId}/cancellation`);
});
