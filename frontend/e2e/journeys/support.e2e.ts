import { randomUUID } from "node:crypto";

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { DEMO, type Person } from "../support/person";
import { hasRoom } from "../support/room";
import { arrivesAt, becomes, sees, seesNoMore, toast } from "../support/seeing";
import { DESK, test } from "../support/stage";

type Details = { reviewCount: number; reviews: { id: string; authorName: string; comment: string }[] };
type Listed = { id: string; reviewCount: number };

const form = (page: Page): Locator => page.getByRole("form", { name: "Write to us" });
const box = (page: Page, name: string): Locator => form(page).getByRole("textbox", { name });
/** Words that this run alone has written: the server may keep what others wrote. */
const unique = (words: string): string => `${words} ${randomUUID().slice(0, 8)}`;

async function writes({ page }: Person, subject: string, message: string): Promise<void> {
  await box(page, "Subject").fill(subject);
  await box(page, "Message").fill(message);
  await form(page).getByRole("button", { name: "Send" }).click();
  expect(await toast(page, "Support Request Sent")).toContain("within 24 hours");
  await becomes(() => box(page, "Message").inputValue(), "");
}

async function answers({ page }: Person, subject: string, body: string): Promise<void> {
  await page.goto("/admin/");
  await page.getByRole("link", { name: /Support requests/ }).first().click();
  await page.goto("/admin/accounts/supportrequest/?status=open");
  await page.getByRole("link", { name: subject }).click();
  await page.getByRole("link", { name: "Answer" }).click();
  await page.getByLabel("What the person reads").fill(body);
  await page.getByRole("button", { name: "Answer" }).click();
  await sees(page.getByText("is answered."));
}

test("a visitor writes, keeps what is half written, and stands in the operators' queue", { timeout: 60_000 }, async ({ stage }) => {
  const kim = await stage.enters();
  const { page } = kim;
  const subject = unique("Do you wash curtains?");
  await page.goto("/support");
  await form(page).getByRole("button", { name: "Send" }).click();
  await sees(form(page).getByText("Name is required"));
  await box(page, "Name").fill("Kim Keller");
  await box(page, "Email").fill("kim.keller@example.com");
  await page.reload();
  // The page comes drawn; what was kept in this tab stands there once it is alive.
  await becomes(() => box(page, "Name").inputValue(), "Kim Keller");
  await hasRoom(page, ["/support"]);
  await writes(kim, subject, "Two of them, three metres long.");

  const olivia = await stage.enters({ viewport: DESK });
  await olivia.signsIn(DEMO.operator);
  await answers(olivia, subject, "Yes, as two pieces of delicates.");
  await sees(olivia.page.getByText("Two of them, three metres long."));
});

test("a customer reads the answer in the app and replies below it", { timeout: 90_000 }, async ({ stage }) => {
  const anna = await stage.enters();
  const { page } = anna;
  const subject = unique("Charged twice?");
  await anna.signsIn(DEMO.customer);
  await page.goto("/support");
  await becomes(() => box(page, "Email").inputValue(), DEMO.customer);
  await writes(anna, subject, "My card shows it two times.");
  const row = page.getByRole("button", { name: new RegExp(subject.replace("?", "\\?")) });
  await row.click();
  await sees(page.getByText("My card shows it two times."));

  const olivia = await stage.enters({ viewport: DESK });
  await olivia.signsIn(DEMO.operator);
  await answers(olivia, subject, "One of them is a reservation.");

  // The thread stands open: the answer comes by itself.
  await sees(page.getByText("One of them is a reservation."));
  await sees(row.getByText("Answered"));
  await page.getByRole("textbox", { name: "Your reply" }).fill("Thank you!");
  await page.getByRole("button", { name: "Send reply" }).click();
  await sees(page.getByRole("listitem").getByText("Thank you!"));
  await sees(row.getByText("Waiting for us"));

  await olivia.page.reload();
  await sees(olivia.page.getByText("Thank you!"));
});

async function reports(person: Person, providerId: string, author: string): Promise<void> {
  const { page } = person;
  await page.goto(`/providers/${providerId}`);
  await page.getByRole("button", { name: `Report the review by ${author}` }).first().click();
  const dialog = page.getByRole("dialog", { name: "Report this review" });
  await dialog.getByRole("combobox").selectOption({ label: "Something else" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await sees(dialog.getByText("Please say what is wrong"));
  await dialog.getByRole("textbox").fill("It is about somebody else.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await toast(page, "Thank you");
  await seesNoMore(dialog);
}

test("a review is reported, and hidden by an operator", { timeout: 90_000 }, async ({ stage }) => {
  const anna = await stage.enters();
  await anna.signsIn(DEMO.customer);
  const providers = await anna.call<Listed[]>("GET", "/api/providers/3001");
  const { id } = providers.find(({ reviewCount }) => reviewCount > 1) ?? { id: "" };
  const before = await anna.call<Details>("GET", `/api/providers/details/${id}`);
  const [review] = before.reviews;
  if (review === undefined) throw new Error("Nobody near 3001 has a review.");
  await reports(anna, id, review.authorName);

  const olivia = await stage.enters({ viewport: DESK });
  const { page } = olivia;
  await olivia.signsIn(DEMO.operator);
  await page.goto("/admin/providers/reviewreport/?state=open");
  await page.getByRole("link", { name: "Something else" }).first().click();
  await sees(page.getByText("It is about somebody else."));
  await page.getByRole("link", { name: "Hide the review" }).click();
  await arrivesAt(page, `/admin/providers/review/${review.id}/hide/`);
  await page.getByLabel("Reason").fill("Not about this provider.");
  await page.getByRole("button", { name: "Hide" }).click();
  await sees(page.getByText("The review is hidden."));

  const after = await anna.call<Details>("GET", `/api/providers/details/${id}`);
  expect(after.reviewCount).toBe(before.reviewCount - 1);
  expect(after.reviews.map((one) => one.id)).not.toContain(review.id);
  await anna.page.goto("/notifications");
  await sees(anna.page.getByText("The review that you reported is hidden"));
});
