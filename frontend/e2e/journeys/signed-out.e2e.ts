import { signsOutElsewhere } from "../support/leaving";
import { DEMO } from "../support/person";
import { becomes, sees, seesNoMore } from "../support/seeing";
import { test } from "../support/stage";

test("a provider who signs out elsewhere leaves no customer's address on screen", async ({ stage }) => {
  const bruno = await stage.enters();
  const { page } = bruno;
  await bruno.signsIn(DEMO.provider);
  await page.goto("/provider");
  await page.getByRole("tab", { name: "Done" }).click();
  await sees(page.getByRole("tabpanel").getByRole("listitem"));

  await signsOutElsewhere(bruno);

  await seesNoMore(page.getByRole("listitem").filter({ hasText: "Zurich" }));
  await sees(page.getByText("You are signed out"));
});

test("a page of another account starts anew for the one who signs in on another tab", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  const { email } = await alice.signsIn(DEMO.provider);
  await page.goto("/profile");
  await sees(page.getByText(email));

  const tab = await alice.context.newPage();
  await alice.signsIn(DEMO.customer);
  await tab.goto("/");

  await seesNoMore(page.getByText(email));
  await sees(page.getByText(DEMO.customer));
});

test("a session that the server ended leads to the sign-in page and back, without a word of trying again", async ({ stage }) => {
  const alice = await stage.enters();
  const { page, watch } = alice;
  await alice.signsIn(DEMO.customer);
  // Once it is open the live connection asks for nothing more: the page that is opened next is told first.
  const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/events");
  await page.goto("/profile");
  await sees(page.getByRole("button", { name: "Sign Out" }));
  await live;
  await alice.context.clearCookies({ name: "sessionid" });
  watch.expectAnswer(401, "/api/addresses");

  await page.getByRole("link", { name: /^Addresses/ }).click();

  await sees(page.getByText("You are signed out"));
  await seesNoMore(page.getByRole("button", { name: "Try again" }));
  await becomes(() => page.getByRole("link", { name: "Sign in" }).getAttribute("href"), "/login?next=%2Fprofile%2Faddresses");
});
