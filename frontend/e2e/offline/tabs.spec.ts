import { setStatus } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { isLiveEvents } from "../support/live-events.ts";
import { words } from "../support/page.ts";

/** Response time limit for each tab. */
const AT_ONCE_MS = 1000;

test("Back shows search, tabs and the whole list as they were left", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice", postalCode: "8001" }], providers: [{ ref: "salon" }] });
  const { page } = await users.signedIn(made.alice);

  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  await expect(page).toHaveURL("/?show=all");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("tab", { name: "Completed" }).click();
  await expect(page).toHaveURL("/history?tab=completed");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page).toHaveURL("/profile");

  await page.goBack();
  await expect(page.getByRole("tab", { name: "Completed", selected: true }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Show Less" }).first()).toBeVisible();

  await page.getByRole("search").getByRole("textbox").fill("zzz");
  await expect(page).toHaveURL("/?show=all&q=zzz");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page).toHaveURL("/profile");
  await page.goBack();
  await expect(page.getByRole("search").getByRole("textbox")).toHaveValue("zzz");
});

test("eight tabs of one account share a live connection, and another takes over", async ({ make, users }) => {
  const {
    users: made,
    providers: { salon },
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);
  let connections = 0;
  alice.context.on("request", (request) => {
    if (isLiveEvents(request.url())) connections += 1;
  });

  const tabs = [alice.page];
  for (let count = 1; count < 8; count += 1) tabs.push(await alice.context.newPage());
  const status = (index: number): Promise<string> =>
    words((tabs[index] ?? alice.page).locator("main [role=status]").first());
  for (const tab of tabs) {
    await tab.goto(`/tracking/${order.id}`);
    await expect(tab.getByText("Order Confirmed").first()).toBeVisible();
  }
  expect(connections).toBe(1);
  // All at once, because a browser has few connections per server.
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
  await setStatus(bruno, order, "pickup", "washing");
  for (const index of tabs.keys())
    await expect.poll(() => status(index)).toBe("Washing in Progress Your clothes are being washed and ironed");

  await alice.page.close();
  await setStatus(bruno, order, "delivery");
  for (let index = 1; index < 8; index += 1)
    await expect.poll(() => status(index)).toBe(`Out for Delivery ${salon.name} is delivering your order`);
  expect(connections).toBe(2);
});
