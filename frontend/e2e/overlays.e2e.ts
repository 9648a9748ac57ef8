import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { moves, pays, placesOrder, providerWithHours } from "./support/orders";
import { DEMO, PASSWORD, type Person } from "./support/person";
import { arrivesAt, becomes, hasArrived, pathOf, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

/** Alice's page of a paid order, with its conversation open. */
async function opensConversation(alice: Person): Promise<{ page: Page; dialog: Locator; path: string }> {
  const { page } = alice;
  await alice.signsIn(DEMO.customer);
  const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 2)));
  const path = `/tracking/${order.id}`;
  await page.goto(path);
  // What still loads moves what is below it, and the page's place with that.
  await sees(page.getByRole("button", { name: "Message" }));
  await hasArrived(page);
  await page.getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  await sees(dialog);
  return { page, dialog, path };
}

test("a sheet keeps what is typed, its page still, and gives the focus back", async ({ stage }) => {
  const { page, dialog, path } = await opensConversation(await stage.enters());
  const field = dialog.getByLabel("Your message");
  const box = await dialog.boundingBox();
  if (box === null) throw new Error("The sheet has no place.");

  // The page behind stands still.
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(box.x + box.width / 2, box.y - 40);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press("End");
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  // A tap beside and a selection that ends beside lose nothing.
  await field.fill("Ring twice");
  await page.mouse.click(box.x + box.width / 2, box.y - 40);
  const title = await dialog.getByRole("heading").boundingBox();
  if (title === null) throw new Error("The sheet has no title.");
  await page.mouse.move(title.x + title.width / 2, title.y + title.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 5 });
  await page.mouse.up();
  expect(await field.inputValue()).toBe("Ring twice");

  // Back asks, then closes the sheet and not the page.
  await page.goBack();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard it" }).click();
  await seesNoMore(dialog);
  expect(pathOf(page)).toBe(path);
  await becomes(() => page.getByRole("button", { name: "Message" }).evaluate((button) => button === document.activeElement), true);
});

test("a message is still there when the session has ended over it, and its person has signed in again", async ({ stage }) => {
  const alice = await stage.enters();
  const { page, dialog, path } = await opensConversation(alice);
  const field = dialog.getByLabel("Your message");
  await field.fill("Ring twice");
  await alice.context.clearCookies({ name: "sessionid" });
  alice.watch.allowAnswer(401);

  await dialog.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await page.getByLabel("Email").fill(DEMO.customer);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
  await arrivesAt(page, path);
  await page.getByRole("button", { name: "Message" }).click();

  await becomes(() => field.inputValue(), "Ring twice");
  await dialog.getByRole("button", { name: "Send" }).click();
  await sees(dialog.getByRole("log").getByText("Ring twice"));
  await becomes(() => field.inputValue(), "");
});

test("what is typed while a message is being sent stays for the next one", async ({ stage }) => {
  const { page, dialog } = await opensConversation(await stage.enters());
  const field = dialog.getByLabel("Your message");
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/messages", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });

  await field.fill("The bell is broken.");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/messages"));
  await dialog.getByRole("button", { name: "Send" }).click();
  await sent;
  await field.press("End");
  await field.pressSequentially(" Please knock.");
  expect(await field.inputValue()).toBe("The bell is broken. Please knock.");
  release();

  const log = dialog.getByRole("log");
  await sees(log.getByText("The bell is broken.", { exact: true }));
  await becomes(() => field.inputValue(), "Please knock.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await sees(log.getByText("Please knock.", { exact: true }));
  await becomes(() => field.inputValue(), "");
});

test("a toast above a sheet is pressed and the sheet stays; it covers neither the sheet nor, later, title and Back", async ({ stage }) => {
  const alice = await stage.enters();
  const dora = await stage.enters();
  const { page } = alice;
  await alice.registers();
  await dora.signsIn(DEMO.operator);
  const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 2)));
  await moves(dora, order, "pickup", "washing", "delivery", "completed");

  await page.route("**/api/reviews", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  alice.watch.expectAnswer(500, "/api/reviews");
  await page.goto("/history");
  await page.getByRole("button", { name: "Rate Service" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^4 of 5/ }).check();
  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await toast(page, "Error");
  await sees(dialog.getByText("Failed to submit review. Please try again."));
  const shown = page.locator("[data-toasts]");
  const [above, below] = [await shown.getByRole("alert").boundingBox(), await dialog.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await shown.getByRole("button", { name: "Close" }).click();
  await seesNoMore(shown.getByRole("alert"));
  expect(await dialog.getByRole("radio", { name: /^4 of 5/ }).isChecked()).toBe(true);

  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await toast(page, "Review Submitted");
  await becomes(() => dialog.count(), 0);
  await becomes(() => page.evaluate(() => document.activeElement === document.body), false);
  const [news, title] = [await shown.getByRole("status").boundingBox(), await page.getByRole("heading", { level: 1 }).boundingBox()];
  expect(news?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
});

test("the skip link leaves the further dates open", async ({ stage }) => {
  const alice = await stage.enters();
  const provider = await providerWithHours(alice, 2);
  const path = `/booking?providerId=${provider.id}#dates`;
  await alice.page.goto(path);
  await sees(alice.page.getByRole("heading", { name: "More dates" }));
  await alice.page.getByRole("link", { name: "Skip to content" }).focus();
  await alice.page.keyboard.press("Enter");
  await becomes(() => alice.page.evaluate(() => document.activeElement?.id), "content");
  await sees(alice.page.getByRole("heading", { name: "More dates" }));
  await arrivesAt(alice.page, `/booking?providerId=${provider.id}`);
  expect(new URL(alice.page.url()).hash).toBe("#dates");
});

test("a failure's toast leaves the button free that was pressed, also where the page has moved to its end", async ({ stage }) => {
  const alice = await stage.enters();
  const { page, watch } = alice;
  await alice.signsIn(DEMO.customer);
  const provider = await providerWithHours(alice, 2);
  await page.goto(`/booking?providerId=${provider.id}`);
  const confirm = page.getByRole("button", { name: "Confirm Booking" });
  await sees(confirm);
  await hasArrived(page);
  watch.expectAnswer(500, "/api/orders");
  await page.route("**/api/orders", (route) => (route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.fallback()));

  await confirm.click();
  await toast(page, "Error");
  await sees(page.getByRole("main").getByText("The order could not be created. Please try again."));
  const foot = async (): Promise<number> => {
    const [above, below] = [await page.locator("[data-toasts]").getByRole("alert").boundingBox(), await confirm.boundingBox()];
    return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
  };
  await becomes(async () => (await foot()) >= 0, true);
});
