import type { Locator, Page } from "@playwright/test";

import type { Factory, MadeUser } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { toast, waitUntilLoaded } from "../support/page.ts";
import { interceptFirst } from "../support/requests.ts";
import { ALICE, SALON, WITH_A_JOB, WITH_A_PAST } from "./tables/worlds.ts";

/** Opens a paid order of alice, with its conversation. */
async function openConversation(
  make: Factory["make"],
  users: Users,
): Promise<{ alice: Person; account: MadeUser; page: Page; dialog: Locator; path: string }> {
  const {
    users: { alice: account },
    orders: { job },
  } = await make(WITH_A_JOB);
  const alice = await users.signedIn(account);
  const { page } = alice;
  const path = `/tracking/${job.id}`;
  await page.goto(path);
  // Loading content would shift the page, and its scroll position.
  await expect(page.getByRole("button", { name: "Message" })).toBeVisible();
  await waitUntilLoaded(page);
  await page.getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  await expect(dialog.first()).toBeVisible();
  return { alice, account, page, dialog, path };
}

test("a sheet keeps what is typed, its page still, and gives the focus back", async ({ make, users }) => {
  const { page, dialog, path } = await openConversation(make, users);
  const field = dialog.getByLabel("Your message");
  const box = await dialog.boundingBox();
  if (box === null) throw new Error("The sheet has no place.");

  // The page behind must not scroll.
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(box.x + box.width / 2, box.y - 40);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

  // Clicking outside, or ending a selection there, loses nothing.
  await field.fill("Ring twice");
  await page.mouse.click(box.x + box.width / 2, box.y - 40);
  const title = await dialog.getByRole("heading").boundingBox();
  if (title === null) throw new Error("The sheet has no title.");
  await page.mouse.move(title.x + title.width / 2, title.y + title.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 5 });
  await page.mouse.up();
  await expect(field).toHaveValue("Ring twice");

  // Back asks, then closes the sheet but not the page.
  await page.goBack();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard it" }).click();
  await expect(dialog.first()).toBeHidden();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("button", { name: "Message" })).toBeFocused();
});

test("after a reload with an open dialog Back leaves the page at once", async ({ make, users }) => {
  const { users: made } = await make({ users: [ALICE] });
  const { page } = await users.signedIn(made.alice);
  await page.goto("/profile");
  await page.goto("/profile/addresses");
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByRole("dialog", { name: "New address" }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole("button", { name: "Add address" })).toBeVisible();
  await page.goBack();

  await expect(page).toHaveURL("/profile");
});

test("a message is still there when the session has ended over it, and its person has signed in again", async ({
  make,
  users,
}) => {
  const { alice, account, page, dialog, path } = await openConversation(make, users);
  const field = dialog.getByLabel("Your message");
  await field.fill("Ring twice");
  await alice.context.clearCookies({ name: "sessionid" });
  alice.pageErrors.allowResponse(401);

  await dialog.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole("button", { name: "Message" }).click();

  await expect(field).toHaveValue("Ring twice");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("log").getByText("Ring twice").first()).toBeVisible();
  await expect(field).toHaveValue("");
});

test("what is typed while a message is being sent stays for the next one", async ({ make, users }) => {
  const { page, dialog } = await openConversation(make, users);
  const field = dialog.getByLabel("Your message");
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/messages", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });

  await field.fill("The bell is broken.");
  const messageRequest = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/messages"),
  );
  await dialog.getByRole("button", { name: "Send" }).click();
  await messageRequest;
  await field.press("End");
  await field.pressSequentially(" Please knock.");
  await expect(field).toHaveValue("The bell is broken. Please knock.");
  release();

  const log = dialog.getByRole("log");
  await expect(log.getByText("The bell is broken.", { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue("Please knock.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Please knock.", { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue("");
});

test("a toast above a sheet is pressed and the sheet stays; it covers neither the sheet nor, later, title and Back", async ({
  make,
  users,
}) => {
  const { users: made } = await make(WITH_A_PAST);
  const alice = await users.signedIn(made.alice);
  const { page } = alice;

  await interceptFirst(page, "**/api/reviews", (route) => route.fulfill({ status: 500, body: "" }));
  alice.pageErrors.expectResponse(500, "/api/reviews");
  await page.goto("/history");
  await page.getByRole("button", { name: "Rate Service" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^4 of 5/ }).check();
  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await expect(toast(page, "Error")).toBeVisible();
  await expect(dialog.getByText("Failed to submit review. Please try again.").first()).toBeVisible();
  const shown = page.locator("[data-toasts]");
  const [above, below] = [await shown.getByRole("alert").boundingBox(), await dialog.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(shown.getByRole("alert").first()).toBeHidden();
  await expect(dialog.getByRole("radio", { name: /^4 of 5/ })).toBeChecked();

  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await expect(toast(page, "Review Submitted")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  const [toastBox, title] = [
    await shown.getByRole("status").boundingBox(),
    await page.getByRole("heading", { level: 1 }).boundingBox(),
  ];
  expect(toastBox?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
});

test("the skip link leaves the further dates open", async ({ make, users }) => {
  const {
    providers: { salon },
  } = await make({ providers: [SALON] });
  const visitor = await users.visitor();
  const path = `/booking?providerId=${salon.id}#dates`;
  await visitor.page.goto(path);
  await expect(visitor.page.getByRole("heading", { name: "More dates" }).first()).toBeVisible();
  await visitor.page.getByRole("link", { name: "Skip to content" }).focus();
  await visitor.page.keyboard.press("Enter");
  await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe("content");
  await expect(visitor.page.getByRole("heading", { name: "More dates" }).first()).toBeVisible();
  await expect(visitor.page).toHaveURL(`/booking?providerId=${salon.id}#dates`);
});

test("a failure's toast leaves the button free that was pressed, also where the page has moved to its end", async ({
  make,
  users,
}) => {
  // Her address is prefilled.
  const {
    users: made,
    providers: { salon },
  } = await make({ users: [{ ...ALICE, addresses: [{}] }], providers: [SALON] });
  const { page, pageErrors } = await users.signedIn(made.alice);
  await page.goto(`/booking?providerId=${salon.id}`);
  const confirm = page.getByRole("button", { name: "Confirm Booking" });
  await expect(confirm).toBeVisible();
  await waitUntilLoaded(page);
  pageErrors.expectResponse(500, "/api/orders");
  await page.route("**/api/orders", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );

  await confirm.click();
  await expect(toast(page, "Error")).toBeVisible();
  await expect(
    page.getByRole("main").getByText("The order could not be created. Please try again.").first(),
  ).toBeVisible();
  const foot = async (): Promise<number> => {
    const [above, below] = [
      await page.locator("[data-toasts]").getByRole("alert").boundingBox(),
      await confirm.boundingBox(),
    ];
    return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
  };
  await expect.poll(async () => (await foot()) >= 0).toBe(true);
});
