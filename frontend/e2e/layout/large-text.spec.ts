import { expect, test } from "../fixtures/test.ts";

test("with text alone at double size every link of the bar below can be reached and pressed", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "bruno" }], providers: [{ ref: "salon", user: "bruno" }] });
  const { page } = await users.signedIn(made.bruno);
  for (const [at, name, leadsTo] of [
    ["/provider", "Booking", "/"],
    ["/", "Profile", "/profile"],
  ] as const) {
    await page.goto(at);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await page.locator("nav[data-bottom-bar]").getByRole("link", { name }).click();
    await expect(page).toHaveURL(leadsTo);
  }
});
