import type { Page } from "@playwright/test";

import { ADDRESS_LINE } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import { toast } from "./page.ts";

type Occurrence = { date: string; time: string; status: string; orderId: string | null };
type Booking = {
  id: string;
  providerId: string;
  isActive: boolean;
  nextBookingDate: string | null;
  occurrences: Occurrence[];
};

/** The names of weekdays in the form. */
export const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** Fills in and sends the form for weekly pickups on the weekday of `day`. */
export async function createBooking(page: Page, day: string): Promise<void> {
  await page.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(day)) });
  await page.getByLabel("Pickup address").fill(ADDRESS_LINE);
  await page.getByRole("button", { name: "Same as pickup" }).click();
  await page.getByRole("button", { name: "Create Recurring Booking" }).click();
  await expect(toast(page, "Recurring Booking Created")).toContainText(
    "Your recurring service has been set up successfully!",
    { useInnerText: true },
  );
}

export async function bookings(person: Person, customerId: string): Promise<Booking[]> {
  return person.call<Booking[]>("GET", `/api/recurring-bookings/customer/${customerId}`);
}

/** The texts of the pickups to come. */
export const rows = (page: Page): Promise<string[]> =>
  page.getByRole("list", { name: "Upcoming pickups" }).first().getByRole("listitem").allInnerTexts();
