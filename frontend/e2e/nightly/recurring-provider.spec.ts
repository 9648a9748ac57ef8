import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { toast } from "../support/page.ts";

const YARA = { ref: "yara", firstName: "Yara", lastName: "Zumthor" } as const;

test("a recurring booking of a provider who is gone leads to another one", async ({ make, users }) => {
  const {
    users: made,
    providers: { other },
  } = await make({
    users: [{ ref: "alice" }, YARA],
    providers: [
      { ref: "salon", pause: { days: 20 } },
      { ref: "other", user: "yara" },
    ],
    recurring: [{ ref: "weekly", customer: "alice", provider: "salon", days: 5, time: "09:00" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  await page.goto("/recurring");
  await expect(page.getByText(/takes no bookings at the moment/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose another provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose another provider" });
  await expect(dialog.getByRole("radio").first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: other.name }).check();
  await dialog.getByRole("button", { name: "Use this provider" }).click();
  await expect(toast(page, "Provider changed")).toBeVisible();
  await expect(page.getByText(/takes no bookings at the moment/).first()).toBeHidden();
  const bookings = await alice.call<{ providerId: string }[]>(
    "GET",
    `/api/recurring-bookings/customer/${made.alice.id}`,
  );
  expect(bookings.map(({ providerId }) => providerId)).toEqual([other.id]);
});

test("a recurring booking is offered with those who work at its day and time; the others say why not", async ({
  make,
  users,
}) => {
  const {
    users: made,
    providers: { open, closed },
  } = await make({
    users: [{ ref: "alice", addresses: [{}] }, YARA, { ref: "xaver", firstName: "Xaver", lastName: "Zumthor" }],
    providers: [
      { ref: "open", user: "yara" },
      { ref: "closed", user: "xaver", hours: [{ weekday: 1 }] },
    ],
  });
  const { page } = await users.signedIn(made.alice);
  await page.goto("/recurring?form=open");
  const choice = page.getByRole("group", { name: "Choose a provider" });
  await expect(choice.getByRole("radio").first()).toBeVisible();
  await page.getByLabel("Day of the week").selectOption({ label: "Sunday" });
  await page.getByLabel("Preferred time").selectOption("17:00");

  await expect(choice.getByText("Does not work on this day at this time").first()).toBeVisible();
  await expect(choice.getByRole("radio", { name: closed.name })).toBeDisabled();
  const isClosed = await choice
    .getByRole("radio")
    .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).disabled));
  expect(isClosed).toEqual([...isClosed].sort((one, other) => Number(one) - Number(other)));
  expect(isClosed).toContain(true);
  await expectAccessible(page);
  await choice.getByRole("radio", { name: open.name }).check();
});
