import { ADDRESS_LINE } from "../fixtures/orders.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";
import { bookings, createBooking, rows, WEEKDAY } from "../support/recurring.ts";

test("a recurring booking is edited, skipped, moved, paused, resumed and ended, each open to everybody", async ({
  make,
  users,
}) => {
  const {
    users: made,
    providers: { salon },
  } = await make({ users: [{ ref: "alice", addresses: [{}] }], providers: [{ ref: "salon" }] });
  const { id } = made.alice;
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  await page.goto(`/recurring?providerId=${salon.id}`);
  await expect(page.getByText(/^Without a valid card, we send you a link to pay/).first()).toBeVisible();
  await page.getByLabel("Delivery address").clear();
  await page.getByRole("button", { name: "Create Recurring Booking" }).click();
  await expect(toast(page, "Missing Information")).toContainText("Please provide both pickup and delivery addresses.", {
    useInnerText: true,
  });
  await expectAccessible(page);
  await createBooking(page, swissDay(4));
  await expect(page.getByText("We send you a link to pay").first()).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit this booking" });
  await edit.getByLabel("Delivery address").clear();
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Missing Information")).toBeVisible();
  await edit.getByLabel("Delivery address").fill(ADDRESS_LINE);
  await edit.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(swissDay(5))) });
  await edit.getByLabel("Preferred time").selectOption("11:00");
  await edit.getByRole("radio", { name: /Premium care/ }).check();
  await expect(edit.getByText(/Next pickup to be booked: .*, 11:00\./).first()).toBeVisible();
  await expectAccessible(page);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Booking changed")).toBeVisible();
  await expect(page.getByText(/Premium care, 10 kg/).first()).toBeVisible();
  const [edited] = await bookings(alice, id);
  expect(edited?.nextBookingDate).toBe(swissDay(5));
  expect(edited?.occurrences.slice(0, 2)).toMatchObject([
    { date: swissDay(5), time: "11:00", status: "planned" },
    { date: swissDay(12), time: "11:00", status: "planned" },
  ]);

  await page
    .getByRole("button", { name: /^Skip / })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Skip pickup" }).click();
  await expect(toast(page, "Pickup skipped")).toBeVisible();
  await expect.poll(async () => (await rows(page))[0]?.includes("Skipped")).toBe(true);

  await page
    .getByRole("button", { name: /^Move / })
    .first()
    .click();
  const move = page.getByRole("dialog", { name: "Move this pickup" });
  await expect(move.getByRole("grid").first()).toBeVisible();
  await expectAccessible(page);
  await move
    .getByRole("grid")
    .getByRole("button", { name: /, 14:00 to/ })
    .locator("visible=true")
    .first()
    .click();
  await move.getByRole("button", { name: "Move pickup" }).click();
  await expect(toast(page, "Pickup moved")).toBeVisible();
  await expect.poll(async () => (await rows(page))[1]?.includes("14:00")).toBe(true);

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Pause booking" }).click();
  await expect(toast(page, "Booking paused")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(toast(page, "Booking resumed")).toBeVisible();
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();

  await page.getByRole("button", { name: "Cancel booking" }).click();
  const end = page.getByRole("dialog", { name: "Cancel this recurring booking?" });
  await expect(end).toContainText("Orders that you have paid take place as booked", { useInnerText: true });
  await expectAccessible(page);
  await end.getByRole("button", { name: "Cancel booking" }).click();
  await expect(toast(page, "Recurring Booking Cancelled")).toContainText("Your recurring service has been cancelled.", {
    useInnerText: true,
  });
  await expect(page.getByText("Inactive").first()).toBeVisible();
  await expect(end).toBeHidden();
  expect((await bookings(alice, id)).some(({ isActive }) => isActive)).toBe(false);
});
