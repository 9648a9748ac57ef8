import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Locator, Page } from "@playwright/test";

import type { MadeOrder } from "../fixtures/factory.ts";
import { PASSWORD } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect } from "../fixtures/test.ts";
import type { FailingDialog } from "./failing-dialog.ts";

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));

/** Every source file that renders a dialog, except the component itself. */
export function filesWithDialogs(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx") && !file.startsWith("ui/overlay/"))
    .filter((file) => /<Dialog\b/.test(readFileSync(SOURCES + file, "utf8")))
    .sort();
}

/** Dialogs without a request, and those whose failures other tests check. */
export const WITHOUT_A_CALL: Readonly<Record<string, string>> = {
  "app/pages/booking-page.tsx": "says that the sheet itself did not come",
  "features/offline/pending-list.tsx": "changes what is on the device alone",
  "features/provider-settings/area-section.tsx": "chooses for the form, whose own button sends it",
  "features/provider-workspace/share-button.tsx": "the bar above the page says what becomes of it",
  "features/provider-profile/provider-page.tsx": "is only read",
  "features/recurring/dialogs/skip-dialog.tsx":
    "is sent once it cannot be taken back any more: its card says what becomes of it",
  "features/claims/claim-photos.tsx": "is a photo",
  "features/support/chat-action.tsx": "opens within our hours alone: contact.test.tsx looks at what fails in it",
  "features/rating/customer-rating.tsx": "two-way-reviews.test.tsx looks at what fails in it",
  "features/rating/own-review-card.tsx": "two-way-reviews.test.tsx looks at what fails in it",
  "features/rating/received-review.tsx": "two-way-reviews.test.tsx looks at what fails in it",
  "features/tracking/handover-proof.tsx": "is a photo",
};

const open =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("main").getByRole("button", { name }).first().click();

export function ofAVisitor(providerId: string): readonly FailingDialog[] {
  return [
    {
      file: "features/auth/sign-in-sheet.tsx",
      at: `/booking?providerId=${providerId}`,
      opens: async (page) => {
        await page.getByLabel("Street address").fill("Limmatquai 12");
        await page.getByRole("button", { name: "Confirm Booking" }).click();
      },
      types: async (dialog) => {
        await dialog.getByLabel("First Name").fill("Alice");
        await dialog.getByLabel("Email").fill("alice.keller@example.com");
        await dialog.getByLabel("Password", { exact: true }).fill("laundry-demo");
      },
      press: "Create account and continue",
    },
  ];
}

type Order = Pick<MadeOrder, "id">;
type OfACustomer = { paid: Order; /** Within the last day. */ completed: Order; providerId: string };

export function ofACustomer({ paid, completed, providerId }: OfACustomer): readonly FailingDialog[] {
  const tracking = `/tracking/${paid.id}`;
  return [
    {
      file: "features/location/location-sheet.tsx",
      at: "/",
      opens: (page) => page.getByRole("button", { name: /^Place: / }).click(),
      types: async (dialog) => {
        await dialog.getByLabel("Postal code or city").fill("3011");
        await expect(dialog.getByRole("button", { name: /^3011 Bern/ }).first()).toBeVisible();
      },
      press: /^3011 Bern/,
    },
    {
      file: "features/rebook/rebook-sheet.tsx",
      at: "/",
      opens: (page) =>
        page
          .getByRole("region", { name: "Book again" })
          .getByRole("button", { name: /^Again: / })
          .first()
          .click(),
      press: /^Pay /,
    },
    {
      file: "features/profile/address-dialog.tsx",
      at: "/profile/addresses",
      opens: open("Add address"),
      types: async (dialog) => {
        await dialog.getByLabel("Street address").fill("Nowhere 7");
        await dialog.getByLabel("Postal code").fill("8001");
        await dialog.getByLabel("City").fill("Zurich");
      },
      press: "Save",
    },
    {
      file: "features/profile/security-dialog.tsx",
      at: "/profile/security",
      opens: open("Set up"),
      types: (dialog) => dialog.getByLabel("Current password").fill(PASSWORD),
      press: "Continue",
    },
    {
      file: "features/rating/rating-dialog.tsx",
      at: "/history",
      opens: open("Rate Service"),
      types: async (dialog) => {
        await dialog.getByRole("radio", { name: /^4 of 5/ }).check();
        await dialog.getByLabel("Comment").fill("Folded like new.");
      },
      press: "Submit Rating",
      mayWait: true,
    },
    {
      file: "features/messages/conversation-dialog.tsx",
      at: tracking,
      opens: open("Message"),
      types: (dialog) => dialog.getByLabel("Your message").fill("Ring twice."),
      press: /^Send/,
      mayWait: true,
    },
    {
      file: "features/claims/order-claims.tsx",
      at: `/tracking/${completed.id}`,
      opens: open("Report damage"),
      types: (dialog) => dialog.getByLabel("What happened?").fill("A stain on the collar."),
      press: "Send report",
    },
    {
      file: "features/tracking/live-order.tsx",
      at: tracking,
      opens: open("Change pickup time"),
      types: async (dialog) => {
        await dialog.getByLabel("Time").selectOption({ index: 1 });
      },
      press: "Change pickup time",
      mayWait: true,
    },
    {
      file: "features/tracking/edit-order-dialog.tsx",
      at: tracking,
      opens: open("Change address, note or care"),
      types: (dialog) => dialog.getByLabel("Note for your provider").fill("The bell is broken."),
      press: "Save",
      mayWait: true,
    },
    { file: "features/tracking/cancel-dialog.tsx", at: tracking, opens: open("Cancel order"), press: "Cancel order" },
    {
      file: "features/provider-profile/reviews.tsx",
      at: `/providers/${providerId}`,
      opens: open(/^Report the review by /),
      types: async (dialog) => {
        await dialog.getByRole("combobox").selectOption({ label: "Something else" });
        await dialog.getByRole("textbox").fill("It is about somebody else.");
      },
      press: "Send report",
    },
    {
      file: "features/apply/documents-step.tsx",
      at: "/provider/apply?step=3",
      opens: open("Remove ID Document"),
      press: "Remove document",
    },
  ];
}

