import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "@playwright/test";

const API = fileURLToPath(new URL("../../src/api/", import.meta.url));
// SWR keys in the source: in keys.ts, or beside the only hook that uses them.
const NAMED = /\bkey\("(\/api\/[^"]+)"|Key<"(\/api\/[^"]+)">/g;

/** Every path of the schema that the app reads. */
export function everyRead(): string[] {
  const files = readdirSync(API, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(^|\/)(keys|use-[^/]*)\.tsx?$/.test(file) && !file.includes(".test."),
  );
  const paths = files.flatMap((file) =>
    [...readFileSync(API + file, "utf8").matchAll(NAMED)].map(([, one, other]) => one ?? other ?? ""),
  );
  return [...new Set(paths)].sort();
}

/** Matches the requests of a schema path. */
export const callsOf = (path: string): RegExp => new RegExp(`^[^?]*${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);

export type Reading = {
  /** The path in the schema. */
  reads: string;
  at: string;
  /** What to do first to trigger the read. */
  opens?: (page: Page) => Promise<void>;
};

/** Reads whose failure shows nothing, and why that is right. */
export const SILENT: Readonly<Record<string, string>> = {
  "/api/favourites": "the hearts are those that the device keeps",
  "/api/config": "every page brings it along",
  "/api/localities": "its sentence stands at the field, and typing on asks again",
  "/api/orders/{order_id}/alternatives": "everybody else is offered instead",
  "/api/recurring-bookings/first-pickup": "the rule stands there without its day",
  "/api/recurring-bookings/{booking_id}/next-pickup": "the rule stands there without its day",
  "/api/profile/care/question": "paying does not wait for it, and the profile asks, too",
  "/api/profile": "the session brings it along",
  "/api/provider/orders/history": "the button that asks for older ones says so, and is pressed again",
};

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("main").getByRole("button", { name }).first().click();

type OfACustomer = {
  paid: string;
  /** Completed within the last day. */ completed: string;
  /** With the customer's review. */ rated: string;
  handedBack: string;
  unpaid: string;
  providerId: string;
  question: string;
};

export function ofACustomer({
  paid,
  completed,
  rated,
  handedBack,
  unpaid,
  providerId,
  question,
}: OfACustomer): readonly Reading[] {
  return [
    { reads: "/api/auth/session", at: "/profile" },
    { reads: "/api/addresses", at: "/profile/addresses" },
    { reads: "/api/notifications", at: "/notifications" },
    { reads: "/api/notifications/preferences", at: "/profile/settings" },
    { reads: "/api/profile/security", at: "/profile/security" },
    { reads: "/api/profile/devices", at: "/profile/settings" },
    { reads: "/api/push-subscriptions", at: "/profile/settings" },
    { reads: "/api/profile/email", at: "/profile/edit" },
    { reads: "/api/profile/care", at: "/profile/care" },
    { reads: "/api/payment-methods", at: "/profile/payment-methods" },
    { reads: "/api/recurring-bookings/refusals", at: "/recurring?form=open" },
    { reads: "/api/pay-links/{token}", at: "/pay/none" },
    { reads: "/api/skip-links/{token}", at: "/skip/none" },
    { reads: "/api/providers/{postal_code}", at: "/" },
    { reads: "/api/providers/details/{provider_id}", at: `/providers/${providerId}` },
    { reads: "/api/time-slots", at: `/booking?providerId=${providerId}` },
    { reads: "/api/orders/{order_id}", at: `/tracking/${paid}` },
    { reads: "/api/orders/{order_id}/cancellation", at: `/tracking/${paid}`, opens: press("Cancel order") },
    { reads: "/api/orders/{order_id}/messages", at: `/tracking/${paid}`, opens: press("Message") },
    { reads: "/api/orders/{order_id}/handovers", at: `/tracking/${paid}` },
    { reads: "/api/orders/{order_id}/claims", at: `/tracking/${completed}` },
    { reads: "/api/orders/{order_id}/review", at: `/tracking/${rated}` },
    { reads: "/api/orders/{order_id}/hand-back", at: `/tracking/${handedBack}` },
    { reads: "/api/create-payment-intent", at: `/checkout/${unpaid}` },
    { reads: "/api/orders/{order_id}/again", at: `/booking?providerId=${providerId}&again=${paid}` },
    { reads: "/api/orders/again", at: "/" },
    { reads: "/api/orders/customer/{customer_id}", at: "/history" },
    { reads: "/api/orders/customer/{customer_id}", at: "/tracking" },
    { reads: "/api/recurring-bookings/customer/{customer_id}", at: "/recurring" },
    {
      reads: "/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/move",
      at: "/recurring",
      opens: async (page) => {
        // Beyond the days that have slots.
        await press(/^Show all \d/)(page);
        await page
          .getByRole("main")
          .getByRole("button", { name: /^Move / })
          .last()
          .click();
      },
    },
    { reads: "/api/provider-application", at: "/provider/apply" },
    { reads: "/api/privacy/preferences", at: "/account/privacy" },
    { reads: "/api/privacy/export", at: "/account/privacy" },
    { reads: "/api/privacy/deletion", at: "/account/privacy" },
    { reads: "/api/support-hours", at: "/support" },
    { reads: "/api/support-requests", at: "/support" },
    {
      reads: "/api/support-requests/{request_id}/replies",
      at: "/support",
      opens: (page) => page.getByRole("button", { name: new RegExp(question) }).click(),
    },
  ];
}

/** For a recurring booking whose provider takes none at the moment. */
export const WITHOUT_ITS_PROVIDER: Reading = {
  reads: "/api/recurring-bookings/{booking_id}/alternatives",
  at: "/recurring",
  opens: press("Choose another provider"),
};

export const OF_A_PROVIDER: readonly Reading[] = [
  { reads: "/api/provider/orders", at: "/provider" },
  { reads: "/api/provider/offers", at: "/provider" },
  { reads: "/api/provider/week", at: "/provider/schedule" },
  { reads: "/api/provider/days-off", at: "/provider/schedule" },
  { reads: "/api/provider/settings", at: "/provider/settings" },
  { reads: "/api/provider/earnings", at: "/provider/earnings" },
  { reads: "/api/provider/conversations", at: "/provider/messages" },
];
