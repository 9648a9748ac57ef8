import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS, nameOf, type Order, payOrder, placeOrder, providerWithHours, saveCard } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { fillCard } from "../support/paying.ts";

/** The orders of the demo customer, one of each status that its past has. */
async function oneOfEach(person: Person): Promise<Order[]> {
  const { id } = await person.signIn(DEMO.customer);
  const orders = await person.call<Order[]>("GET", `/api/orders/customer/${id}`);
  return [...new Map(orders.map((order) => [order.status, order])).values()];
}

test.describe("a visitor", () => {
  test("finds the places, a provider, the sign-in within a booking and an address of nothing open to everybody", async ({ users }) => {
    const visitor = await users.visitor();
    const { page, pageErrors } = visitor;
    const provider = await providerWithHours(visitor, 2);
    await page.goto("/");
    await page.getByRole("button", { name: /^Place: / }).click();
    const places = page.getByRole("dialog", { name: "Where do you need laundry?" });
    await places.getByLabel("Postal code or city").fill("80");
    await expect(places.getByRole("list", { name: "Places" }).getByRole("button").first()).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/providers/${provider.id}`);
    await expect(page.getByRole("heading", { level: 1, name: nameOf(provider) })).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("dialog", { name: "Last step: your account" })).toBeVisible();
    await expectAccessible(page);

    pageErrors.allowResponse(404);
    await page.goto("/nothing-is-here");
    await expect(page.getByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("somebody with an account", () => {
  test("finds the same again open to everybody", async ({ users }) => {
    const katrin = await users.visitor();
    const { page } = katrin;
    await katrin.signIn("katrin.wyss@example.com");
    await saveCard(katrin, CARDS.succeeds);
    await page.goto("/");
    await page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: / }).first().click();
    const sheet = page.getByRole("dialog", { name: /^Again: / });
    await expect(sheet.getByText("Visa •••• 4242").first()).toBeVisible();
    await expectAccessible(page);
  });

  test("finds the own pages open to everybody", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.signIn(DEMO.customer);
    const shown: [path: string, text: string][] = [
      ["/history", "Reorder"],
      ["/notifications", "Mark all as read"],
      ["/profile", DEMO.customer],
      ["/profile/edit", "Save"],
      ["/profile/addresses", "Add address"],
      ["/profile/settings", "Change password"],
      ["/tracking", "Your provider"],
    ];
    for (const [path, text] of shown) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page);
    }
  });

  test("finds every stage of an order open to everybody", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    const orders = await oneOfEach(alice);
    expect(orders.map(({ status }) => status)).toEqual(expect.arrayContaining(["completed", "cancelled"]));
    for (const order of orders) {
      await page.goto(`/tracking/${order.id}`);
      await expect(page.getByRole("heading", { name: "Order details" })).toBeVisible();
      await expectAccessible(page);
    }
  });

  test("finds booking, paying and every dialog open to everybody", async ({ users }) => {
    const alice = await users.visitor();
    const { page } = alice;
    await alice.register();
    const provider = await providerWithHours(alice, 6);
    await page.goto(`/booking?providerId=${provider.id}`);
    await expect(page.getByText("Preferred pickup time").first()).toBeVisible();
    await page.getByRole("button", { name: "Add a note for your provider" }).click();
    await page.getByLabel("Street address").fill("x");
    await page.getByLabel("City").fill("");
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByText("City is required").first()).toBeVisible();
    await expectAccessible(page);

    const order = await placeOrder(alice, provider);
    await page.goto(`/checkout/${order.id}`);
    await fillCard(page, CARDS.mistyped);
    await page.getByRole("button", { name: "Pay 27.50 CHF" }).click();
    await expect(page.getByText("Payment Failed").first()).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/tracking/${order.id}`);
    await expect(page.getByText("Waiting for payment").first()).toBeVisible();
    await expectAccessible(page);

    await payOrder(alice, order);
    await page.goto(`/tracking/${order.id}`);
    for (const [button, text] of [
      ["Cancel order", "Keep order"],
      ["Change pickup time", "Day"],
      ["Change address or note", "Delivery address"],
      ["Message", "Your message"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("dialog").getByText(text).first()).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    }
  });

  test("with the longest of words breaks no page", async ({ users }) => {
    const alice = await users.visitor();
    const bruno = await users.visitor();
    await alice.register("Maximiliane".repeat(7));
    const { providerId } = await bruno.signIn(DEMO.provider);
    const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }, 1, "Donaudampfschifffahrt".repeat(20)));

    for (const { person, path } of [
      { person: alice, path: `/tracking/${order.id}` },
      { person: alice, path: "/history" },
      { person: alice, path: "/profile" },
      { person: bruno, path: "/provider" },
      { person: bruno, path: "/notifications" },
    ]) {
      await person.page.goto(path);
      await expect(person.page.getByRole("listitem").first()).toBeVisible();
      await expectAccessible(person.page);
    }
  });

  test("finds the workspace open to everybody", async ({ users }) => {
    const bruno = await users.visitor();
    const { page } = bruno;
    await bruno.signIn(DEMO.provider);
    await page.goto("/provider");
    for (const tab of ["To do", "Not paid yet", "Done"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel").first()).toBeVisible();
      await expectAccessible(page);
    }
  });
});