/** The dialogs of a recurring booking. */
export function ofASeries(): readonly FailingDialog[] {
  return [
    {
      file: "features/recurring/dialogs/booking-dialogs.tsx",
      at: "/recurring",
      opens: open("Edit"),
      types: async (dialog) => {
        await dialog.getByLabel("Preferred time").selectOption("11:00");
      },
      press: /^Save changes/,
    },
    {
      file: "features/recurring/dialogs/booking-dialogs.tsx",
      at: "/recurring",
      opens: open("Change card"),
      types: async (dialog) => {
        await dialog.getByRole("radio").nth(2).check();
      },
      press: /^Change card/,
    },
    {
      file: "features/recurring/dialogs/move-dialog.tsx",
      at: "/recurring",
      opens: open(/^Move /),
      types: async (dialog) => {
        await dialog
          .getByRole("grid")
          .getByRole("button", { name: /, 14:00 to/ })
          .locator("visible=true")
          .first()
          .click();
      },
      press: /^Move pickup/,
    },
    {
      file: "features/recurring/dialogs/booking-dialogs.tsx",
      at: "/recurring",
      opens: open("Pause"),
      types: async (dialog) => {
        await dialog.getByLabel("Pause until").fill(swissDay(30));
      },
      press: "Pause booking",
    },
    {
      file: "features/recurring/dialogs/booking-dialogs.tsx",
      at: "/recurring",
      opens: open("Cancel booking"),
      press: "Cancel booking",
    },
  ];
}

/** Shown once its provider takes no bookings. */
export function ofASeriesWithoutItsProvider(): FailingDialog {
  return {
    file: "features/recurring/dialogs/booking-dialogs.tsx",
    at: "/recurring",
    opens: open("Choose another provider"),
    types: (dialog) => dialog.getByRole("radio").first().check(),
    press: /^Use this provider/,
  };
}

/** Signing out with unsent actions asks first. */
export const AT_SIGNING_OUT: FailingDialog = {
  file: "features/profile/profile-page.tsx",
  at: "/profile",
  opens: open("Sign Out"),
  press: "Sign out anyway",
};

const job = (page: Page, { id }: Order): Locator => page.locator("li").filter({ hasText: id.slice(-8) });

export function ofAProvider({ confirmed, underWay }: { confirmed: Order; underWay: Order }): readonly FailingDialog[] {
  return [
    {
      file: "features/provider-workspace/job-actions.tsx",
      at: `/provider#${confirmed.id}`,
      opens: (page) => job(page, confirmed).getByRole("button", { name: "I can't do this one" }).click(),
      types: (dialog) => dialog.getByLabel(/Why can't you do it/).fill("My machine broke."),
      press: "Hand back",
    },
    {
      file: "features/provider-workspace/handover-step.tsx",
      at: "/provider",
      opens: (page) => job(page, underWay).getByRole("button", { name: "Photo and bags" }).click(),
      types: (dialog) => dialog.getByRole("button", { name: "One bag more" }).click(),
      press: "Save",
      mayWait: true,
    },
    {
      file: "features/provider-workspace/handover-step.tsx",
      at: "/provider",
      opens: (page) => job(page, underWay).getByRole("button", { name: "Start washing" }).click(),
      types: (dialog) => dialog.getByRole("textbox", { name: "Code" }).fill("1234"),
      press: "Start washing",
      mayWait: true,
    },
    {
      file: "features/provider-workspace/days-off.tsx",
      at: "/provider/schedule",
      opens: open("Add days off"),
      types: async (dialog) => {
        await dialog.getByLabel("First day").fill(swissDay(201));
        await dialog.getByLabel("Note").fill("In the mountains");
      },
      press: "Save days off",
    },
    {
      file: "features/provider-workspace/pause-card.tsx",
      at: "/provider/schedule",
      opens: open("Pause bookings"),
      types: (dialog) => dialog.getByLabel("Back on").fill(swissDay(20)),
      press: "Pause now",
    },
    {
      file: "features/provider-workspace/hours-dialog.tsx",
      at: "/provider/schedule",
      opens: open(/^Change Monday/),
      types: async (dialog) => {
        await dialog.getByLabel("Places per slot").selectOption("5");
      },
      press: "Save hours",
    },
  ];
}

/** The dialogs of an order that waits for acceptance. */
export function ofAPendingOrder(pending: Order): FailingDialog {
  return {
    file: "features/provider-workspace/job-actions.tsx",
    at: "/provider",
    opens: (page) => job(page, pending).getByRole("button", { name: "Decline" }).click(),
    press: "Decline order",
  };
}
