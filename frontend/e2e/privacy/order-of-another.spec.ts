import { expect, test } from "../fixtures/test.ts";

test("an order's checkout and tracking are nobody else's", async ({ make, users }) => {
  const {
    users: made,
    providers: { salon },
    orders: { job },
  } = await make({
    users: [{ ref: "alice" }, { ref: "chiara", firstName: "Chiara" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon", status: "pending" }],
  });
  const { page, pageErrors } = await users.signedIn(made.chiara);

  pageErrors.expectResponse(404, `/api/orders/${job.id}`);
  for (const [path, said] of [
    ["checkout", "No order found"],
    ["tracking", "Order not found"],
  ] as const) {
    await page.goto(`/${path}/${job.id}`);
    await expect(page.getByText(said).first()).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(salon.name, { useInnerText: true });
  }
});
