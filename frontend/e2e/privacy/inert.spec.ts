import type { Factory, MadeOrder } from "../fixtures/factory.ts";
import { setStatus } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { HOSTILE } from "../support/hostile.ts";
import { words } from "../support/page.ts";

/** The texts, joined into pieces of at most this length. */
function pieces(length: number): string[] {
  const found: string[] = [];
  for (const text of HOSTILE) {
    const last = found.at(-1);
    if (last !== undefined && last.length + text.length + 1 <= length) found[found.length - 1] = `${last} ${text}`;
    else found.push(text.slice(0, length));
  }
  return found;
}

/** The page's text with normalised white space. */
async function shown(person: Person): Promise<string> {
  return words(person.page.locator("body"));
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

type Setup = { alice: Person; bruno: Person; dora: Person; order: MadeOrder; email: string };

/** A customer with a paid order, its provider, and an operator. */
async function begin(make: Factory["make"], users: Users): Promise<Setup> {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }, { ref: "dora", firstName: "Dora", operator: "all" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 2 } }],
  });
  const [alice, bruno, dora] = [
    await users.signedIn(made.alice),
    await users.signedIn(made.salon),
    await users.signedIn(made.dora, { viewport: DESKTOP }),
  ];
  return { alice, bruno, dora, order, email: made.alice.email };
}

// A script that ran would open a dialog, log to the console or violate the CSP: each fails the test.
test.describe("a text that looks like a script", () => {
  test("is shown as it was written, to customer, provider and operator", async ({ make, users }) => {
    const { alice, bruno, dora, order } = await begin(make, users);
    await alice.call("PATCH", "/api/profile", {
      firstName: "<img src=x onerror=alert(1)>",
      lastName: "<svg onload=alert(1)>",
    });

    // An address must end with a served postal code.
    for (const text of pieces(280)) {
      const pickupAddress = `${text}, Zurich 8001`;
      await alice.call("PATCH", `/api/orders/${order.id}`, { pickupAddress, deliveryAddress: `${pickupAddress} (b)` });
      await alice.page.goto(`/tracking/${order.id}`);
      await expect(alice.page.getByRole("heading", { name: "Order details" })).toBeVisible();
      await expect.poll(() => shown(alice)).toContain(flat(text));
    }
    for (const text of pieces(1000)) {
      await alice.call("PATCH", `/api/orders/${order.id}`, { specialInstructions: text });
      await bruno.page.goto("/provider");
      await expect(
        bruno.page
          .locator("li")
          .filter({ hasText: order.id.slice(-8) })
          .first(),
      ).toBeVisible();
      await expect.poll(() => shown(bruno)).toContain(flat(text));
      await dora.page.goto(`/admin/orders/order/${order.id}/change/`);
      await expect.poll(() => shown(dora)).toContain(flat(text).slice(0, 60));
    }
  });

  test("does nothing in a conversation, a review, a name or an address", async ({ make, users }) => {
    const { alice, bruno, dora, order, email } = await begin(make, users);

    // In a few messages, because the limit is twenty per minute.
    const bodies = pieces(400);
    for (const body of bodies) await alice.call("POST", `/api/orders/${order.id}/messages`, { body });
    await bruno.page.goto("/provider");
    await bruno.page
      .locator("li")
      .filter({ hasText: order.id.slice(-8) })
      .getByRole("button", { name: "Message" })
      .click();
    const lines = bruno.page.getByRole("log").getByRole("listitem");
    await expect(lines.nth(bodies.length - 1).first()).toBeVisible();
    expect((await lines.locator("p:first-child").allTextContents()).map(flat)).toEqual(bodies.map(flat));
    await bruno.page.goto("/notifications");
    await expect(bruno.page.getByText("Mark all as read").first()).toBeVisible();

    await setStatus(bruno, order, "pickup", "washing", "delivery", "completed");
    const comment = pieces(2000)[0] ?? "";
    await alice.call("POST", "/api/reviews", { orderId: order.id, rating: 5, comment });
    await dora.page.goto(`/admin/providers/review/?q=${order.id.slice(-8)}`);
    await dora.page.goto("/admin/providers/review/");
    await expect(dora.page.getByText("alert(1)").first()).toBeVisible();

    for (const text of HOSTILE.filter((one) => one.length <= 80).slice(0, 12)) {
      await alice.call("PATCH", "/api/profile", { firstName: text, lastName: text, phone: "" });
      await alice.page.goto("/profile");
      await expect(alice.page.getByText(flat(text)).first()).toBeVisible();
    }
    for (const text of pieces(120).slice(0, 6)) {
      await alice.call("POST", "/api/addresses", {
        label: text.slice(0, 40),
        street: text,
        city: text.slice(0, 80),
        postalCode: "8001",
      });
    }
    await alice.page.goto("/profile/addresses");
    await expect(alice.page.getByText("alert(1)").first()).toBeVisible();
    await dora.page.goto(`/admin/accounts/user/?q=${encodeURIComponent(email)}`);
    await expect(dora.page.getByText("alert(1)").first()).toBeVisible();
  });
});
