import { expect } from "vitest";

import { ADDRESS, providerWithHours, type Order } from "../support/orders";
import type { Person } from "../support/person";
import { arrivesAt, sees } from "../support/seeing";
import { test } from "../support/stage";

async function confirms({ page }: Person): Promise<void> {
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await arrivesAt(page, /^\/checkout\//);
}

test("one draft is one order: after Back, after a reload, and in a second tab", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  const { id } = await alice.registers();
  const provider = await providerWithHours(alice, 2);
  const form = `/booking?providerId=${provider.id}`;
  const street = page.getByLabel("Street address");

  await page.goto(form);
  await street.fill(ADDRESS.street);
  await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
  await confirms(alice);
  const checkout = page.url();

  await page.goBack();
  await sees(page.getByRole("button", { name: "Confirm Booking" }));
  expect(await street.inputValue()).toBe(ADDRESS.street);
  await confirms(alice);
  expect(page.url()).toBe(checkout);

  await page.goto(form);
  await page.reload();
  await confirms(alice);
  expect(page.url()).toBe(checkout);

  const second = await alice.context.newPage();
  await second.goto(form);
  await second.getByLabel("Street address").fill(ADDRESS.street);
  await second.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
  await second.getByRole("button", { name: "Confirm Booking" }).click();
  await arrivesAt(second, /^\/checkout\//);
  expect(second.url()).toBe(checkout);
  await second.close();

  const orders = await alice.call<Order[]>("GET", `/api/orders/customer/${id}`);
  expect(orders.map((order) => order.id)).toEqual([checkout.split("/").at(-1)]);
});
