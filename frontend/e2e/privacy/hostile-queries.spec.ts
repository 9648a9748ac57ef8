import type { MadeProvider } from "../fixtures/factory.ts";
import type { Order } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { WAYS_OUT } from "../support/hostile.ts";
import { nextFrame, pushPath, words } from "../support/page.ts";
import { recordRequests, straying, unsafe } from "../support/requests.ts";

const HOSTILE_VALUES = [
  ...["//evil.example/x", "\\\\evil.example", "javascript:alert(1)", "https:evil.example", "../../auth/logout?"],
  ...["<img src=x onerror=alert(1)>", "__proto__", "constructor_failed", "\u0000"],
  // The limits of valid dates.
  ...["9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"],
];
const PREFILL_PARAMETERS = ["service", "at", "again", "like"];
const PAYMENT_RETURN = ["payment_intent", "payment_intent_client_secret", "redirect_status", "source_type"];
const CARD_RETURN = ["setup_intent", "setup_intent_client_secret", "redirect_status"];

/** A page that reads its query, and the parameters that it reads. */
type Reader = { path: string; reads: readonly string[]; heading: string };

const readers = (provider: MadeProvider, order: Pick<Order, "id">): Reader[] => [
  {
    path: "/",
    reads: ["q", "show", "today", "rating", "eco", "sort", "providerId", ...PREFILL_PARAMETERS],
    heading: "Fresh laundry, from next door",
  },
  { path: "/login", reads: ["next", "error"], heading: "Welcome to Suuber" },
  { path: "/register", reads: ["next", "error"], heading: "Create Your Account" },
  { path: "/booking", reads: ["providerId", ...PREFILL_PARAMETERS], heading: "Book Service" },
  { path: `/booking?providerId=${provider.id}`, reads: PREFILL_PARAMETERS, heading: "Book Service" },
  { path: `/providers/${provider.id}`, reads: PREFILL_PARAMETERS, heading: provider.name },
  { path: "/tracking", reads: PAYMENT_RETURN, heading: "Track Order" },
  { path: `/tracking/${order.id}`, reads: PAYMENT_RETURN, heading: "Track Order" },
  { path: "/history", reads: ["tab"], heading: "Order History" },
  { path: "/profile/payment-methods", reads: CARD_RETURN, heading: "Payment Methods" },
  { path: "/recurring", reads: ["providerId", "form"], heading: "Recurring bookings" },
  { path: "/provider", reads: ["tab"], heading: "Your jobs" },
];

/** A URL with the value in every parameter that the page reads, and in the hash. */
function hostileAddress({ path, reads }: Reader, value: string): string {
  const query = new URLSearchParams(reads.map((name) => [name, value])).toString();
  return `${path}${path.includes("?") ? "&" : "?"}${query}#${encodeURIComponent(value)}`;
}

/** Texts that reveal an unhandled error. */
const NONSENSE = /Something went wrong|could not be shown|native code|\bundefined\b|\bNaN\b|Invalid Date|\[object/;

test("hostile values in everything that a page reads from its query act on nothing, lead nowhere else, and leave the page whole", async ({
  make,
  users,
}) => {
  const {
    users: made,
    providers: { salon },
    orders: { order },
  } = await make({
    users: [{ ref: "bruno", firstName: "Bruno" }],
    providers: [{ ref: "own", user: "bruno" }, { ref: "salon" }],
    orders: [{ ref: "order", customer: "bruno", provider: "salon", pickup: { days: 2 }, status: "pending" }],
  });
  const { email } = made.bruno;
  const bruno = await users.signedIn(made.bruno);
  const { page, baseUrl } = bruno;
  await page.goto("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
  const requests = recordRequests(bruno);

  const faults: string[] = [];
  for (const reader of readers(salon, order)) {
    for (const value of HOSTILE_VALUES) {
      const address = hostileAddress(reader, value);
      await pushPath(page, address);
      await expect(page.getByRole("heading", { level: 1, name: reader.heading, exact: true })).toBeVisible();
      await nextFrame(page);
      const [nonsense] = NONSENSE.exec(await words(page.getByRole("main"))) ?? [];
      if (nonsense !== undefined) faults.push(`${address} says "${nonsense}"`);
      if (new URL(page.url()).origin !== new URL(baseUrl).origin) faults.push(`${address} leads to ${page.url()}`);
    }
  }
  expect(faults).toEqual([]);

  await page.goto("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
  // Back from a payment, the page has the server check its own order, and no other.
  const asks = `POST /api/orders/${order.id}/payment-return`;
  expect(unsafe(requests).filter((call) => call !== asks)).toEqual([]);
  expect(straying(requests)).toEqual([]);
  expect(requests.foreign).toEqual([]);
  expect(await bruno.call<Order>("GET", `/api/orders/${order.id}`)).toMatchObject({
    status: "pending",
    paymentStatus: "unpaid",
  });
});

test("who is signed in already goes on from the sign-in page to a page of this site, whatever its address asks", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const alice = await users.signedIn(made.alice);
  const { page, baseUrl, pageErrors } = alice;
  pageErrors.allowResponse(404);
  await page.goto("/login");
  const requests = recordRequests(alice);

  // Some of the last ones belong to this site, but are no pages of it.
  const noPages = [
    "/api/auth/session",
    "/x/%2e%2e/api/auth/session",
    "/auth/google",
    "/static/app/favicon.svg",
    "/admin/",
  ];
  for (const next of [...WAYS_OUT, ...noPages, "/%5cevil.example/", "/%2f/evil.example/"]) {
    await pushPath(page, `/login?next=${encodeURIComponent(next)}`);
    const goOn = page.getByRole("link", { name: "Continue", exact: true });
    if (noPages.includes(next)) await expect(goOn).toHaveAttribute("href", "/");
    await goOn.click();
    await expect(
      page.getByRole("heading", { level: 1, name: /^(Fresh laundry, from next door|404 Page Not Found)$/ }),
    ).toBeVisible();
    expect(new URL(page.url()).origin, next).toBe(new URL(baseUrl).origin);
  }
  expect(requests.foreign).toEqual([]);
  expect(unsafe(requests)).toEqual([]);
});
