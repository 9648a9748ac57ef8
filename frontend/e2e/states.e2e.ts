import { describe, expect } from "vitest";

import { CARDS } from "./support/cards";
import { looksRight } from "./support/looks";
import { ADDRESS, nameOf, pays, placesOrder, providerWithHours, savesCard, type Order } from "./support/orders";
import { fillsCard } from "./support/paying";
import { DEMO, type Person } from "./support/person";
import { sees } from "./support/seeing";
import { test } from "./support/stage";

/** The orders of the demo customer, one of each status that its past has. */
async function oneOfEach(person: Person): Promise<Order[]> {
  const { id } = await person.signsIn(DEMO.customer);
  const orders = await person.call<Order[]>("GET", `/api/orders/customer/${id}`);
  return [...new Map(orders.map((order) => [order.status, order])).values()];
}

describe("a visitor", () => {
  test("finds the places, a provider, the sign-in within a booking and an address of nothing open to everybody", async ({ stage }) => {
    const visitor = await stage.enters();
    const { page, watch } = visitor;
    const provider = await providerWithHours(visitor, 2);
    await page.goto("/");
    await page.getByRole("button", { name: /^Place: / }).click();
    const places = page.getByRole("dialog", { name: "Where do you need laundry?" });
    await places.getByLabel("Postal code or city").fill("80");
    await sees(places.getByRole("list", { name: "Places" }).getByRole("button"));
    await looksRight(page);

    await page.goto(`/providers/${provider.id}`);
    await sees(page.getByRole("heading", { level: 1, name: nameOf(provider) }));
    await looksRight(page);

    await page.goto(`/booking?providerId=${provider.id}`);
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await sees(page.getByRole("dialog", { name: "Last step: your account" }));
    await looksRight(page);

    watch.allowAnswer(404);
    await page.goto("/nothing-is-here");
    await sees(page.getByRole("heading", { level: 1, name: "404 Page Not Found" }));
    await looksRight(page);
  });
});

describe("somebody with an account", () => {
  test("finds the same again open to everybody", async ({ stage }) => {
    const katrin = await stage.enters();
    const { page } = katrin;
    await katrin.signsIn("katrin.wyss@example.com");
    await savesCard(katrin, CARDS.succeeds);
    await page.goto("/");
    await page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: / }).first().click();
    const sheet = page.getByRole("dialog", { name: /^Again: / });
    await sees(sheet.getByText("Visa •••• 4242"));
    await looksRight(page);
  });

  test("finds the own pages open to everybody", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.signsIn(DEMO.customer);
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
      await sees(page.getByText(text));
      await looksRight(page);
    }
  });

  test("finds every stage of an order open to everybody", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    const orders = await oneOfEach(alice);
    expect(orders.map(({ status }) => status)).toEqual(expect.arrayContaining(["completed", "cancelled"]));
    for (const order of orders) {
      await page.goto(`/tracking/${order.id}`);
      await sees(page.getByRole("heading", { name: "Order details" }));
      await looksRight(page);
    }
  });

  test("finds booking, paying and every dialog open to everybody", async ({ stage }) => {
    const alice = await stage.enters();
    const { page } = alice;
    await alice.registers();
    const provider = await providerWithHours(alice, 6);
    await page.goto(`/booking?providerId=${provider.id}`);
    await sees(page.getByText("Preferred pickup time"));
    await page.getByRole("button", { name: "Add a note for your provider" }).click();
    await page.getByLabel("Street address").fill("x");
    await page.getByLabel("City").fill("");
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await sees(page.getByText("City is required"));
    await looksRight(page);

    const order = await placesOrder(alice, provider);
    await page.goto(`/checkout/${order.id}`);
    await fillsCard(page, CARDS.mistyped);
    await page.getByRole("button", { name: "Pay 27.50 CHF" }).click();
    await sees(page.getByText("Payment Failed"));
    await looksRight(page);
    await page.goto(`/tracking/${order.id}`);
    await sees(page.getByText("Waiting for payment"));
    await looksRight(page);

    await pays(alice, order);
    await page.goto(`/tracking/${order.id}`);
    for (const [button, text] of [
      ["Cancel order", "Keep order"],
      ["Change pickup time", "Day"],
      ["Change address or note", "Delivery address"],
      ["Message", "Your message"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await sees(page.getByRole("dialog").getByText(text));
      await looksRight(page);
      await page.keyboard.press("Escape");
    }
  });

  test("with the longest of words breaks no page", async ({ stage }) => {
    const alice = await stage.enters();
    const bruno = await stage.enters();
    await alice.registers("Maximiliane".repeat(7));
    const { providerId } = await bruno.signsIn(DEMO.provider);
    const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }, 1, "Donaudampfschifffahrt".repeat(20)));

    for (const { person, path } of [
      { person: alice, path: `/tracking/${order.id}` },
      { person: alice, path: "/history" },
      { person: alice, path: "/profile" },
      { person: bruno, path: "/provider" },
      { person: bruno, path: "/notifications" },
    ]) {
      await person.page.goto(path);
      await sees(person.page.getByRole("listitem"));
      await looksRight(person.page);
    }
  });

  test("finds the workspace open to everybody", async ({ stage }) => {
    const bruno = await stage.enters();
    const { page } = bruno;
    await bruno.signsIn(DEMO.provider);
    await page.goto("/provider");
    for (const tab of ["To do", "Not paid yet", "Done"]) {
      await page.getByRole("tab", { name: tab }).click();
      await sees(page.getByRole("tabpanel"));
      await looksRight(page);
    }
  });
});
