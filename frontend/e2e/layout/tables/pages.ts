import type { ViewportSize } from "@playwright/test";

import type { World } from "../../fixtures/factory.ts";
import { expect } from "../../fixtures/test.ts";
import { type Sheet, SMALLEST } from "../../support/overflow.ts";
import type { RowSetup, Setting } from "../../support/row-setup.ts";
import { ALICE, BOOKED, LIVED_IN, SALON } from "./worlds.ts";

/** Pages and dialogs that are tested together; names stand for ids: "/tracking/{paid}". */
type PageRow = Setting & {
  name: string;
  windows?: readonly ViewportSize[];
  paths: readonly string[];
  /** URLs that are known only after setup. */
  links?: (setup: RowSetup) => Promise<string[]>;
  sheets?: readonly Sheet[];
};

const OF_EVERYBODY: PageRow = {
  name: "a page open to everybody",
  paths: [
    ...[
      "/",
      "/login",
      "/login/help",
      "/login/second-step",
      "/email-link",
      "/register",
      "/booking",
      "/tracking",
      "/history",
      "/notifications",
      "/profile",
      "/checkout",
      "/provider/apply",
    ],
    ...["/schedule-test", "/offline-test", "/terms", "/privacy", "/account/privacy", "/support", "/services", "/help"],
  ],
};

const OF_A_CUSTOMER: PageRow = {
  name: "a customer's page",
  who: "alice",
  world: LIVED_IN,
  paths: [
    ...["/", "/tracking", "/history", "/notifications", "/profile", "/profile/edit", "/profile/addresses"],
    ...[
      "/profile/payment-methods",
      "/profile/care",
      "/profile/settings",
      "/profile/security",
      "/recurring",
      "/account/privacy",
      "/support",
      "/provider/apply?step=1",
    ],
  ],
};

const OF_AN_ORDER: PageRow = {
  name: "paying, of an order and of a provider's profile",
  who: "alice",
  world: LIVED_IN,
  paths: [
    "/checkout/{unpaid}",
    "/tracking/{unpaid}",
    "/tracking/{paid}",
    "/tracking/{rated}",
    "/providers/{salon}",
    "/booking?providerId={salon}",
  ],
};

const OF_A_PROVIDER: PageRow = {
  name: "a provider's page",
  who: "salon",
  world: LIVED_IN,
  paths: [
    "/provider",
    "/provider?tab=done",
    "/provider/schedule",
    "/provider/messages",
    "/provider/earnings",
    "/provider/settings",
  ],
  sheets: [{ at: "/provider?tab=done", press: /^Rate /, shows: (dialog) => dialog.getByRole("radio").first() }],
};

/** The emailed links to skip, and to pay, the first pickup of a recurring booking. */
async function linksOfMails({ person }: RowSetup): Promise<string[]> {
  type Notices = { results: { link: string | null }[] };
  const links = async (): Promise<string[]> => {
    const { results } = await person.call<Notices>("GET", "/api/notifications");
    return results.flatMap(({ link }) => (link !== null && /^\/(skip|pay)\//.test(link) ? [link] : []));
  };
  // A Celery task sends them.
  await expect.poll(async () => (await links()).length, { timeout: 100_000, intervals: [250] }).toBe(2);
  return links();
}

const BEYOND_THE_MENUS: PageRow = {
  name: "a link of a mail, of a finished order, of further dates or nowhere",
  who: "alice",
  // Without a card: the first pickup's order is placed at once, and paid by link.
  world: {
    users: [{ ...ALICE, addresses: [{ label: "Home" }] }],
    providers: [SALON],
    orders: [
      { ref: "done", ...BOOKED, status: "completed", pickup: { days: -2, time: "10:00" } },
      { ref: "paid", ...BOOKED, pickup: { days: 3, time: "10:00" } },
    ],
    recurring: [{ ref: "weekly", ...BOOKED, days: 1, time: "17:00" }],
  },
  allows: [404],
  links: linksOfMails,
  paths: [
    "/no/such/page",
    "/booking?providerId={salon}#dates",
    "/booking?providerId={salon}#recurring",
    "/recurring?form=open",
    "/tracking/{done}",
  ],
  sheets: [
    { at: "/", press: /^Place: /, shows: (dialog) => dialog.getByRole("group", { name: "Your addresses" }) },
    { at: "/providers/{salon}", press: /^Verified/ },
    { at: "/profile/addresses", press: "Edit" },
    { at: "/profile/addresses", press: "Add address" },
    { at: "/history", press: "Rate Service" },
    { at: "/tracking/{paid}", press: "Message", shows: (dialog) => dialog.getByLabel("Your message") },
    { at: "/tracking/{paid}", press: "Change pickup time", shows: (dialog) => dialog.getByLabel("Day") },
    { at: "/tracking/{paid}", press: "Change address, note or care" },
    {
      at: "/tracking/{paid}",
      press: "Cancel order",
      shows: (dialog) => dialog.getByRole("button", { name: "Keep order" }),
    },
    { at: "/recurring", press: "Edit" },
    { at: "/recurring", press: /^Skip / },
    { at: "/recurring", press: /^Move /, shows: (dialog) => dialog.getByRole("grid") },
    { at: "/recurring", press: "Pause" },
    { at: "/recurring", press: "Cancel booking" },
  ],
};

/** The languages with the longest words, and the button that removes an address. */
export const LANGUAGES = [
  { locale: "de-CH", remove: "Entfernen", removed: "Adresse entfernt" },
  { locale: "fr-CH", remove: "Supprimer", removed: "Adresse supprimée" },
  { locale: "it-CH", remove: "Rimuovere", removed: "Indirizzo rimosso" },
] as const;

// A very long street.
const LONG = "Universitätsstrasse 112a";
const LONG_BOOKING = { ...BOOKED, pickupAddress: `${LONG}, Zurich 8006`, specialInstructions: "Please ring twice." };
export const LONG_ADDRESS = {
  users: [{ ...ALICE, addresses: [{ label: "Zuhause", street: LONG, postalCode: "8006" }] }],
} as const satisfies World;

const inALanguage = ({ locale }: { locale: string }): PageRow[] => [
  {
    name: `a page open to everybody, on the smallest phone and in ${locale},`,
    options: { locale },
    windows: [SMALLEST],
    paths: [
      "/",
      "/login",
      "/register",
      "/booking",
      "/tracking",
      "/history",
      "/provider/apply",
      "/terms",
      "/services",
      "/help",
    ],
  },
  {
    name: `a customer's page, on the smallest phone and in ${locale},`,
    who: "alice",
    world: {
      ...LIVED_IN,
      orders: [
        ...LIVED_IN.orders.filter(({ ref }) => ref !== "paid" && ref !== "unpaid"),
        { ref: "unpaid", ...LONG_BOOKING, status: "pending", pickup: { days: 2, time: "10:00" } },
        { ref: "paid", ...LONG_BOOKING, pickup: { days: 3, time: "10:00" } },
      ],
    },
    options: { locale, viewport: SMALLEST },
    windows: [SMALLEST],
    paths: [
      ...["/", "/history", "/profile", "/profile/settings", "/profile/security", "/recurring", "/support"],
      ...["/checkout/{unpaid}", "/tracking/{paid}", "/booking?providerId={salon}"],
    ],
  },
];

export const PAGES: readonly PageRow[] = [
  OF_EVERYBODY,
  OF_A_CUSTOMER,
  OF_AN_ORDER,
  OF_A_PROVIDER,
  BEYOND_THE_MENUS,
  ...LANGUAGES.flatMap(inALanguage),
];
