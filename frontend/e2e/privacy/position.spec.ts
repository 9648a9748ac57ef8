import type { Page } from "@playwright/test";

import type { Factory } from "../fixtures/factory.ts";
import { ADDRESS_LINE, type Order, setStatus } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";
import { navigate, signOut } from "../support/sign-out.ts";

/** Zurich main station, and a point some 8 km from it. */
const NEAR = { latitude: 47.378177, longitude: 8.540192, accuracy: 12 };
const FAR = { latitude: 47.4245, longitude: 8.4572, accuracy: 12 };

const bar = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Position sharing" });

type Setup = { alice: Person; bruno: Person; order: Pick<Order, "id"> };

/** An order of alice whose pickup bruno has started, on both phones. */
async function underWay(make: Factory["make"], users: Users): Promise<Setup> {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      {
        ref: "order",
        customer: "alice",
        provider: "salon",
        pickupAddress: ADDRESS_LINE,
        deliveryAddress: ADDRESS_LINE,
        status: "pickup",
      },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);
  await alice.page.goto(`/tracking/${order.id}`);
  await expect(alice.page.getByText("Pickup in Progress").first()).toBeVisible();
  await bruno.page.goto(`/provider#${order.id}`);
  return { alice, bruno, order };
}

async function share({ page }: Person, order: Pick<Order, "id">): Promise<void> {
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Share my position" }).click();
  await page
    .getByRole("dialog", { name: "Share your position?" })
    .getByRole("button", { name: "Share my position" })
    .click();
}

test("a provider on the way is seen by the customer on a map, until the step is done", async ({ make, users }) => {
  const { alice, bruno, order } = await underWay(make, users);
  await bruno.context.grantPermissions(["geolocation"]);
  await bruno.context.setGeolocation(FAR);
  const card = alice.page.getByRole("heading", { name: /^Where .+ is$/ });
  await expect(card).toHaveCount(0);

  // 1. Bruno is asked, and then sees that sharing is on.
  await share(bruno, order);
  await expect(
    bar(bruno.page)
      .getByText(/^Your position is shared with /)
      .first(),
  ).toBeVisible();

  // 2. Alice sees it live: in words, and on the map.
  await expect(card.first()).toBeVisible();
  await expect(alice.page.getByText(/is about \d\d min away$/).first()).toBeVisible();
  await expect(
    alice.page
      .getByRole("region", { name: /^Map with .+ and 8001 Zurich$/ })
      .getByText("8001 Zurich")
      .first(),
  ).toBeVisible();

  // 3. It continues across pages, and follows bruno.
  await bruno.page.getByRole("link", { name: "Week" }).click();
  await expect(bruno.page.getByRole("heading", { level: 1, name: "Your week" })).toBeVisible();
  await bruno.context.setGeolocation(NEAR);
  await expect(alice.page.getByText(/is about 5 min away$/).first()).toBeVisible();
  await expect(bar(bruno.page).first()).toBeVisible();

  // 4. The next status ends it on both sides, and deletes the position.
  await setStatus(bruno, order, "washing");
  await expect(toast(bruno.page, "Your position is no longer shared")).toBeVisible();
  await expect(bar(bruno.page).first()).toBeHidden();
  await expect(card.first()).toBeHidden();
  expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({ position: null });
});

test("map and bar keep nobody out, and who signs out takes their position with them", async ({ make, users }) => {
  const { alice, bruno, order } = await underWay(make, users);
  await bruno.context.grantPermissions(["geolocation"]);
  await bruno.context.setGeolocation(FAR);
  await bruno.page.getByRole("button", { name: "Share my position" }).first().click();
  await expectAccessible(bruno.page);
  await bruno.page.keyboard.press("Escape");
  await share(bruno, order);
  await expect(
    bar(bruno.page)
      .getByText(/^Your position is shared with /)
      .first(),
  ).toBeVisible();
  await expectAccessible(bruno.page);

  // The map can be focused and moved by keys, and does not catch scrolling.
  const map = alice.page.getByRole("region", { name: /^Map with/ });
  await expect(map.getByText("8001 Zurich").first()).toBeVisible();
  await expectAccessible(alice.page);
  await map.focus();
  const label = map.getByText("8001 Zurich");
  const before = (await label.boundingBox())?.x ?? 0;
  await alice.page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await label.boundingBox())?.x ?? 0).toBeLessThan(before);

  await navigate(bruno.page, "/profile");
  await signOut(bruno.page);
  await expect(map.first()).toBeHidden();
  expect(await alice.call("GET", `/api/orders/${order.id}`)).toMatchObject({ position: null });
});

test("stopping takes the position away at once; who shares again is asked again", async ({ make, users }) => {
  const { alice, bruno, order } = await underWay(make, users);
  await bruno.context.grantPermissions(["geolocation"]);
  await bruno.context.setGeolocation(NEAR);
  const card = alice.page.getByRole("heading", { name: /^Where .+ is$/ });
  await share(bruno, order);
  await expect(card.first()).toBeVisible();

  await bar(bruno.page).getByRole("button", { name: "Stop" }).click();
  await expect(bar(bruno.page).first()).toBeHidden();
  await expect(card.first()).toBeHidden();

  await share(bruno, order);
  await expect(card.first()).toBeVisible();
  await bruno.page.reload();
  await expect(bruno.page.getByRole("button", { name: "Share my position" }).first()).toBeVisible();
  await expect(card.first()).toBeHidden();
  await expect(bar(bruno.page)).toHaveCount(0);
});

test("a browser that does not allow it is told of, and without a connection nothing is sent", async ({
  make,
  users,
}) => {
  const { alice, bruno, order } = await underWay(make, users);
  await share(bruno, order);
  await expect(
    bar(bruno.page)
      .getByText(/^Your browser does not let us see your position/)
      .first(),
  ).toBeVisible();
  await bar(bruno.page).getByRole("button", { name: "Close" }).click();
  await expect(bar(bruno.page).first()).toBeHidden();

  await bruno.context.grantPermissions(["geolocation"]);
  await bruno.context.setGeolocation(NEAR);
  await share(bruno, order);
  await expect(
    bar(bruno.page)
      .getByText(/^Your position is shared with /)
      .first(),
  ).toBeVisible();
  bruno.pageErrors.isOffline = true;
  await bruno.context.setOffline(true);
  await expect(
    bar(bruno.page)
      .getByText(/^You are offline: nothing is sent to /)
      .first(),
  ).toBeVisible();
  await bruno.context.setOffline(false);
  await bar(bruno.page).getByRole("button", { name: "Stop" }).click();
  await expect(alice.page.getByRole("heading", { name: /^Where .+ is$/ }).first()).toBeHidden();
});
