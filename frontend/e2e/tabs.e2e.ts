import { expect } from "vitest";

import { moves, nameOf, pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO } from "./support/person";
import { arrivesAt, becomes, sees, words } from "./support/seeing";
import { test } from "./support/stage";

/** How soon each of the tabs is answered. */
const AT_ONCE_MS = 1000;

test("Back shows search, tabs and the whole list as they were left", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  await alice.signsIn(DEMO.customer);

  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  await arrivesAt(page, "/?show=all");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("tab", { name: "Completed" }).click();
  await arrivesAt(page, "/history?tab=completed");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await arrivesAt(page, "/profile");

  await page.goBack();
  await sees(page.getByRole("tab", { name: "Completed", selected: true }));
  await page.goBack();
  await sees(page.getByRole("button", { name: "Show Less" }));

  await page.getByRole("search").getByRole("textbox").fill("zzz");
  await arrivesAt(page, "/?show=all&q=zzz");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await arrivesAt(page, "/profile");
  await page.goBack();
  await becomes(() => page.getByRole("search").getByRole("textbox").inputValue(), "zzz");
});

test("eight tabs of one account share a live connection, and another takes over", async ({ stage }) => {
  const alice = await stage.enters();
  const dora = await stage.enters();
  await dora.signsIn(DEMO.operator);
  await alice.signsIn(DEMO.customer);
  const provider = await providerWithHours(alice, 5);
  const order = await pays(alice, await placesOrder(alice, provider));
  let connections = 0;
  alice.context.on("request", (request) => {
    if (request.url().endsWith("/api/events")) connections += 1;
  });

  const tabs = [alice.page];
  for (let count = 1; count < 8; count += 1) tabs.push(await alice.context.newPage());
  const status = (index: number): Promise<string> => words((tabs[index] ?? alice.page).locator("main [role=status]"));
  for (const tab of tabs) {
    await tab.goto(`/tracking/${order.id}`);
    await sees(tab.getByText("Order Confirmed"));
  }
  expect(connections).toBe(1);
  // All of them at once: a browser has few connections to one server.
  const slowest = async (): Promise<number> => {
    const times = tabs.map((tab) =>
      tab.evaluate(async () => {
        const begun = performance.now();
        await (await fetch("/api/config", { cache: "no-store" })).text();
        return performance.now() - begun;
      }),
    );
    return Math.max(...(await Promise.all(times)));
  };
  await expect.poll(slowest).toBeLessThan(AT_ONCE_MS);
  await moves(dora, order, "pickup", "washing");
  for (const index of tabs.keys()) await becomes(() => status(index), "Washing in Progress Your clothes are being washed and ironed");

  await alice.page.close();
  await moves(dora, order, "delivery");
  for (let index = 1; index < 8; index += 1) await becomes(() => status(index), `Out for Delivery ${nameOf(provider)} is delivering your order`);
  expect(connections).toBe(2);
});
