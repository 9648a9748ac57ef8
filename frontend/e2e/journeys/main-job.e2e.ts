import { expect } from "vitest";

import { CARDS } from "../support/cards";
import { ADDRESS, freeHours, nameOf, providersNear, type Provider } from "../support/orders";
import { fillsCard, presses } from "../support/paying";
import { DEMO, PASSWORD, type Person } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, seesNoMore, toast, unread, words } from "../support/seeing";
import { test } from "../support/stage";
import { swissDay } from "../support/swiss-time";

/** The stages that a provider leads an order through, as the two sides read them. */
const STAGES = [
  { press: "Start pickup", title: "Pickup in Progress", description: (provider: string) => `${provider} is on the way`, step: "Pickup in Progress" },
  { press: "Start washing", title: "Washing in Progress", description: () => "Your clothes are being washed and ironed", step: "Washing & Ironing" },
  { press: "Start delivery", title: "Out for Delivery", description: (provider: string) => `${provider} is delivering your order`, step: "Delivery" },
  { press: "Complete order", title: "Order Completed", description: () => "Your order has been completed", step: "Completed" },
];

/** The demo provider's card on home, with the whole list open. */
async function findsCard({ page }: Person, provider: Provider): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "View All" }).click();
  const card = page.getByRole("article").filter({ hasText: provider.businessName });
  await sees(card);
  return words(card.first());
}

