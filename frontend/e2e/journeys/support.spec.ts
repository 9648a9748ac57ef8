import { randomUUID } from "node:crypto";

import type { Locator, Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectNoOverflow } from "../support/overflow.ts";
import { toast } from "../support/page.ts";

type Details = { reviewCount: number; reviews: { id: string; authorName: string; comment: string }[] };

const DORA = { ref: "dora", firstName: "Dora", operator: "all" } as const;

const form = (page: Page): Locator => page.getByRole("form", { name: "Write to us" });
const box = (page: Page, name: string): Locator => form(page).getByRole("textbox", { name });
/** A text unique to this run, because the server may hold those of other tests. */
const unique = (words: string): string => `${words} ${randomUUID().slice(0, 8)}`;

async function writeToSupport({ page }: Person, subject: string, message: string): Promise<void> {
  await box(page, "Subject").fill(subject);
  await box(page, "Message").fill(message);
  await form(page).getByRole("button", { name: "Send" }).click();
  await expect(toast(page, "Support Request Sent")).toContainText("within 24 hours", { useInnerText: true });
  await expect(box(page, "Message")).toHaveValue("");
}

async function replyToRequest({ page }: Person, subject: string, body: string): Promise<void> {
  await page.goto("/admin/");
  await page
    .getByRole("link", { name: /Support requests/ })
    .first()
    .click();
  await page.goto("/admin/accounts/supportrequest/?status=open");
  await page.getByRole("link", { name: subject }).click();
  await page.getByRole("link", { name: "Answer" }).click();
  await page.getByLabel("What the person reads").fill(body);
  await page.getByRole("button", { name: "Answer" }).click();
  await expect(page.getByText("is answered.").first()).toBeVisible();
}

test("a visitor writes, keeps what is half written, and stands in the operators' queue", async ({ make, users }) => {
  test.setTimeout(60_000);
  const { users: made } = await make({ users: [DORA] });
  const visitor = await users.visitor();
  const { page } = visitor;
  const subject = unique("Do you wash curtains?");
  await page.goto("/support");
  await form(page).getByRole("button", { name: "Send" }).click();
  await expect(form(page).getByText("Name is required").first()).toBeVisible();
  await box(page, "Name").fill("Kim Keller");
  await box(page, "Email").fill("kim.keller@example.com");
  await page.reload();
  // Hydration restores the draft of this tab.
  await expect(box(page, "Name")).toHaveValue("Kim Keller");
  await expectNoOverflow(page, ["/support"]);
  await writeToSupport(visitor, subject, "Two of them, three metres long.");

  const dora = await users.signedIn(made.dora, { viewport: DESKTOP });
  await replyToRequest(dora, subject, "Yes, as two pieces of delicates.");
  await expect(dora.page.getByText("Two of them, three metres long.").first()).toBeVisible();
});

test("a customer reads the answer in the app and replies below it", async ({ make, users }) => {
  test.setTimeout(90_000);
  const { users: made } = await make({ users: [{ ref: "alice" }, DORA] });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  const subject = unique("Charged twice?");
  await page.goto("/support");
  await expect(box(page, "Email")).toHaveValue(made.alice.email);
  await writeToSupport(alice, subject, "My card shows it two times.");
  const row = page.getByRole("button", { name: new RegExp(subject.replace("?", "\\?")) });
  await row.click();
  await expect(page.getByText("My card shows it two times.").first()).toBeVisible();

  const dora = await users.signedIn(made.dora, { viewport: DESKTOP });
  await replyToRequest(dora, subject, "One of them is a reservation.");

  // The thread is open: the reply appears live.
  await expect(page.getByText("One of them is a reservation.").first()).toBeVisible();
  await expect(row.getByText("Answered").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Your reply" }).fill("Thank you!");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("listitem").getByText("Thank you!").first()).toBeVisible();
  await expect(row.getByText("Waiting for us").first()).toBeVisible();

  await dora.page.reload();
  await expect(dora.page.getByText("Thank you!").first()).toBeVisible();
});

async function reportReview(person: Person, providerId: string, author: string): Promise<void> {
  const { page } = person;
  await page.goto(`/providers/${providerId}`);
  await page.getByRole("button", { name: `Report the review by ${author}` }).click();
  const dialog = page.getByRole("dialog", { name: "Report this review" });
  await dialog.getByRole("combobox").selectOption({ label: "Something else" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Please say what is wrong").first()).toBeVisible();
  await dialog.getByRole("textbox").fill("It is about somebody else.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(toast(page, "Thank you")).toBeVisible();
  await expect(dialog.first()).toBeHidden();
}

test("a review is reported, and hidden by an operator", async ({ make, users }) => {
  test.setTimeout(90_000);
  const {
    users: made,
    providers: {
      salon: { id },
    },
  } = await make({
    users: [
      { ref: "alice" },
      { ref: "chiara", firstName: "Chiara", lastName: "Rossi" },
      { ref: "emil", firstName: "Emil", lastName: "Vogt" },
      DORA,
    ],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "praised", customer: "emil", provider: "salon", status: "completed", review: { rating: 5 } },
      {
        ref: "scorned",
        customer: "chiara",
        provider: "salon",
        status: "completed",
        review: { rating: 1, comment: "They never came." },
      },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const before = await alice.call<Details>("GET", `/api/providers/details/${id}`);
  const review = before.reviews.find(({ authorName }) => authorName.startsWith("Chiara"));
  if (review === undefined) throw new Error("Chiara's review is not shown.");
  await reportReview(alice, id, review.authorName);

  const { page } = await users.signedIn(made.dora, { viewport: DESKTOP });
  await page.goto(`/admin/providers/reviewreport/?state=open&q=${encodeURIComponent(made.alice.email)}`);
  await page.getByRole("link", { name: "Something else" }).click();
  await expect(page.getByText("It is about somebody else.").first()).toBeVisible();
  await page.getByRole("link", { name: "Hide the review" }).click();
  await expect(page).toHaveURL(`/admin/providers/review/${review.id}/hide/`);
  await page.getByLabel("Reason").fill("Not about this provider.");
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("The review is hidden.").first()).toBeVisible();

  const after = await alice.call<Details>("GET", `/api/providers/details/${id}`);
  expect(after.reviewCount).toBe(before.reviewCount - 1);
  expect(after.reviews.map((one) => one.id)).not.toContain(review.id);
  await alice.page.goto("/notifications");
  await expect(alice.page.getByText("The review that you reported is hidden").first()).toBeVisible();
});
