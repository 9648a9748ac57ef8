import { expect, test } from "../fixtures/test.ts";
import { signOutInAnotherTab } from "../support/sign-out.ts";

test("a provider who signs out elsewhere leaves no customer's address on screen", async ({ make, users }) => {
  const { users: made } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "done", customer: "alice", provider: "salon", status: "completed" }],
  });
  const bruno = await users.signedIn(made.salon);
  const { page } = bruno;
  await page.goto("/provider");
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();

  await signOutInAnotherTab(bruno);

  await expect(page.getByRole("listitem").filter({ hasText: "Zurich" })).toHaveCount(0);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
});

test("a page of another account starts anew for the one who signs in on another tab", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
  const bruno = await users.signedIn(made.salon);
  const { page } = bruno;
  await page.goto("/profile");
  await expect(page.getByText(made.salon.email).first()).toBeVisible();

  const tab = await bruno.context.newPage();
  await bruno.signIn(made.alice.email);
  await tab.goto("/");

  await expect(page.getByText(made.salon.email)).toBeHidden();
  await expect(page.getByText(made.alice.email).first()).toBeVisible();
});
