import type { Page } from "@playwright/test";

import { type Order, payOrder, placeOrder, setStatus } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";
import { navigate, signOut } from "../support/sign-out.ts";

/** At the main station of Zurich, and on the other side of the town, some 8 km from there. */
const NEAR = { latitude: 47.378177, longitude: 8.540192, accuracy: 12 };
const FAR = { latitude: 47.4245, longitude: 8.4572, accuracy: 12 };

const bar = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Position sharing" });

/** Alice's order, to whose pickup Nora has set out, on Nora's phone and on Alice's. */
async function underWay(users: Users): Promise<{ alice: Person; nora: Person; order: Order }> {
  const alice = await users.visitor();
  const nora = await users.visitor();
  await alice.signIn(DEMO.customer);
  const { providerId } = await nora.signIn(DEMO.provider);
  const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }));
  await setStatus(nora, order, "pickup");
  await alice.page.goto(`/tracking/${order.id}`);
  await expect(alice.page.getByText("Pickup in Progress").first()).toBeVisible();
  await nora.page.goto(`/provider#${order.id}`);
  return { alice, nora, order };
}

async function share({ page }: Person, order: Order): Promise<void> {
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Share my position" }).click();
  await page.getByRole("dialog", { name: "Share your position?" }).getByRole("button", { name: "Share my position" }).click();
}

test("a provider on the way is seen by the customer on a map, until the step is done", async ({ users }) => {
  const { alice, nora, order } = await underWay(users);
  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(FAR);
  const card = alice.page.getByRole("heading", { name: /^Where .+ is$/ });
  await expect(card).toHaveCount(0);

  // 1. Nora is asked, and sees from then on that it runs.
  await share(nora, order);
  await expect(bar(nora.page).getByText(/^Your position is shared with /).first()).toBeVisible();

  // 2. Alice sees it without asking: in words, and on the map.
  await expect(card.first()).toBeVisible();
  await expect(alice.page.getByText(/is about \d\d min away$/).first()).toBeVisible();
  await expect(alice.page.getByRole("region", { name: /^Map with .+ and 8001 Zurich$/ }).getByText("8001 Zurich").first()).toBeVisible();

  // 3. It goes on over pages, and moves as Nora does.
  await nora.page.getByRole("link", { name: "Week" }).click();
  await expect(nora.page.getByRole("heading", { level: 1, name: "Your week" })).toBeVisible();
  await nora.context.setGeolocation(NEAR);
  await expect(alice.page.getByText(/is about 5 min away$/).first()).toBeVisible();
  await expect(bar(nora.page).first()).toBeVisible();

  // 4. The step ends it on both sides, and nothing is left.
  await setStatus(nora, order, "washing");
  await expect(toast(nora.page, "Your position is no longer shared")).toBeVisible();
  await expect(bar(nora.page).first()).toBeHidden();
  await expect(card.first()).toBeHidden();
  expect(await alice.call("GET", `/api/orders/${order.id}/position`)).toEqual({ position: null });
});

test("map and bar keep nobody out, and who signs out takes their position with them", async ({ users }) => {
  const { alice, nora, order } = await underWay(users);
  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(FAR);
  await nora.page.getByRole("button", { name: "Share my position" }).first().click();
  await expectAccessible(nora.page);
  await nora.page.keyboard.press("Escape");
  await share(nora, order);
  await expect(bar(nora.page).getByText(/^Your position is shared with /).first()).toBeVisible();
  await expectAccessible(nora.page);

  // The map is reached and moved by keys, and the page scrolls past it.
  const map = alice.page.getByRole("region", { name: /^Map with/ });
  await expect(map.getByText("8001 Zurich").first()).toBeVisible();
  await expectAccessible(alice.page);
  await map.focus();
  const place = map.getByText("8001 Zurich");
  const before = (await place.boundingBox())?.x ?? 0;
  await alice.page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await place.boundingBox())?.x ?? 0).toBeLessThan(before);

  await navigate(nora.page, "/profile");
  await signOut(nora.page);
  await expect(map.first()).toBeHidden();
  expect(await alice.call("GET", `/api/orders/${order.id}/position`)).toEqual({ position: null });
});

test("stopping takes the position away at once; who shares again is asked again", async ({ users }) => {
  const { alice, nora, order } = await underWay(users);
  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(NEAR);
  const card = alice.page.getByRole("heading", { name: /^Where .+ is$/ });
  await share(nora, order);
  await expect(card.first()).toBeVisible();

  await bar(nora.page).getByRole("button", { name: "Stop" }).click();
  await expect(bar(nora.page).first()).toBeHidden();
  await expect(card.first()).toBeHidden();

  await share(nora, order);
  await expect(card.first()).toBeVisible();
  await nora.page.reload();
  await expect(nora.page.getByRole("button", { name: "Share my position" }).first()).toBeVisible();
  await expect(card.first()).toBeHidden();
  await expect(bar(nora.page)).toHaveCount(0);
});

test("a browser that does not allow it is told of, and without a connection nothing is sent", async ({ users }) => {
  const { alice, nora, order } = await underWay(users);
  await share(nora, order);
  await expect(bar(nora.page).getByText(/^Your browser does not let us see your position/).first()).toBeVisible();
  await bar(nora.page).getByRole("button", { name: "Close" }).click();
  await expect(bar(nora.page).first()).toBeHidden();

  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(NEAR);
  await share(nora, order);
  await expect(bar(nora.page).getByText(/^Your position is shared with /).first()).toBeVisible();
  nora.pageErrors.isOffline = true;
  await nora.context.setOffline(true);
  await expect(bar(nora.page).getByText(/^You are offline: nothing is sent to /).first()).toBeVisible();
  await nora.context.setOffline(false);
  await bar(nora.page).getByRole("button", { name: "Stop" }).click();
  await expect(alice.page.getByRole("heading", { name: /^Where .+ is$/ }).first()).toBeHidden();
});
