import type { Order } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { returningUser } from "../support/device.ts";
import { disconnect, reconnect } from "../support/offline.ts";
import { toast } from "../support/page.ts";
import { expectStored, stored } from "../support/store.ts";

test("the offline demo shows how the device stands, and sends only with a connection", async ({ make, users }) => {
  const {
    users: made,
    orders: { job },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon" }],
  });
  const alice = await returningUser(users, made.alice);
  const { page } = alice;
  const main = page.getByRole("main");
  const figure = (name: string): Promise<string> =>
    main.locator("dl div").filter({ hasText: name }).locator("dd").first().innerText();
  const sync = page.getByRole("button", { name: "Force Sync Now" });
  await page.goto("/offline-test");
  await expect(page.getByText("You are connected.").first()).toBeVisible();
  await expectStored(page, "orders");
  const orders = (await stored(page))["orders"]?.length ?? 0;
  await expect.poll(() => figure("Cached orders")).toEqual(String(orders));
  await expect.poll(() => figure("Queued actions")).toBe("0");
  await expect(sync).toHaveCount(0);

  await disconnect(alice);
  await expect(page.getByText("You are not connected.").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Order" }).selectOption(job.id);
  await page.getByRole("button", { name: "Queue an update" }).click();
  await expect(toast(page, "Update Queued")).toContainText("Your update will be submitted when you're back online.", {
    useInnerText: true,
  });
  await expect.poll(() => figure("Queued actions")).toBe("1");
  await expect(sync).toHaveCount(0);
  await page.getByRole("tab", { name: "Action Queue" }).click();
  for (const [name, value] of Object.entries({ Total: "1", "Total retries": "0", "Order updates": "1" })) {
    await expect(
      main
        .getByRole("tabpanel")
        .locator("dl div")
        .filter({ hasText: new RegExp(`^${name}`) })
        .locator("dd")
        .first(),
      name,
    ).toHaveText(value, { useInnerText: true });
  }
  await expect(
    main
      .getByRole("tabpanel")
      .getByText(/Today, \d\d:\d\d/)
      .first(),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Features" }).click();
  await expect(page.getByText("1, 5, 15, 30, 60 seconds").first()).toBeVisible();
  await page.getByRole("tab", { name: "Data Cache" }).click();
  await page.getByRole("button", { name: "Clear the cache" }).click();
  await expect.poll(() => figure("Cached orders")).toBe("0");
  await expect.poll(() => figure("Queued actions")).toBe("1");

  await reconnect(alice);
  await expect
    .poll(
      async () =>
        (await alice.call<Order & { specialInstructions: string }>("GET", `/api/orders/${job.id}`)).specialInstructions,
    )
    .toBe("Please ring twice.");
  await expect.poll(() => figure("Queued actions")).toBe("0");
});
