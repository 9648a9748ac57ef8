import type { Page } from "playwright-core";
import { expect } from "vitest";

import { goes, signsOut } from "./support/leaving";
import { looksRight } from "./support/looks";
import { moves, pays, placesOrder, type Order } from "./support/orders";
import { DEMO, type Person } from "./support/person";
import { sees, seesNoMore, toast } from "./support/seeing";
import { test, type Stage } from "./support/stage";

/** At the main station of Zurich, and on the other side of the town, some 8 km from there. */
const NEAR = { latitude: 47.378177, longitude: 8.540192, accuracy: 12 };
const FAR = { latitude: 47.4245, longitude: 8.4572, accuracy: 12 };

const bar = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Position sharing" });

/** Alice's order, to whose pickup Nora has set out, on Nora's phone and on Alice's. */
async function underWay(stage: Stage): Promise<{ alice: Person; nora: Person; order: Order }> {
  const alice = await stage.enters();
  const nora = await stage.enters();
  await alice.signsIn(DEMO.customer);
  const { providerId } = await nora.signsIn(DEMO.provider);
  const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }));
  await moves(nora, order, "pickup");
  await alice.page.goto(`/tracking/${order.id}`);
  await sees(alice.page.getByText("Pickup in Progress").first());
  await nora.page.goto(`/provider#${order.id}`);
  return { alice, nora, order };
}

async function shares({ page }: Person, order: Order): Promise<void> {
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Share my position" }).click();
  await page.getByRole("dialog", { name: "Share your position?" }).getByRole("button", { name: "Share my position" }).click();
}

test("a provider on the way is seen by the customer on a map, until the step is done", async ({ stage }) => {
  const { alice, nora, order } = await underWay(stage);
  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(FAR);
  const card = alice.page.getByRole("heading", { name: /^Where .+ is$/ });
  expect(await card.count()).toBe(0);

  // 1. Nora is asked, and sees from then on that it runs.
  await shares(nora, order);
  await sees(bar(nora.page).getByText(/^Your position is shared with /));

  // 2. Alice sees it without asking: in words, and on the map.
  await sees(card);
  await sees(alice.page.getByText(/is about \d\d min away$/));
  await sees(alice.page.getByRole("region", { name: /^Map with .+ and 8001 Zurich$/ }).getByText("8001 Zurich"));

  // 3. It goes on over pages, and moves as Nora does.
  await nora.page.getByRole("link", { name: "Week" }).click();
  await sees(nora.page.getByRole("heading", { level: 1, name: "Your week" }));
  await nora.context.setGeolocation(NEAR);
  await sees(alice.page.getByText(/is about 5 min away$/));
  await sees(bar(nora.page));

  // 4. The step ends it on both sides, and nothing is left.
  await moves(nora, order, "washing");
  await toast(nora.page, "Your position is no longer shared");
  await seesNoMore(bar(nora.page));
  await seesNoMore(card);
  expect(await alice.call("GET", `/api/orders/${order.id}/position`)).toEqual({ position: null });
});

test("map and bar keep nobody out, and who signs out takes their position with them", async ({ stage }) => {
  const { alice, nora, order } = await underWay(stage);
  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(FAR);
  await nora.page.getByRole("button", { name: "Share my position" }).first().click();
  await looksRight(nora.page);
  await nora.page.keyboard.press("Escape");
  await shares(nora, order);
  await sees(bar(nora.page).getByText(/^Your position is shared with /));
  await looksRight(nora.page);

  // The map is reached and moved by keys, and the page scrolls past it.
  const map = alice.page.getByRole("region", { name: /^Map with/ });
  await sees(map.getByText("8001 Zurich"));
  await looksRight(alice.page);
  await map.focus();
  const place = map.getByText("8001 Zurich");
  const before = (await place.boundingBox())?.x ?? 0;
  await alice.page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await place.boundingBox())?.x ?? 0).toBeLessThan(before);

  await goes(nora.page, "/profile");
  await signsOut(nora.page);
  await seesNoMore(map);
  expect(await alice.call("GET", `/api/orders/${order.id}/position`)).toEqual({ position: null });
});

test("stopping takes the position away at once; who shares again is asked again", async ({ stage }) => {
  const { alice, nora, order } = await underWay(stage);
  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(NEAR);
  const card = alice.page.getByRole("heading", { name: /^Where .+ is$/ });
  await shares(nora, order);
  await sees(card);

  await bar(nora.page).getByRole("button", { name: "Stop" }).click();
  await seesNoMore(bar(nora.page));
  await seesNoMore(card);

  await shares(nora, order);
  await sees(card);
  await nora.page.reload();
  await sees(nora.page.getByRole("button", { name: "Share my position" }).first());
  await seesNoMore(card);
  expect(await bar(nora.page).count()).toBe(0);
});

test("a browser that does not allow it is told of, and without a connection nothing is sent", async ({ stage }) => {
  const { alice, nora, order } = await underWay(stage);
  await shares(nora, order);
  await sees(bar(nora.page).getByText(/^Your browser does not let us see your position/));
  await bar(nora.page).getByRole("button", { name: "Close" }).click();
  await seesNoMore(bar(nora.page));

  await nora.context.grantPermissions(["geolocation"]);
  await nora.context.setGeolocation(NEAR);
  await shares(nora, order);
  await sees(bar(nora.page).getByText(/^Your position is shared with /));
  nora.watch.isOffline = true;
  await nora.context.setOffline(true);
  await sees(bar(nora.page).getByText(/^You are offline: nothing is sent to /));
  await nora.context.setOffline(false);
  await bar(nora.page).getByRole("button", { name: "Stop" }).click();
  await seesNoMore(alice.page.getByRole("heading", { name: /^Where .+ is$/ }));
});
