import type { BrowserContext, Page, Worker } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { expectController } from "../support/workers.ts";

type Shown = { title: string; body: string };
/** The parts of the worker's global scope that this test uses. */
type Inside = {
  registration: ServiceWorkerRegistration;
  dispatchEvent: (event: Event) => boolean;
  clients: { openWindow: unknown };
  opened?: string;
};

/** Dispatches a push to the page's worker, as the browser does after decryption. */
async function arrive(context: BrowserContext, page: Page, push: object): Promise<void> {
  const line = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(
        ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(new URL(page.url()).origin),
      );
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await line.send("ServiceWorker.enable");
  await line.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(push),
  });
  await line.detach();
}

const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as Inside;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });

/** Clicks the notification. openWindow needs a real click, so return the URL that it would open. */
const pressNotification = (worker: Worker): Promise<string | undefined> =>
  worker.evaluate(async () => {
    const inside = self as unknown as Inside;
    const Pressed = (
      self as unknown as { NotificationEvent: new (type: string, of: { notification: Notification }) => Event }
    ).NotificationEvent;
    const [notification] = await inside.registration.getNotifications();
    if (notification === undefined) return undefined;
    return new Promise<string>((resolve) => {
      inside.clients.openWindow = (address: string) => {
        resolve(address);
        return Promise.resolve(null);
      };
      inside.dispatchEvent(new Pressed("notificationclick", { notification }));
    });
  });

test("a push is shown, pressing it leads to the order, and another account's is shown without its words", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", status: "delivery" }],
  });
  const { page, context, baseUrl } = await users.signedIn(made.alice, { serviceWorkers: "allow" });
  await context.grantPermissions(["notifications"], { origin: baseUrl });
  const path = `/tracking/${order.id}`;
  await page.goto("/");
  await expectController(page);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error("There is no worker.");
  const push = {
    account: made.alice.id,
    title: "Out for delivery",
    body: "Tap to read it in Suuber.",
    path,
    tag: "1",
    elsewhere: { title: "Suuber", body: "News for another account." },
  };

  await arrive(context, page, push);

  await expect.poll(() => shownBy(worker)).toEqual([{ title: "Out for delivery", body: "Tap to read it in Suuber." }]);
  const opened = (await pressNotification(worker)) ?? "";
  expect(opened).toBe(baseUrl + path);
  await expect.poll(() => shownBy(worker)).toEqual([]);
  await page.goto(opened);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1, name: "Track Order" })).toBeVisible();

  await arrive(context, page, { ...push, account: "somebody-else", tag: "2" });

  await expect.poll(() => shownBy(worker)).toEqual([{ title: "Suuber", body: "News for another account." }]);
});