test("a visitor books, pays, watches every step, rates and books again", async ({ stage }) => {
  const alice = await stage.enters();
  const bruno = await stage.enters();
  const { page } = alice;
  const { providerId } = await bruno.signsIn(DEMO.provider);
  const near = await providersNear(alice);
  const provider = near.find(({ id }) => id === providerId);
  if (provider === undefined) throw new Error("The demo provider is not on home.");

  // 1. Home: providers by distance, the search, its empty text.
  await page.goto("/");
  const cards = page.getByRole("article");
  await sees(cards);
  expect(await cards.count()).toBeGreaterThanOrEqual(8);
  expect(await page.getByText("Available now").count()).toBe(await cards.count());
  const distances = (await cards.getByText(/ k?m away$/).allTextContents()).map((text) => parseFloat(text) * (text.includes("km") ? 1000 : 1));
  expect(distances).toEqual([...distances].sort((one, other) => one - other));
  await becomes(() => unread(page), 2);

  await page.getByPlaceholder("Search service providers...").fill("nobody is called this");
  await sees(page.getByText("No providers found"));
  await sees(page.getByText("Try adjusting your search terms or check back later for more options."));
  await page.getByPlaceholder("Search service providers...").fill(provider.user.firstName.toUpperCase());
  const card = cards.filter({ hasText: provider.businessName });
  await sees(card);
  await card.getByRole("link", { name: `Book Now with ${nameOf(provider)}` }).click();
  await arrivesAt(page, `/booking?providerId=${provider.id}`);

  // 2. The form, with a price that follows every change.
  const [free] = await freeHours(alice, provider.id);
  if (free === undefined) throw new Error("The demo provider has no free hour tomorrow.");
  const price = page.getByRole("region", { name: "Price" }).or(page.locator("section").filter({ has: page.getByRole("heading", { name: "Price", exact: true }) }));
  const total = async (): Promise<string> => words(price.last());
  await sees(page.getByRole("heading", { name: nameOf(provider) }));
  expect(await total()).toContain("Total CHF 27.50");
  await page.getByRole("radio", { name: /Premium Care/ }).check();
  await becomes(async () => (await total()).includes("Total CHF 32.50"), true);
  const weight = page.getByRole("slider", { name: "Weight in kilograms" });
  for (let press = 0; press < 5; press += 1) await weight.press("ArrowRight");
  expect(await weight.getAttribute("aria-valuetext")).toBe("12.5 kg");
  await becomes(async () => (await total()).includes("Extra weight (2.5 kg) CHF 8.75"), true);
  expect(await total()).toContain("Total CHF 41.25");
  const confirm = page.getByRole("button", { name: "Confirm Booking" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel("Street address").fill(ADDRESS.street);
  await page.getByLabel("City").fill("");
  await confirm.click();
  expect(await toast(page, "Please fill in all required fields")).toContain("Error");
  await sees(page.getByText("City is required"));
  await page.getByLabel("City").fill(ADDRESS.city);
  await seesNoMore(page.getByText("City is required"));
  await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).check();
  await page.getByRole("radio", { name: new RegExp(`^${free.startTime}`) }).check();

  // 3. Not signed in. Without an account there is no order; going back to the form leaves it as it was.
  await confirm.click();
  const sheet = page.getByRole("dialog", { name: "Last step: your account" });
  await sees(sheet);
  await page.goBack();
  await seesNoMore(sheet);
  expect(pathOf(page)).toBe(`/booking?providerId=${provider.id}`);
  // An account made elsewhere finds the same form.
  await page.goto(`/register?next=${encodeURIComponent(pathOf(page))}`);
  const email = `alice-${crypto.randomUUID()}@example.com`;
  await page.getByLabel("First Name").fill("Alice");
  await page.getByLabel("Last Name").fill("Meier");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone (Optional)").fill("+41 79 123 45 67");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await arrivesAt(page, `/booking?providerId=${provider.id}`);
  expect(await toast(page, "Welcome to Suuber!")).toContain("Your account has been created successfully");
  await sees(confirm);
  expect(await page.getByRole("radio", { name: /Premium Care/ }).isChecked()).toBe(true);
  expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toBe("12.5 kg");
  expect(await page.getByLabel("Street address").inputValue()).toBe(ADDRESS.street);
  expect(await page.getByLabel("City").inputValue()).toBe(ADDRESS.city);
  expect(await page.getByLabel("Postal code").inputValue()).toBe(ADDRESS.postalCode);
  expect(await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).getAttribute("value")).toBe(swissDay(1));
  expect(await page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1).isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: new RegExp(`^${free.startTime}`) }).isChecked()).toBe(true);

  // 4. The order and its payment.
  await confirm.click();
  expect(await toast(page, "Order Created")).toContain("Proceeding to payment...");
  await arrivesAt(page, /^\/checkout\/[0-9a-f-]{36}$/);
  const orderId = pathOf(page).split("/")[2] ?? "";
  const summary = await words(page.locator("section").filter({ has: page.getByRole("heading", { name: "Order summary" }) }));
  expect(summary).toContain("Premium Care");
  expect(summary).toContain("Service amount CHF 38.75");
  expect(summary).toContain("Platform fee CHF 2.50");
  expect(summary).toContain("Total CHF 41.25");
  await fillsCard(page, CARDS.succeeds);
  await presses(page, "41.25");
  await arrivesAt(page, `/tracking/${orderId}`);
  expect(await toast(page, "Payment Successful")).toContain("Your order has been confirmed!");
  const status = page.locator("main [role=status]");
  await becomes(() => words(status), `Order Confirmed ${nameOf(provider)} is preparing for pickup`);

  // 5. The provider leads it through the stages; the customer's page follows by itself.
  const job = bruno.page.locator("li").filter({ hasText: orderId.slice(-8) });
  await bruno.page.goto("/provider");
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const bell = await alice.context.newPage();
  await bell.goto("/");
  // The two of a new account, and that the order is confirmed.
  let news = 3;
  await becomes(() => unread(bell), news);
  for (const { press, title, description, step } of STAGES) {
    await job.getByRole("button", { name: press }).click();
    // It could be taken back for as long as the toast is there.
    await bruno.page.getByRole("button", { name: "Close" }).click();
    await becomes(() => words(status), `${title} ${description(nameOf(provider))}`);
    await sees(page.locator("[aria-current=step]").filter({ hasText: step }));
    await becomes(() => unread(bell), news + 1);
    news += 1;
  }
  expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
  await bell.close();

  // 6. History: tabs, the badge, the short number, its age.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
  const entry = page.getByRole("tabpanel").locator("li").filter({ hasText: orderId.slice(-8) });
  await sees(entry);
  expect(await words(entry)).toMatch(/Completed .*CHF 41\.25 (Now|\d+ minutes? ago)/);
  await page.getByRole("tab", { name: "In Progress" }).click();
  await sees(page.getByText("No orders found"));
  await page.getByRole("tab", { name: "Completed" }).click();
  await sees(entry);

  // 7. The rating, and what it makes of the provider's on home.
  const before = await alice.call<Provider>("GET", `/api/providers/details/${provider.id}`);
  await entry.getByRole("button", { name: "Rate Service" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Submit Rating" }).isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: "4 of 5 stars, Very Good" }).check();
  await dialog.getByLabel("Comment (optional)").fill("  Neatly folded.  ");
  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  expect(await toast(page, "Review Submitted")).toContain("Thank you for rating your service provider!");
  await seesNoMore(entry.getByRole("button", { name: "Rate Service" }));
  const after = await alice.call<Provider & { reviews: { rating: number; comment: string }[] }>("GET", `/api/providers/details/${provider.id}`);
  expect(after.reviewCount).toBe(before.reviewCount + 1);
  expect(after.reviews[0]).toMatchObject({ rating: 4, comment: "Neatly folded." });
  const shown = await findsCard(alice, provider);
  expect(shown).toContain(`${after.reviewCount} reviews`);
  expect(shown).toContain(after.rating.toFixed(1));

  // 8. The same again.
  await page.goto("/history");
  await entry.getByRole("link", { name: "Reorder" }).click();
  await arrivesAt(page, new RegExp(`/booking\\?providerId=${provider.id}&`));
  await sees(page.getByRole("heading", { name: nameOf(provider) }));
}, 180_000);
