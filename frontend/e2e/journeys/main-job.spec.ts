import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS, type Provider } from "../fixtures/orders.ts";
import { PASSWORD, type Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { pathOf, toast, unreadCount, words } from "../support/page.ts";
import { fillCard, pressPay } from "../support/paying.ts";

/** The stages of an order, as both sides read them. */
const STAGES = [
  {
    press: "Start pickup",
    title: "Pickup in Progress",
    description: (provider: string) => `${provider} is on the way`,
    step: "Pickup in Progress",
  },
  {
    press: "Start washing",
    title: "Washing in Progress",
    description: () => "Your clothes are being washed and ironed",
    step: "Washing & Ironing",
  },
  {
    press: "Start delivery",
    title: "Out for Delivery",
    description: (provider: string) => `${provider} is delivering your order`,
    step: "Delivery",
  },
  {
    press: "Complete order",
    title: "Order Completed",
    description: () => "Your order has been completed",
    step: "Completed",
  },
];

/** Localities of the other providers. */
const AROUND = ["8001", "8004", "8006", "8032", "8050", "8400", "8600"];
const SALON = "Waschsalon am Limmatquai";
const HOUR = "10:00";

/** The text of a business's card on home, with the full list open. */
async function findCard({ page }: Person, businessName: string): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  const card = page.getByRole("article").filter({ hasText: businessName });
  await expect(card).toBeVisible();
  return words(card);
}

