import type { Page } from "@playwright/test";

import type { MadeOrder } from "../fixtures/factory.ts";
import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import { toast } from "./page.ts";
import type { Fixtures } from "./queue.ts";
import { returningVisitor } from "./workers.ts";

/** One thing to be done once. */
export type Act = {
  path: string;
  prepare?: () => Promise<unknown>;
  /** Does it on the page at `path`, and waits until it is shown as done. */
  press: (page: Page) => Promise<void>;
  /** How often it has taken effect, asked of the server. */
  effects: () => Promise<number>;
};

export type Actor = {
  person: Person;
  proxy: FaultProxy;
  /** The address to which the acts are sent. */
  address: RegExp;
  acts: Act[];
};

type Begin = (fixtures: Fixtures, count: number) => Promise<Actor>;

const LINE = "I am at the door.";

async function withOrders(
  { make, users, network }: Fixtures,
  count: number,
  who: "alice" | "salon",
): Promise<{ person: Person; proxy: FaultProxy; orders: MadeOrder[] }> {
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: Array.from({ length: count }, (_, number) => ({
      ref: `order${number}`,
      customer: "alice",
      provider: "salon",
    })),
  });
  const [person, proxy] = await returningVisitor(users, network, made.users[who]);
  return { person, proxy, orders: Object.values(made.orders) };
}

/** A provider's step, of a job each. */
const steps: Begin = async (fixtures, count) => {
  const { person, proxy, orders } = await withOrders(fixtures, count, "salon");
  const versionOf = async ({ id }: MadeOrder): Promise<number> => {
    const { etag } = await person.call<{ etag: string }>("GET", `/api/orders/${id}`);
    return Number(/\d+/.exec(etag)?.[0]);
  };
  const acts = orders.map(async (order): Promise<Act> => {
    const before = await versionOf(order);
    return {
      path: `/provider#${order.id}`,
      press: async (page) => {
        const start = page.getByRole("button", { name: "Start pickup" });
        // Jobs of one hour share a list item; the innermost element with both is the job.
        const job = page
          .locator("div")
          .filter({ has: page.locator(`a[href="/support?order=${order.id}"]`) })
          .filter({ has: start })
          .last();
        await job.locator(start).click();
        await expect(toast(page, "Pickup started")).toBeVisible();
      },
      effects: async () => (await versionOf(order)) - before,
    };
  });
  return { person, proxy, address: /\/status$/, acts: await Promise.all(acts) };
};

/** A customer's message, to an order each. */
const messages: Begin = async (fixtures, count) => {
  const { person, proxy, orders } = await withOrders(fixtures, count, "alice");
  const acts = orders.map(({ id }): Act => ({
    path: `/tracking/${id}`,
    press: async (page) => {
      const dialog = page.getByRole("dialog", { name: /^Messages with/ });
      await dialog.getByLabel("Your message").fill(LINE);
      await dialog.getByRole("button", { name: "Send" }).click();
      await expect(dialog.getByRole("listitem").filter({ hasText: LINE }).first()).toBeVisible();
    },
    effects: async () => (await person.call<unknown[]>("GET", `/api/orders/${id}/messages`)).length,
  }));
  return { person, proxy, address: /\/messages$/, acts };
};

/** All notifications marked as read, each time with a new one. */
const readings: Begin = async ({ make, users, network }, count) => {
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const [person, proxy] = await returningVisitor(users, network, made.users.alice);
  const bruno = await users.signedIn(made.users.salon);
  const unread = async (): Promise<number> =>
    (await person.call<{ unread: number }>("GET", "/api/notifications")).unread;
  const act: Act = {
    path: "/notifications",
    prepare: async () => {
      await bruno.call("POST", `/api/orders/${made.orders.order.id}/messages`, { body: LINE });
      await expect.poll(unread).toBeGreaterThan(0);
    },
    press: async (page) => {
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await expect(toast(page, "All marked as read")).toBeVisible();
    },
    effects: async () => ((await unread()) === 0 ? 1 : 0),
  };
  return { person, proxy, address: /\/notifications\/read$/, acts: Array.from({ length: count }, () => act) };
};

/** So many pickups of a recurring booking are shown at first. */
const SHOWN_PICKUPS = 3;

/** The next pickup of a recurring booking, skipped one after the other. */
const skips: Begin = async ({ make, users, network }, count) => {
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    recurring: Array.from({ length: Math.ceil(count / SHOWN_PICKUPS) }, (_, number) => ({
      ref: `booking${number}`,
      customer: "alice",
      provider: "salon",
      days: 6,
      time: `${9 + number}:00`.padStart(5, "0"),
    })),
  });
  const { id } = made.users.alice;
  const [person, proxy] = await returningVisitor(users, network, made.users.alice);
  const skipped = async (): Promise<number> => {
    type Booking = { occurrences: { status: string }[] };
    const bookings = await person.call<Booking[]>("GET", `/api/recurring-bookings/customer/${id}`);
    return bookings.flatMap(({ occurrences }) => occurrences).filter(({ status }) => status === "skipped").length;
  };
  const acts = Array.from({ length: count }, (_, number): Act => ({
    path: "/recurring",
    press: async (page) => {
      await page
        .getByRole("button", { name: /^Skip / })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("button", { name: "Skip pickup" }).click();
      await expect(toast(page, "Pickup skipped")).toBeVisible();
    },
    effects: async () => (await skipped()) - number,
  }));
  return { person, proxy, address: /\/skip$/, acts };
};

export type Kind = {
  begin: Begin;
  /** Waits until the act can be done on its page. */
  open: (page: Page) => Promise<void>;
  /** Whether it can also be done without a connection. */
  waits: boolean;
  /** Whether it can be taken back for ten seconds. */
  isHeld: boolean;
};

export const KINDS: Readonly<Record<string, Kind>> = {
  "a step": {
    begin: steps,
    open: (page) => expect(page.getByRole("button", { name: "Start pickup" }).first()).toBeVisible(),
    waits: true,
    isHeld: true,
  },
  "a message": {
    begin: messages,
    open: async (page) => {
      await page.getByRole("button", { name: "Message" }).click();
      await expect(page.getByRole("dialog").getByText("No messages yet.").first()).toBeVisible();
    },
    waits: true,
    isHeld: false,
  },
  "all notifications read": {
    begin: readings,
    open: (page) => expect(page.getByRole("button", { name: "Mark all as read" })).toBeVisible(),
    waits: false,
    isHeld: true,
  },
  "a skipped pickup": {
    begin: skips,
    open: (page) => expect(page.getByRole("button", { name: /^Skip / }).first()).toBeVisible(),
    waits: false,
    isHeld: true,
  },
};
