import { DEMO } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { signOutInAnotherTab } from "../support/sign-out.ts";

test("a provider who signs out elsewhere leaves no customer's address on screen", async ({ users }) => {
  const bruno = await users.visitor();
  const { page } = bruno;
  await bruno.signIn(DEMO.provider);
  await page.goto("/provider");
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();

  await signOutInAnotherTab(bruno);

  await expect(page.getByRole("listitem").filter({ hasText: "Zurich" })).toHaveCount(0);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
});

test("a page of another account starts anew for the one who signs in on another tab", async ({ users }) => {
  const alice = await users.visitor();
  const { page } = alice;
  const { email } = await alice.signIn(DEMO.provider);
  await page.goto("/profile");
  await expect(page.getByText(email).first()).toBeVisible();

  const tab = await alice.context.newPage();
  await alice.signIn(DEMO.customer);
  await tab.goto("/");

  await expect(page.getByText(email)).toBeHidden();
  await expect(page.getByText(DEMO.customer).first()).toBeVisible();
});

test("a session that the server ended leads to the sign-in page and back, without a word of trying again", async ({ users }) => {
  const alice = await users.visitor();
  const { page, pageErrors } = alice;
  await alice.signIn(DEMO.customer);
  // Once it is open the live connection asks for nothing more: the page that is opened next is told first.
  const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/events");
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Sign Out" }).first()).toBeVisible();
  await live;
  await alice.context.clearCookies({ name: "sessionid" });
  pageErrors.expectResponse(401, "/api/addresses");

  await page.getByRole("link", { name: /^Addresses/ }).click();

  await expect(page.getByText("You are signed out").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" }).first()).toBeHidden();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2Fprofile%2Faddresses");
});
