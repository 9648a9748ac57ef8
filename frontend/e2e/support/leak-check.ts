import type { Page } from "@playwright/test";

import type { Factory, MadeOrder, MadeUser } from "../fixtures/factory.ts";
import { expect } from "../fixtures/test.ts";

/** Texts that identify the account's owner wherever they appear. */
const LEAK = /ammann|kanarienweg|every \w+ at 11:00|ending in 4444|iban ending in|\+41795550116/i;
/** Typed where the account has no data of its own. */
export const TYPED = "kanarienweg-7";
const STREET = "Kanarienweg 7, Zurich 8001";
const OWNER = { ref: "owner", firstName: "Vera", lastName: "Ammann", phone: "+41 79 555 01 16" } as const;
/** The account that signs in afterwards. */
const CHIARA = { ref: "chiara", firstName: "Chiara" } as const;
const AT_HOME = { pickupAddress: STREET, deliveryAddress: STREET } as const;
const IBAN = "CH93 0076 2011 6238 5295 7";
const AT_ONCE_MS = 2000;

/** The owner's orders and email address, which others must not see. */
export type Known = { paid: Pick<MadeOrder, "id">; unpaid: Pick<MadeOrder, "id">; email: string };
/** The account's data, so that each of its pages has something to hide. */
export type LeakFixture = Known & { chiara: MadeUser; salon: MadeUser; providerId: string };

/** Paid and unpaid orders, a recurring booking, a card, and a notification with private data. */
export async function makeOwner(make: Factory["make"]): Promise<LeakFixture> {
  const { users, providers, orders } = await make({
    users: [{ ...OWNER, addresses: [{ street: "Kanarienweg 7" }], cards: ["mastercard"] }, CHIARA],
    providers: [{ ref: "salon" }],
    orders: [
      {
        ref: "paid",
        customer: "owner",
        provider: "salon",
        ...AT_HOME,
        pickup: { days: 2 },
        messages: [{ from: "provider", body: "Is it Kanarienweg 7?" }],
      },
      { ref: "unpaid", customer: "owner", provider: "salon", ...AT_HOME, pickup: { days: 3 }, status: "pending" },
    ],
    recurring: [{ ref: "weekly", customer: "owner", provider: "salon", ...AT_HOME, days: 6, time: "11:00" }],
  });
  return { ...orders, ...users, email: users.owner.email, providerId: providers.salon.id };
}

/** A provider's private data. */
type JobFixture = { known: Known; chiara: MadeUser; salon: MadeUser };

/**
 * A paid order of the owner with address, phone and messages, the provider's payout account, and a private note on days
 * off.
 */
export async function makeJob(make: Factory["make"]): Promise<JobFixture> {
  const {
    users,
    orders: { job },
  } = await make({
    users: [OWNER, CHIARA],
    providers: [{ ref: "salon", iban: IBAN, daysOff: [{ firstDay: 60, note: STREET }] }],
    orders: [
      {
        ref: "job",
        customer: "owner",
        provider: "salon",
        ...AT_HOME,
        pickup: { days: 2 },
        messages: [{ from: "customer", body: `It is ${STREET}.` }],
      },
    ],
  });
  return { known: { paid: job, unpaid: job, email: users.owner.email }, chiara: users.chiara, salon: users.salon };
}

/** All that a page shows: title, field values, and the accessibility tree, without URLs except tel: links. */
async function visibleText(page: Page): Promise<string> {
  const fields = await page
    .locator("input, textarea, select")
    .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));
  const tree = (await page.locator("body").ariaSnapshot())
    .split("\n")
    .filter((line) => !line.includes("- /url:") || line.includes("tel:"));
  return [await page.title(), ...tree, ...fields].join("\n");
}

/** The first private text on a page; null for none. */
export async function findLeak(page: Page, { paid, unpaid, email }: Known): Promise<string | null> {
  const text = await visibleText(page);
  // The URL is known to whoever looks at it.
  const numbers = [paid, unpaid].map(({ id }) => id.slice(-8)).filter((number) => !page.url().includes(number));
  return LEAK.exec(text)?.[0] ?? [...numbers, email].find((mark) => text.includes(mark)) ?? null;
}

/** The page shows private data at first. */
export async function expectShown(page: Page, fixture: Known): Promise<void> {
  // Retried, because the page may reload meanwhile.
  await expect(async () =>
    expect(await findLeak(page, fixture), `${page.url()} shows something of the account`).not.toBeNull(),
  ).toPass();
}

/** Within two seconds, no private data is visible. */
export async function expectNothingShown(page: Page, fixture: Known): Promise<void> {
  await expect(async () =>
    expect(await findLeak(page, fixture), `${page.url()} shows nothing of the account`).toBeNull(),
  ).toPass({ timeout: AT_ONCE_MS });
}
