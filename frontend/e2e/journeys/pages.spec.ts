import { expect, test } from "../fixtures/test.ts";
import { lookAtPages, MAIN_PAGES, OTHER_PAGES } from "../support/pages.ts";
import { routeOf, ROUTES } from "../support/routes.ts";

/** These are tested with their data (cards, states). */
const ABOUT_SOMETHING = ["/pay/:token", "/skip/:token", "/providers/:providerId"];

test("no route is left out", () => {
  const looked = Object.values({ ...MAIN_PAGES, ...OTHER_PAGES })
    .flat()
    .map(({ path }) => routeOf(path));
  expect(ROUTES.filter((route) => !looked.includes(route) && !ABOUT_SOMETHING.includes(route))).toEqual([]);
});

for (const [about, routes] of Object.entries(MAIN_PAGES)) {
  test(`every page about ${about} has its title, its heading, the four links below, and room for everybody`, ({
    make,
    users,
  }) => lookAtPages(routes, { make, users }));
}

test("the not-found page leads home", async ({ users }) => {
  const visitor = await users.visitor();
  visitor.pageErrors.expectResponse(404, "/nowhere");
  await visitor.page.goto("/nowhere");
  await expect(
    visitor.page.getByRole("main").getByText("Did you forget to add the page to the router?").first(),
  ).toBeVisible();
  await visitor.page.getByRole("main").getByRole("link").first().click();
  await expect(visitor.page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
});
