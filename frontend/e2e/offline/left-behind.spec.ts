import { expect, test } from "../fixtures/test.ts";
import { disconnect, reconnect } from "../support/offline.ts";
import { aliceWithOrder, dispatchSync, expectEmptyQueue, goOffline, writtenLines } from "../support/queue.ts";
import { endSession, fillSignIn } from "../support/sign-out.ts";

const LONG_TEST_MS = 240_000;
const LINE = "I am at the door.";

test("what waits is said on every page once the session has ended, and is sent once its person is back", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  // The first request after the end of the session.
  alice.pageErrors.allowResponse(401);
  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("button", { name: "Message" }).click();
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  await expect(dialog.getByText("No messages yet.").first()).toBeVisible();
  await goOffline(alice);
  await dialog.getByLabel("Your message").fill(LINE);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Not sent yet").first()).toBeVisible();
  await endSession(alice);
  await reconnect(alice);

  const notice = page.getByRole("status").filter({ hasText: "One change waits for you to sign in." });
  // The page notices by itself, and the device knows it then.
  await expect(notice.first()).toBeVisible();
  for (const path of ["/login", "/", "/history", `/tracking/${order.id}`, "/profile"])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(notice.first()).toBeVisible();
      // The sign-in page has its form instead.
      await expect(notice.getByRole("link", { name: "Sign in" })).toHaveCount(path === "/login" ? 0 : 1);
    });
  await notice.getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(alice, made.alice.email);
  await expect(page).toHaveURL("/profile");
  await expectEmptyQueue(page);
  expect(await writtenLines(alice, order)).toEqual([LINE]);
  await expect(notice).toHaveCount(0);
});

test("a sign-out without a connection ends the session at the server, though the app is never opened again", async ({
  make,
  users,
  network,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const { alice, page, proxy, account } = await aliceWithOrder({ make, users, network });
  // Whoever holds the session's cookie, as every tab of this browser.
  const other = await users.visitor();
  await other.context.addCookies(
    (await alice.context.cookies()).map(({ name, value }) => ({ name, value, url: other.baseUrl })),
  );
  const isAlive = async (): Promise<boolean> =>
    (await other.context.request.get(`/api/orders/customer/${account}`)).ok();
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await disconnect(alice);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  expect(await isAlive()).toBe(true);

  // A page that is none of the app's: it has nothing that could send the sign-out.
  const beside = await alice.context.newPage();
  await page.close();
  await reconnect(alice);
  proxy.requests.length = 0;
  await beside.goto("/healthz");
  await dispatchSync(alice.context, beside);

  await expect.poll(isAlive).toBe(false);
  // The browser itself looks for a newer worker.
  const ofApp = proxy.requests.filter((path) => !path.startsWith("/api/auth/") && path !== "/sw.js");
  expect(ofApp).toEqual(["/healthz"]);
});
