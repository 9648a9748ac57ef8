import { expect, test } from "../fixtures/test.ts";
import { liveConnection } from "../support/live-events.ts";

test("a session that the server ended leads to the sign-in page and back, without a word of trying again", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const alice = await users.signedIn(made.alice);
  const { page, pageErrors } = alice;
  // Once the live connection is open nothing else asks, so the next opened page gets the 401.
  const live = liveConnection(page);
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Sign Out" }).first()).toBeVisible();
  await live;
  await alice.context.clearCookies({ name: "sessionid" });
  pageErrors.expectResponse(401, "/api/addresses");

  await page.getByRole("link", { name: /^Addresses/ }).click();

  await expect(page.getByText("You are signed out").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" }).first()).toBeHidden();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fprofile%2Faddresses",
  );
});
