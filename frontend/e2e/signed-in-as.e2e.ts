import { expect } from "vitest";

import { DEMO, type Person } from "./support/person";
import { arrivesAt, sees } from "./support/seeing";
import { DESK, test } from "./support/stage";

const REASON = "She cannot find her order";

/** Opens the account of the demo customer in the back office, as an operator does who was given an address. */
async function findsCustomer({ page }: Person): Promise<void> {
  await page.goto("/admin/");
  await page.getByRole("searchbox").first().fill(DEMO.customer);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: DEMO.customer }).click();
  await sees(page.getByRole("link", { name: "Sign in as this customer" }));
}

test("support sees the web app as a customer does, changes no money, and comes back to the desk", async ({ stage }) => {
  const dora = await stage.enters({ viewport: DESK });
  const { page } = dora;
  dora.watch.allowAnswer(403);
  await dora.signsIn(DEMO.operator);
  await findsCustomer(dora);
  const account = page.url();

  await page.getByRole("link", { name: "Sign in as this customer" }).click();
  await page.getByLabel(/^Reason/).fill(REASON);
  await page.getByRole("button", { name: /^Sign in as / }).click();

  const bar = page.getByRole("complementary", { name: "Signed in as a customer" });
  await sees(bar.getByText(/^You are signed in as /));
  await sees(bar.getByText(/^Ends \d\d:\d\d\.$/));
  await page.goto("/history");
  await sees(bar.getByRole("button", { name: "End" }));
  await expect(dora.call("POST", "/api/payment-methods/setup")).rejects.toThrow("not_while_signed_in_as");

  await bar.getByRole("button", { name: "End" }).click();
  await arrivesAt(page, new URL(account).pathname);
  await sees(page.getByRole("link", { name: "Sign in as this customer" }));
  const { user } = await dora.call<{ user: { email: string } }>("GET", "/api/auth/session");
  expect(user.email).toBe(DEMO.operator);
});
