import { ADDRESS, type Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";

async function confirm({ page }: Person): Promise<void> {
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page).toHaveURL(/\/checkout\//);
}

test("one draft is one order: after Back, after a reload, and in a second tab", async ({ make, users }) => {
  const {
    users: made,
    providers: { salon },
  } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  const form = `/booking?providerId=${salon.id}`;
  const street = page.getByLabel("Street address");

  await page.goto(form);
  await street.fill(ADDRESS.street);
  await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
  await confirm(alice);
  const checkout = page.url();

  await page.goBack();
  await expect(page.getByRole("button", { name: "Confirm Booking" })).toBeVisible();
  await expect(street).toHaveValue(ADDRESS.street);
  await confirm(alice);
  await expect(page).toHaveURL(checkout);

  await page.goto(form);
  await page.reload();
  await confirm(alice);
  await expect(page).toHaveURL(checkout);

  const second = await alice.context.newPage();
  await second.goto(form);
  await second.getByLabel("Street address").fill(ADDRESS.street);
  await second.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
  await second.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(second).toHaveURL(/\/checkout\//);
  await expect(second).toHaveURL(checkout);
  await second.close();

  const orders = await alice.call<Order[]>("GET", `/api/orders/customer/${made.alice.id}`);
  expect(orders.map((order) => order.id)).toEqual([checkout.split("/").at(-1)]);
});
