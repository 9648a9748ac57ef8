import type { Order } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { nextFrame, pushPath, waitUntilLoaded } from "../support/page.ts";
import { recordRequests, straying, unsafe } from "../support/requests.ts";
import { ROUTES } from "../support/routes.ts";

/** Every route with a parameter, cut off before it. */
const WITH_PARAMETER = ROUTES.flatMap((route) => (route.includes(":") ? [route.replace(/:.*/, "")] : []));
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
// Parameters that try to reach another API call: dots, slashes, queries and hashes, encoded once and twice.
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

test("60 hostile addresses act on nothing and ask for nothing but what the page is about", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const { email } = made.alice;
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  await page.goto("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
  const requests = recordRequests(alice);

  const addresses = WITH_PARAMETER.flatMap((route) => PARAMETERS.map((parameter) => route + parameter + QUERY));
  expect(addresses.length).toBeGreaterThanOrEqual(60);
  for (const address of addresses) {
    await pushPath(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await nextFrame(page);
  }

  expect(unsafe(requests)).toEqual([]);
  expect(straying(requests)).toEqual([]);
  expect(requests.calls).not.toContain("GET /api/profile");
  expect(requests.foreign).toEqual([]);

  await page.goto("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
});

/** Payloads for each route: API paths behind a real order's id, or in its place. */
const loaded = (id: string): string[] => [
  "..%2F..%2Fapi%2Fauth%2Flogout",
  "%252E%252E%252Fauth%252Flogout",
  `${id}%2Fcancellation`,
  `%5C..%5C${id}%5Ccancellation`,
];

test("20 of them, loaded as from a mail, are answered with a page that finds nothing, and nothing has happened", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 2 }, status: "pending" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page, pageErrors } = alice;
  pageErrors.allowResponse(404);
  const requests = recordRequests(alice);

  const addresses = WITH_PARAMETER.flatMap((route) => loaded(order.id).map((parameter) => route + parameter + QUERY));
  expect(addresses.length).toBeGreaterThanOrEqual(20);
  for (const address of addresses) {
    const response = await page.goto(address);
    expect([200, 404], address).toContain(response?.status());
    expect(response?.headers()["content-type"], address).toMatch(/^text\/html/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilLoaded(page);
  }

  expect(unsafe(requests)).toEqual([]);
  expect(straying(requests)).toEqual([]);
  expect(requests.foreign).toEqual([]);
  expect(await alice.call<Order>("GET", `/api/orders/${order.id}`)).toMatchObject({
    status: "pending",
    paymentStatus: "unpaid",
  });
});
