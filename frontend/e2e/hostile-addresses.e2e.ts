import { expect } from "vitest";

import { cancelsUnpaid, placesOrder, providerWithHours, type Order } from "./support/orders";
import { DEMO } from "./support/person";
import { astray, listensTo, unsafe } from "./support/requests";
import { ROUTES } from "./support/routes";
import { drawn, hasArrived, leadsTo, sees } from "./support/seeing";
import { test } from "./support/stage";

/** Every route with a parameter, up to that. */
const WITH_PARAMETER = ROUTES.flatMap((route) => (route.includes(":") ? [route.replace(/:.*/, "")] : []));
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
// What a parameter would have to be to reach another call: dots, slashes, queries and fragments, encoded once and twice.
const PARAMETERS = [
  "%2E%2E",
  "..%2Fauth%2Flogout%3F",
  "..%2F..%2Fapi%2Fauth%2Flogout",
  "%2Fapi%2Fauth%2Flogout",
  "%5C..%5Cauth%5Clogout",
  "..;%2Fauth%2Flogout",
  "%252E%252E%252Fauth%252Flogout",
  `${ID}%2Fcancellation%3F`,
  `${ID}%2Fcancellation`,
  `${ID}%2F..%2F..%2Fprofile`,
  `${ID}%23%2Fcancellation`,
  `${ID}%3Bx%2Fcancellation`,
];
const QUERY = "?payment_intent=x&redirect_status=succeeded";

test("60 hostile addresses act on nothing and ask for nothing but what the page is about", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  const { email } = await alice.signsIn(DEMO.customer);
  await page.goto("/profile");
  await sees(page.getByText(email));
  const requests = listensTo(alice);

  const addresses = WITH_PARAMETER.flatMap((route) => PARAMETERS.map((parameter) => route + parameter + QUERY));
  expect(addresses.length).toBeGreaterThanOrEqual(60);
  for (const address of addresses) {
    await leadsTo(page, address);
    await sees(page.getByRole("heading", { level: 1 }));
    await drawn(page);
  }

  expect(unsafe(requests)).toEqual([]);
  expect(astray(requests)).toEqual([]);
  expect(requests.calls).not.toContain("GET /api/profile");
  expect(requests.foreign).toEqual([]);

  await page.goto("/profile");
  await sees(page.getByText(email));
});

/** What each of the routes is loaded with: calls of the API behind a real order's number, or instead of it. */
const loaded = (id: string): string[] => ["..%2F..%2Fapi%2Fauth%2Flogout", "%252E%252E%252Fauth%252Flogout", `${id}%2Fcancellation`, `%5C..%5C${id}%5Ccancellation`];

test("20 of them, loaded as from a mail, are answered with a page that finds nothing, and nothing has happened", async ({ stage }) => {
  const alice = await stage.enters();
  const { page, watch } = alice;
  const { id } = await alice.signsIn("chloe.martin@example.com");
  await cancelsUnpaid(alice, id);
  const order = await placesOrder(alice, await providerWithHours(alice, 6), 2);
  watch.allowAnswer(404);
  const requests = listensTo(alice);

  const addresses = WITH_PARAMETER.flatMap((route) => loaded(order.id).map((parameter) => route + parameter + QUERY));
  expect(addresses.length).toBeGreaterThanOrEqual(20);
  for (const address of addresses) {
    const answer = await page.goto(address);
    expect([200, 404], address).toContain(answer?.status());
    expect(answer?.headers()["content-type"], address).toMatch(/^text\/html/);
    await sees(page.getByRole("heading", { level: 1 }));
    await hasArrived(page);
  }

  expect(unsafe(requests)).toEqual([]);
  expect(astray(requests)).toEqual([]);
  expect(requests.foreign).toEqual([]);
  expect(await alice.call<Order>("GET", `/api/orders/${order.id}`)).toMatchObject({ status: "pending", paymentStatus: "unpaid" });
  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
});
