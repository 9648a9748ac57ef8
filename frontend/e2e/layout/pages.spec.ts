import { test } from "../fixtures/test.ts";
import { lookAtPages, OTHER_PAGES } from "../support/pages.ts";

for (const [about, routes] of Object.entries(OTHER_PAGES)) {
  test(`every page about ${about} has its title, its heading, the four links below, and room for everybody`, ({
    make,
    users,
  }) => lookAtPages(routes, { make, users }));
}