test("a visitor books, pays, watches every step, rates and books again", async ({ make, users }) => {
  test.setTimeout(180_000);
  const {
    users: made,
    providers: { salon: provider },
  } = await make({
    users: [{ ref: "chiara", firstName: "Chiara" }],
    providers: [{ ref: "salon", businessName: SALON }],
    orders: [{ ref: "earlier", customer: "chiara", provider: "salon", status: "completed", review: { rating: 5 } }],
  });
  await make({
    providers: AROUND.map((code) => ({ ref: `in${code}`, businessName: `Waschsalon ${code}`, postalCodes: [code] })),
  });
  const alice = await users.visitor();
  const bruno = await users.signedIn(made.salon);
  const { page } = alice;

  // 1. Home: providers by distance, the search, its empty text.
  await page.goto("/");
  const cards = page.getByRole("article");
  await expect(cards.first()).toBeVisible();
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(8);
  for (const code of AROUND) await expect(cards.filter({ hasText: `Waschsalon ${code}` })).toHaveCount(1);
  await expect(cards.filter({ hasNotText: "Available now" })).toHaveCount(0);
  const distances = (await cards.getByText(/ k?m away$/).allTextContents()).map(
    (text) => parseFloat(text) * (text.includes("km") ? 1000 : 1),
  );
  expect(distances).toEqual([...distances].sort((one, other) => one - other));
  await expect.poll(() => unreadCount(page)).toBe(2);

  await page.getByPlaceholder("Search service providers...").fill("nobody is called this");
  await expect(page.getByText("No providers found").first()).toBeVisible();
  await expect(
    page.getByText("Try adjusting your search terms or check back later for more options.").first(),
  ).toBeVisible();
  await page.getByPlaceholder("Search service providers...").fill(made.salon.firstName.toUpperCase());
  const card = cards.filter({ hasText: SALON });
  await expect(card).toBeVisible();
  await card.getByRole("link", { name: `Book Now with ${provider.name}` }).click();
  await expect(page).toHaveURL(`/booking?providerId=${provider.id}`);

  // 2. The form; the price follows each change.
  const price = page
    .getByRole("region", { name: "Price" })
    .or(page.locator("section").filter({ has: page.getByRole("heading", { name: "Price", exact: true }) }));
  const total = async (): Promise<string> => words(price.last());
  await expect(page.getByRole("heading", { name: provider.name }).first()).toBeVisible();
  await expect.poll(() => total()).toContain("Total CHF 27.50");
  await page.getByRole("radio", { name: /Premium care/ }).check();
  await expect.poll(async () => (await total()).includes("Total CHF 32.50")).toBe(true);
  const weight = page.getByRole("slider", { name: "Weight in kilograms" });
  for (let press = 0; press < 5; press += 1) await weight.press("ArrowRight");
  await expect(weight).toHaveAttribute("aria-valuetext", "12.5 kg");
  await expect.poll(async () => (await total()).includes("Extra weight (2.5 kg) CHF 8.75")).toBe(true);
  await expect.poll(() => total()).toContain("Total CHF 41.25");
  const confirm = page.getByRole("button", { name: "Confirm Booking" });
  await expect(confirm).toBeDisabled();
  await page.getByLabel("Street address").fill(ADDRESS.street);
  await page.getByLabel("City").fill("");
  await confirm.click();
  await expect(toast(page, "Please fill in all required fields")).toContainText("Error", { useInnerText: true });
  await expect(page.getByText("City is required").first()).toBeVisible();
  await page.getByLabel("City").fill(ADDRESS.city);
  await expect(page.getByText("City is required").first()).toBeHidden();
  await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
  await page.getByRole("radio", { name: new RegExp(`^${HOUR}`) }).check();

  // 3. Not signed in: no order without an account. Returning to the form keeps its values.
  await confirm.click();
  const sheet = page.getByRole("dialog", { name: "Last step: your account" });
  await expect(sheet.first()).toBeVisible();
  await page.goBack();
  await expect(sheet.first()).toBeHidden();
  await expect(page).toHaveURL(`/booking?providerId=${provider.id}`);
  // After registering elsewhere the form is still filled in.
  await page.goto(`/register?next=${encodeURIComponent(pathOf(page))}`);
  const email = `alice-${crypto.randomUUID()}@example.com`;
  await page.getByLabel("First Name").fill("Alice");
  await page.getByLabel("Last Name").fill("Meier");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone (Optional)").fill("+41 79 123 45 67");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(`/booking?providerId=${provider.id}`);
  await expect(toast(page, "Welcome to Suuber!")).toContainText("Your account has been created successfully", {
    useInnerText: true,
  });
  await expect(confirm).toBeVisible();
  await expect(page.getByRole("radio", { name: /Premium care/ })).toBeChecked();
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", "12.5 kg");
  await expect(page.getByLabel("Street address")).toHaveValue(ADDRESS.street);
  await expect(page.getByLabel("City")).toHaveValue(ADDRESS.city);
  await expect(page.getByLabel("Postal code")).toHaveValue(ADDRESS.postalCode);
  await expect(page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1)).toHaveAttribute(
    "value",
    swissDay(1),
  );
  await expect(page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1)).toBeChecked();
  await expect(page.getByRole("radio", { name: new RegExp(`^${HOUR}`) })).toBeChecked();

  // 4. The order and its payment.
  await confirm.click();
  await expect(toast(page, "Order Created")).toContainText("Proceeding to payment...", { useInnerText: true });
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  const orderId = pathOf(page).split("/")[2] ?? "";
  await page.getByRole("button", { name: /^Order summary: .*CHF 41\.25$/ }).click();
  const summary = await words(
    page.locator("section").filter({ has: page.getByRole("heading", { name: "Order summary" }) }),
  );
  expect(summary).toContain("Premium care");
  expect(summary).toContain("Service amount CHF 38.75");
  expect(summary).toContain("Platform fee CHF 2.50");
  expect(summary).toContain("Total CHF 41.25");
  await fillCard(page, CARDS.succeeds);
  await pressPay(page, "41.25");
  await expect(page).toHaveURL(`/tracking/${orderId}`);
  await expect(toast(page, "Payment Successful")).toContainText("Your order has been confirmed!", {
    useInnerText: true,
  });
  const status = page.locator("main [role=status]").first();
  await expect(status).toHaveText(`Order Confirmed ${provider.name} is preparing for pickup`, { useInnerText: true });

  // 5. The provider moves it through the stages; the customer's page updates live.
  const job = bruno.page.locator("li").filter({ hasText: orderId.slice(-8) });
  await bruno.page.goto("/provider");
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const bell = await alice.context.newPage();
  await bell.goto("/");
  // Two notifications of a new account, and the order's confirmation.
  let unread = 3;
  await expect.poll(() => unreadCount(bell)).toEqual(unread);
  for (const { press, title, description, step } of STAGES) {
    await job.getByRole("button", { name: press }).click();
    // Closing the toast ends the undo time, so the step is sent.
    await bruno.page.getByRole("button", { name: "Close" }).click();
    await expect(status).toHaveText(`${title} ${description(provider.name)}`, { useInnerText: true });
    await expect(page.locator("[aria-current=step]").filter({ hasText: step }).first()).toBeVisible();
    await expect.poll(() => unreadCount(bell)).toEqual(unread + 1);
    unread += 1;
  }
  await expect.poll(() => page.evaluate(() => "neverReloaded" in window)).toBe(true);
  await bell.close();

  // 6. History: tabs, the badge, the short number, its age.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
  const entry = page
    .getByRole("tabpanel")
    .locator("li")
    .filter({ hasText: orderId.slice(-8) });
  await expect(entry.first()).toBeVisible();
  await expect.poll(() => words(entry)).toMatch(/Completed .*CHF 41\.25 (Now|\d+ minutes? ago)/);
  await page.getByRole("tab", { name: "In Progress" }).click();
  await expect(page.getByText("No orders found").first()).toBeVisible();
  await page.getByRole("tab", { name: "Completed" }).click();
  await expect(entry.first()).toBeVisible();

  // 7. The rating, and the provider's new average on home.
  const before = await alice.call<Provider>("GET", `/api/providers/details/${provider.id}`);
  await entry.getByRole("button", { name: "Rate Service" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Submit Rating" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "4 of 5 stars, Very Good" }).check();
  await dialog.getByLabel("Comment (optional)").fill("  Neatly folded.  ");
  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await expect(toast(page, "Review Submitted")).toContainText("Thank you for rating your service provider!", {
    useInnerText: true,
  });
  await expect(entry.getByRole("button", { name: "Rate Service" })).toBeHidden();
  await expect(entry.getByText(/^Shown once both sides have rated, at the latest on /)).toBeVisible();
  await bruno.call("PUT", `/api/orders/${orderId}/customer-rating`, { rating: 5 });
  const after = await alice.call<Provider & { reviews: { rating: number; comment: string }[] }>(
    "GET",
    `/api/providers/details/${provider.id}`,
  );
  expect(after.reviewCount).toBe(before.reviewCount + 1);
  expect(after.reviews[0]).toMatchObject({ rating: 4, comment: "Neatly folded." });
  const shown = await findCard(alice, SALON);
  expect(shown).toContain(`${after.reviewCount} reviews`);
  expect(shown).toContain(after.rating.toFixed(1));

  // 8. Booking again.
  await page.goto("/history");
  await entry.getByRole("link", { name: "Reorder" }).click();
  await expect(page).toHaveURL(new RegExp(`/booking\\?providerId=${provider.id}&`));
  await expect(page.getByRole("heading", { name: provider.name }).first()).toBeVisible();
});
