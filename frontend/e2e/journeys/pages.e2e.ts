import { expect } from "vitest";

import { looksRight } from "../support/looks";
import type { Person } from "../support/person";
import { routeOf, ROUTES } from "../support/routes";
import { sees } from "../support/seeing";
import { test } from "../support/stage";

type Route = {
  path: string;
  heading: string;
  /** What shows that the page has what it is about. */
  shows?: string;
  status?: number;
  /** The item of the bottom navigation that is lit. */
  current?: string;
};

const NOBODY = "00000000-0000-4000-8000-000000000000";

const PAGES: Route[] = [
  { path: "/", heading: "Fresh laundry, from next door", shows: "Available now", current: "Home" },
  { path: "/login", heading: "Welcome to Suuber", shows: "Continue as guest" },
  { path: "/login/help", heading: "Forgot your password?" },
  { path: "/login/second-step", heading: "Enter your code", shows: "Sign in with a passkey" },
  { path: "/email-link", heading: "Your link", shows: "This link does not work any more" },
  { path: "/register", heading: "Create Your Account", shows: "Sign in here" },
  { path: "/booking", heading: "Book Service", shows: "Please select a provider first" },
  { path: "/tracking", heading: "Track Order", shows: "Sample order", current: "Track" },
  { path: `/tracking/${NOBODY}`, heading: "Track Order", shows: "Sign in to see this order", current: "Track" },
  { path: "/history", heading: "Order History", shows: "Sample order", current: "History" },
  { path: "/notifications", heading: "Notifications" },
  { path: "/profile", heading: "Profile", shows: "Version 1.0.0", current: "Profile" },
  { path: "/profile/edit", heading: "Edit Profile", shows: "Sign in first" },
  { path: "/profile/addresses", heading: "Addresses", shows: "Sign in first" },
  { path: "/profile/payment-methods", heading: "Payment Methods", shows: "Sign in first" },
  { path: "/profile/settings", heading: "Settings", shows: "Sign in first" },
  { path: "/profile/security", heading: "Sign-in and security", shows: "Sign in first" },
  { path: "/checkout", heading: "Checkout", shows: "No order found" },
  { path: `/checkout/${NOBODY}`, heading: "Checkout", shows: "Sign in to pay" },
  { path: "/provider", heading: "Your jobs" },
  { path: "/provider/schedule", heading: "Your week" },
  { path: "/provider/messages", heading: "Messages" },
  { path: "/provider/earnings", heading: "Earnings" },
  { path: "/provider/settings", heading: "Your settings" },
  { path: "/provider/apply", heading: "Become a Provider", shows: "Days 2-5" },
  { path: "/recurring", heading: "Recurring bookings", shows: "Sign in first" },
  { path: "/schedule-test", heading: "Scheduling Demo", shows: "premium rush" },
  { path: "/offline-test", heading: "Offline Demo", shows: "Online" },
  { path: "/terms", heading: "Terms of Service", shows: "Contact Support" },
  { path: "/privacy", heading: "Privacy Policy" },
  { path: "/account/privacy", heading: "Privacy Settings", shows: "Analytics" },
  { path: "/support", heading: "Support", shows: "Mon-Fri 8:00-20:00 CET" },
  { path: "/services", heading: "Our Services", shows: "Book Your First Service" },
  { path: "/help", heading: "Help", shows: "Tutorials" },
  { path: "/no/such/page", heading: "404 Page Not Found", shows: "Did you forget to add the page to the router?", status: 404 },
];

async function opens(person: Person, { path, heading, shows, status = 200 }: Route): Promise<void> {
  const { page, watch } = person;
  if (status >= 400) watch.expectAnswer(status, path);
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(status);
  await sees(page.getByRole("heading", { level: 1, name: heading, exact: true }));
  if (shows !== undefined) await sees(page.getByText(shows));
}

/** They are looked at with what they are about (cards, states). */
const ABOUT_SOMETHING = ["/pay/:token", "/skip/:token", "/providers/:providerId"];

test("no route is left out", () => {
  const looked = PAGES.map(({ path }) => routeOf(path));
  expect(ROUTES.filter((route) => !looked.includes(route) && !ABOUT_SOMETHING.includes(route))).toEqual([]);
});

test.for(PAGES)("$path has its title, its heading, the four places below, and room for everybody", async (route, { stage }) => {
  const visitor = await stage.enters();
  const { page } = visitor;
  await opens(visitor, route);

  expect(await page.title()).toMatch(route.path === "/" ? /^Suuber – / : / – Suuber$/);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  const places = page.getByRole("navigation", { name: "Main" });
  expect(await places.getByRole("link").allInnerTexts()).toEqual(["Home", "Track", "History", "Profile"]);
  expect(await places.locator("[aria-current=page]").allInnerTexts()).toEqual(route.current === undefined ? [] : [route.current]);
  await looksRight(page);
});

test("the not-found page leads home", async ({ stage }) => {
  const visitor = await stage.enters();
  visitor.watch.expectAnswer(404, "/nowhere");
  await visitor.page.goto("/nowhere");
  await sees(visitor.page.getByRole("main").getByText("Did you forget to add the page to the router?"));
  await visitor.page.getByRole("main").getByRole("link").first().click();
  await sees(visitor.page.getByRole("heading", { name: "Available in Your Area" }));
});
