import type { Page } from "playwright-core";
import { expect } from "vitest";

import { builds, CANARY, fallsSilent, sings, song, TYPED, type Nest } from "./support/canary";
import { sessionEnds, signsOutElsewhere } from "./support/leaving";
import { DEMO, PASSWORD } from "./support/person";
import { isGuarded, routeOf, ROUTES } from "./support/routes";
import { becomes, sees } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { sweep } from "./support/sweep";
import { comeBackSilent, looksAt, WAYS, type Account } from "./support/ways";

const LONG_TEST_MS = 300_000;
const NEW_PASSWORD = "laundry-demo-anew";

/** Shows nothing of the account but what is being typed. */
const SETTINGS = "/profile/settings";
const SUPPORT = "/support";

/** Every page of the account that shows something of it. */
const pagesOf = ({ paid, unpaid, providerId }: Nest): string[] => [
  "/",
  `/booking?providerId=${providerId}`,
  `/checkout/${unpaid.id}`,
  "/tracking",
  `/tracking/${paid.id}`,
  "/history",
  "/profile",
  "/profile/edit",
  "/profile/addresses",
  "/profile/payment-methods",
  SETTINGS,
  "/notifications",
  "/recurring",
  "/provider/apply?step=1",
  SUPPORT,
];
/** Says of nobody who they are. */
const NAMELESS = ["/account/privacy", "/profile/security"];
/** A provider's, at which others look (left-account-of-a-provider). */
const OF_A_PROVIDER = /^\/provider(\/(schedule|messages|earnings|settings))?$/;

type Scene = Account & { page: Page; nest: Nest };

async function fills(page: Page, path: string): Promise<void> {
  if (path === SETTINGS) await page.getByLabel("Current password").fill(TYPED);
  if (path !== SUPPORT) return;
  // What is typed before the page knows who is there is nobody's, and stays.
  await becomes(async () => (await page.getByRole("textbox", { name: "Email" }).inputValue()) !== "", true);
  await page.getByRole("textbox", { name: "Message" }).fill(TYPED);
}

async function begins(stage: Stage): Promise<Scene> {
  const vera = await stage.enters();
  // Whoever asks first after the session has ended is told so, and an order of somebody else's is none.
  vera.watch.allowAnswer(401);
  vera.watch.allowAnswer(404);
  const nest = await builds(vera);
  return { person: vera, email: CANARY, page: vera.page, nest, known: nest, pages: pagesOf(nest), fills };
}

/** Opens a page until its live connection is there. */
async function listens(page: Page, open: () => Promise<void>): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().endsWith("/api/events"));
  await open();
  await opened;
}

test("no page of an account is left out", () => {
  const order = { id: "x" } as Nest["paid"];
  const looked = pagesOf({ paid: order, unpaid: order, providerId: "x" }).map(routeOf);
  const guarded = ROUTES.filter(isGuarded);
  expect(guarded.filter((route) => !looked.includes(route) && !NAMELESS.includes(route) && !OF_A_PROVIDER.test(route))).toEqual([]);
});

for (const [turn, { name, leaves }] of WAYS.entries()) {
  test(`${name} shows nothing of the account`, { timeout: LONG_TEST_MS }, async ({ stage }) => {
    const scene = await begins(stage);
    for (const path of sweep(scene.pages, turn)) await leaves(scene, path);
  });
}

test("a page that the browser had put away whole shows nothing of the account when it comes back", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const scene = await begins(stage);
  await comeBackSilent(scene, sweep(scene.pages, WAYS.length));
});

test("a session that ends empties the page without a touch", async ({ stage }) => {
  const scene = await begins(stage);
  const { person: vera, page, nest } = scene;
  await listens(page, () => looksAt(scene, "/profile/addresses"));
  await sessionEnds(vera);
  await fallsSilent(page, nest);
  await sees(page.getByText("You are signed out"));
});

test("a password that is changed empties the pages of the other devices, and no page of this one", async ({ stage }) => {
  const scene = await begins(stage);
  const { page, nest } = scene;
  const here = await stage.enters();
  await here.signsIn(CANARY);
  await listens(page, () => looksAt(scene, "/profile/addresses"));
  const tab = await here.context.newPage();
  await listens(tab, async () => {
    await tab.goto("/profile/addresses");
    await sings(tab, nest);
  });
  await here.page.goto(SETTINGS);
  await here.page.getByLabel("Current password").fill(PASSWORD);
  await here.page.getByLabel("New password").fill(NEW_PASSWORD);
  const asks = tab.waitForResponse((response) => response.url().endsWith("/api/auth/session"));
  await here.page.getByRole("button", { name: "Change password" }).click();
  try {
    await fallsSilent(page, nest);
    await sees(page.getByText("You are signed out"));
    await sees(here.page.getByText("You have been signed out on your other devices."));
    await asks;
    await sees(here.page.getByLabel("Current password"));
    expect(await song(tab, nest)).not.toBeNull();
  } finally {
    await here.call("POST", "/api/profile/password", { currentPassword: NEW_PASSWORD, newPassword: PASSWORD });
  }
});

test("a message that was just said leaves with its account", async ({ stage }) => {
  const scene = await begins(stage);
  const { person: vera, page, nest } = scene;
  const bruno = await stage.enters();
  await bruno.signsIn(DEMO.provider);
  await vera.signsIn(CANARY);
  await listens(page, () => page.goto("/help").then(() => undefined));
  await bruno.call("POST", `/api/orders/${nest.paid.id}/messages`, { body: "Is it Kanarienweg 7, second floor?" });
  await page.getByText("second floor").hover();
  await signsOutElsewhere(vera);
  await fallsSilent(page, nest);
});
