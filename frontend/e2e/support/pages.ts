import app from "../../package.json" with { type: "json" };
import type { Factory } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { expectAccessible } from "./accessibility.ts";

type Route = {
  path: string;
  heading: string;
  /** A text that shows that the page's data is loaded. */
  shows?: string;
  status?: number;
  /** The current item of the bottom navigation. */
  current?: string;
};

/** Routes by topic. */
type Pages = Readonly<Record<string, readonly Route[]>>;

const LONG_TEST_MS = 240_000;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** The main pages, as a visitor sees them. */
export const MAIN_PAGES: Pages = {
  "home, signing in and booking": [
    { path: "/", heading: "Fresh laundry, from next door", shows: "Available now", current: "Home" },
    { path: "/login", heading: "Welcome to Suuber", shows: "Continue as guest" },
    { path: "/login/help", heading: "Forgot your password?" },
    { path: "/login/second-step", heading: "Enter your code", shows: "Sign in with a passkey" },
    { path: "/email-link", heading: "Your link", shows: "This link does not work any more" },
    { path: "/register", heading: "Create Your Account", shows: "Sign in here" },
    { path: "/booking", heading: "Book Service", shows: "Please select a provider first" },
    { path: "/services", heading: "Our Services", shows: "Book Your First Service" },
  ],
  "orders, paying and profile": [
    { path: "/tracking", heading: "Track Order", shows: "Sample order", current: "Track" },
    { path: `/tracking/${NOBODY}`, heading: "Track Order", shows: "Sign in to see this order", current: "Track" },
    { path: "/history", heading: "Order History", shows: "Sample order", current: "History" },
    { path: "/notifications", heading: "Notifications" },
    { path: "/checkout", heading: "Checkout", shows: "No order found" },
    { path: `/checkout/${NOBODY}`, heading: "Checkout", shows: "Sign in to pay" },
    { path: "/profile", heading: "Profile", shows: `Version ${app.version}`, current: "Profile" },
    { path: "/recurring", heading: "Recurring bookings", shows: "Sign in first" },
  ],
};

/** All other pages. */
export const OTHER_PAGES: Pages = {
  "an account": [
    { path: "/profile/edit", heading: "Edit Profile", shows: "Sign in first" },
    { path: "/profile/addresses", heading: "Addresses", shows: "Sign in first" },
    { path: "/profile/payment-methods", heading: "Payment Methods", shows: "Sign in first" },
    { path: "/profile/care", heading: "Care profile", shows: "Sign in first" },
    { path: "/profile/settings", heading: "Settings", shows: "Sign in first" },
    { path: "/profile/security", heading: "Sign-in and security", shows: "Sign in first" },
    { path: "/account/privacy", heading: "Privacy Settings", shows: "Analytics" },
    { path: "/support", heading: "Support", shows: "Mon-Fri 8:00-20:00 CET" },
  ],
  providers: [
    { path: "/provider", heading: "Your jobs" },
    { path: "/provider/schedule", heading: "Your week" },
    { path: "/provider/messages", heading: "Messages" },
    { path: "/provider/earnings", heading: "Earnings" },
    { path: "/provider/settings", heading: "Your settings" },
    { path: "/provider/apply", heading: "Become a Provider", shows: "Days 2-5" },
  ],
  "everything else": [
    { path: "/schedule-test", heading: "Scheduling Demo", shows: "premium rush" },
    { path: "/offline-test", heading: "Offline Demo", shows: "Online" },
    { path: "/terms", heading: "Terms of Service", shows: "Contact Support" },
    { path: "/privacy", heading: "Privacy Policy" },
    { path: "/help", heading: "Help", shows: "Tutorials" },
    {
      path: "/no/such/page",
      heading: "404 Page Not Found",
      shows: "Did you forget to add the page to the router?",
      status: 404,
    },
  ],
};

async function open(person: Person, { path, heading, shows, status = 200 }: Route): Promise<void> {
  const { page, pageErrors } = person;
  if (status >= 400) pageErrors.expectResponse(status, path);
  const response = await page.goto(path);
  expect(response?.status()).toBe(status);
  await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
  if (shows !== undefined) await expect(page.getByText(shows).first()).toBeVisible();
}

/** Title, heading and navigation are right, and axe finds nothing. */
async function expectComplete(visitor: Person, route: Route): Promise<void> {
  const { page } = visitor;
  await open(visitor, route);
  await expect(page).toHaveTitle(route.path === "/" ? /^Suuber – / : / – Suuber$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link")).toHaveText(["Home", "Track", "History", "Profile"], {
    useInnerText: true,
  });
  await expect(navigation.locator("[aria-current=page]")).toHaveText(
    route.current === undefined ? [] : [route.current],
    { useInnerText: true },
  );
  await expectAccessible(page);
}

type Fixtures = { make: Factory["make"]; users: Users };

/** Opens the pages as a visitor, and checks each. */
export async function lookAtPages(routes: readonly Route[], { make, users }: Fixtures): Promise<void> {
  test.setTimeout(LONG_TEST_MS);
  // Home needs a provider to show.
  await make({ providers: [{ ref: "salon" }] });
  const visitor = await users.visitor();
  for (const route of routes) await test.step(route.path, () => expectComplete(visitor, route));
}
