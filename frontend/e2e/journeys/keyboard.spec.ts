import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS, setStatus } from "../fixtures/orders.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import { tabTo } from "../support/keyboard.ts";
import { pathOf, toast } from "../support/page.ts";

test("the keyboard alone can book, pay and rate", async ({ make, users }) => {
  const { users: made, providers } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
  const alice = await users.signedIn(made.alice, { viewport: DESKTOP });
  const bruno = await users.signedIn(made.salon);
  const { page } = alice;
  const { keyboard } = page;

  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: `Book Now with ${providers.salon.name}` }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/booking/);

  await tabTo(page, page.getByRole("radio", { name: /Standard wash and fold/ }));
  await keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("slider"));
  await keyboard.press("End");
  await tabTo(page, page.getByLabel("Street address"));
  await keyboard.type(ADDRESS.street);
  const dates = page.getByRole("group", { name: "Preferred pickup date" });
  await tabTo(page, dates.locator("input:checked"));
  if (!(await dates.getByRole("radio").nth(1).isChecked())) await keyboard.press("ArrowRight");
  await expect(dates.getByRole("radio").nth(1)).toBeChecked();
  await tabTo(page, page.getByRole("group", { name: "Preferred pickup time" }).locator("input:checked"));
  await keyboard.press("ArrowRight");
  await tabTo(page, page.getByRole("button", { name: "Confirm Booking" }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout\//);
  const orderId = pathOf(page).split("/")[2] ?? "";

  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await tabTo(page, form.getByLabel("Card number"));
  await keyboard.type(CARDS.succeeds);
  await tabTo(page, form.getByLabel("Expiry (MM / YY)"));
  await keyboard.type("1240");
  await tabTo(page, form.getByLabel("CVC"));
  await keyboard.type("123");
  // 15 kg with premium care: 30.00 + 5 × 3.50 + 2.50.
  await tabTo(page, page.getByRole("button", { name: "Pay 50.00 CHF" }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL(`/tracking/${orderId}`);
  await expect(toast(page, "Payment Successful")).toBeVisible();

  await setStatus(bruno, { id: orderId }, "pickup", "washing", "delivery", "completed");
  await tabTo(page, page.getByRole("link", { name: "History" }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/history");
  await tabTo(page, page.getByRole("button", { name: "Rate Service" }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByRole("radio", { name: /^1 of 5/ }));
  await keyboard.press("Space");
  for (let star = 1; star < 5; star += 1) await keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "5 of 5 stars, Excellent" })).toBeChecked();
  await tabTo(page, dialog.getByRole("button", { name: "Submit Rating" }));
  await keyboard.press("Enter");
  await expect(toast(page, "Review Submitted")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
