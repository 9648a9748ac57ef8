import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Earnings } from "@/api/types";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { watchNavigation } from "@/test/navigation";
import { alice, never, serve, signedIn } from "@/test/server";

import { EarningsPage } from "./earnings-page";

const bruno = { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } };
const session = { "GET /api/auth/session": { body: bruno } };
const nothing: Earnings = {
  due: "0.00",
  nextPayoutOn: "2026-11-23",
  held: "0.00",
  heldOrders: [],
  balance: "0.00",
  account: null,
  accountRefusedAt: null,
  stripe: "not_offered",
  hasPassword: true,
  payouts: [],
  months: [],
};
const account = { kind: "bank" as const, holder: "Bruno Meier", ibanEnd: "2957" };
const earned: Earnings = {
  ...nothing,
  due: "1325.50",
  held: "25.00",
  heldOrders: [
    { orderId: "3333abcd-0000-4000-8000-000000000000", customerName: "Alice", amount: "25.00", reason: "dispute" },
  ],
  balance: "1375.50",
  account,
  payouts: [
    {
      id: "a1",
      week: "2026-11-09",
      amount: "25.00",
      status: "due",
      paidAt: null,
      reference: "",
      comesAgain: false,
      account,
    },
    {
      id: "a2",
      week: "2026-11-02",
      amount: "80.00",
      status: "failed",
      paidAt: "2026-11-09T07:00:00Z",
      reference: "",
      comesAgain: true,
      account,
    },
    {
      id: "a3",
      week: "2026-10-26",
      amount: "75.00",
      status: "paid",
      paidAt: "2026-11-02T07:00:00Z",
      reference: "E-1",
      comesAgain: false,
      account,
    },
  ],
  months: [
    { month: "2026-11", earned: "1350.50", orders: 54, feeInvoice: "F-2026-000001" },
    { month: "2026-12", earned: "25.00", orders: 1, feeInvoice: null },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-18T08:30:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answering = (earnings: Earnings): NonNullable<Parameters<typeof serve>[0]> => ({
  ...session,
  "GET /api/provider/earnings": { body: earnings },
});
const show = (): ReturnType<typeof renderScreen> => renderScreen(<EarningsPage />, { at: "/provider/earnings" });
/** The card with this heading. */
const card = async (name: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole("heading", { level: 2, name });
  return heading.closest("section") ?? heading;
};

test("says of a payout that is due where it goes, and of a change that it counts from the next one on", async () => {
  const [due, ...others] = earned.payouts;
  const made = { ...due, account: { ...account, ibanEnd: "0101" } } as Earnings["payouts"][number];
  const server = serve(answering({ ...earned, payouts: [made, ...others] }));
  const { unmount } = show();

  expect(within(await card("Payouts")).getByText("Goes to your account ending in 0101")).toBeVisible();
  expect(within(await card("Your bank account")).getByText(/a change counts from the next payout on/)).toBeVisible();
  unmount();

  server.setHandlers({ "GET /api/provider/earnings": { body: { ...earned, payouts: others } } });
  show();
  await card("Payouts");
  expect(screen.queryByText(/a change counts from the next payout on/)).toBeNull();
});

test("shows what is due and when, what is held back and why, and what was paid", async () => {
  serve(answering(earned));
  const { container } = show();

  const next = within(await card("Next payout"));
  expect(next.getByText("CHF 1’325.50")).toBeVisible();
  expect(next.getByText("Goes out on Mon 23 Nov, to your account ending in 2957.")).toBeVisible();
  expect(next.getByText("On its way").nextSibling).toHaveTextContent("CHF 25.00");
  expect(next.getByText(/The customer's bank looks into it/)).toBeVisible();
  expect(next.getByRole("link", { name: "Alice" })).toHaveAttribute(
    "href",
    "/provider#3333abcd-0000-4000-8000-000000000000",
  );
  const payouts = within(await card("Payouts"))
    .getAllByRole("listitem")
    .map((row) => row.textContent);
  expect(payouts).toEqual([
    "Week of Mon 9 NovGoes to your account ending in 2957CHF 25.00On its way",
    "Week of Mon 2 NovIt comes again with the next payout.CHF 80.00Came back",
    "Week of Mon 26 OctPaid Mon 2 Nov, E-1CHF 75.00Paid",
  ]);
  expect(await axeViolations(container)).toEqual([]);
});

test("a payout that came back is not said to come again once a later one has taken it", async () => {
  const payouts = earned.payouts.map((one) => ({ ...one, comesAgain: false }));
  serve(answering({ ...earned, payouts }));
  show();

  expect(await screen.findByText("Came back")).toBeVisible();
  expect(screen.queryByText("It comes again with the next payout.")).not.toBeInTheDocument();
});

test("a damage report that holds money back is named, and leads to its job", async () => {
  const [contested] = earned.heldOrders;
  if (contested === undefined) throw new Error("nothing is held back");
  const heldOrders = (["claim", "support"] as const).map((reason) => ({
    ...contested,
    orderId: `3333abcd-0000-4000-8000-0000${reason === "claim" ? "0000" : "1111"}0000`,
    reason,
  }));
  serve(answering({ ...earned, heldOrders }));
  const { container } = show();

  const next = within(await card("Next payout"));
  const link = next.getByRole("link", { name: "Damage was reported, and our support decides on it" });
  expect(link).toHaveAttribute("href", "/provider#3333abcd-0000-4000-8000-000000000000");
  expect(next.getByText(/Our support looks into it/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("leads to the statement of each month", async () => {
  serve(answering(earned));
  show();

  const months = within(await card("Statements"));
  expect(months.getByText("CHF 1’350.50, 54 orders")).toBeVisible();
  expect(months.getByRole("link", { name: "PDF, November 2026" })).toHaveAttribute(
    "href",
    "/api/provider/statements/2026-11.pdf",
  );
  expect(months.getByRole("link", { name: "Fee invoice, November 2026" })).toHaveAttribute(
    "href",
    "/api/provider/fee-invoices/2026-11.pdf",
  );
  expect(months.queryByRole("link", { name: "Fee invoice, December 2026" })).not.toBeInTheDocument();
  expect(months.getByRole("link", { name: "CSV, November 2026" })).toHaveAttribute(
    "href",
    "/api/provider/statements/2026-11.csv",
  );
});

test("says what comes where nothing was earned, and asks for an account", async () => {
  serve(answering(nothing));
  const { container } = show();

  expect(await screen.findByText("Nothing is due yet. An order counts once it has been over for a day.")).toBeVisible();
  expect(
    screen.getByText("Your first payout comes on a Monday, once your first order has been over for a day."),
  ).toBeVisible();
  expect(screen.getByRole("textbox", { name: "IBAN" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("says that money waits for an account, but not what is on its way to the former one", async () => {
  const payouts = earned.payouts.flatMap((one) => [one, { ...one, id: `${one.id}-new`, account: null }]);
  serve(answering({ ...earned, account: null, payouts }));
  show();

  expect(await screen.findByText("Goes out on Mon 23 Nov, once we know your account.")).toBeVisible();
  const shown = within(await card("Payouts"));
  expect(shown.getByText("Needs your account").closest("li")).not.toHaveTextContent("Goes to your account");
  expect(shown.getByText("Goes to your account ending in 2957").closest("li")).toHaveTextContent("On its way");
});

test("says of an account that our bank refused what waits for it, and that entering it again confirms it", async () => {
  const [due, ...others] = earned.payouts;
  const held = { ...due, account: null } as Earnings["payouts"][number];
  serve(answering({ ...earned, accountRefusedAt: "2026-11-18T07:00:00Z", payouts: [held, ...others] }));
  show();

  const next = within(await card("Next payout"));
  expect(next.getByText(/once you have confirmed your account ending in 2957, or given another one/)).toBeVisible();
  expect(next.queryByText("On its way")).not.toBeInTheDocument();
  expect(next.getByText("Needs your account")).toBeVisible();
  const saved = within(await card("Your bank account"));
  expect(saved.getByText("Our bank refused this account")).toBeVisible();
  expect(saved.getByText(/enter it once more if it is right/)).toBeVisible();
  expect(saved.getByRole("button", { name: "Confirm or change account" })).toBeVisible();
});

test("says why nothing comes where money went back", async () => {
  serve(answering({ ...earned, due: "-10.00" }));
  show();

  expect(
    await screen.findByText("Money went back to a customer after you were paid. Your next orders make up for it."),
  ).toBeVisible();
});

test("saves an account that is written in groups of four", async () => {
  const server = serve({
    ...answering(nothing),
    "PUT /api/provider/payout-account": { body: { kind: "bank", holder: "Bruno Meier", ibanEnd: "2957" } },
  });
  const { user } = show();

  await enter(user, await screen.findByRole("textbox", { name: "Name on the account" }), "Bruno Meier");
  await user.type(screen.getByRole("textbox", { name: "IBAN" }), "ch9300762011623852957");
  expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveValue("CH93 0076 2011 6238 5295 7");
  await enter(user, screen.getByLabelText(/^Your Suuber password/), "laundry-day");
  server.setHandlers(answering(earned));
  await user.click(screen.getByRole("button", { name: "Save account" }));

  expect(await screen.findByText("IBAN ending in 2957")).toBeVisible();
  expect(screen.getByText("Account saved")).toBeVisible();
  expect(screen.getByText("We tell you by email, too.")).toBeVisible();
  expect(server.callsOf("PUT /api/provider/payout-account")[0]?.body).toEqual({
    holder: "Bruno Meier",
    iban: "CH93 0076 2011 6238 5295 7",
    password: "laundry-day",
  });
});

test("announces no email about the account to an address that is not confirmed", async () => {
  serve({
    ...answering(nothing),
    "GET /api/auth/session": { body: { ...bruno, user: { ...bruno.user, emailVerified: false } } },
    "PUT /api/provider/payout-account": { body: { kind: "bank", holder: "Bruno Meier", ibanEnd: "2957" } },
  });
  const { user } = show();

  await enter(user, await screen.findByRole("textbox", { name: "Name on the account" }), "Bruno Meier");
  await enter(user, screen.getByRole("textbox", { name: "IBAN" }), "CH9300762011623852957");
  await enter(user, screen.getByLabelText(/^Your Suuber password/), "laundry-day");
  await user.click(screen.getByRole("button", { name: "Save account" }));

  expect(await screen.findByText("Account saved")).toBeVisible();
  expect(screen.queryByText("We tell you by email, too.")).not.toBeInTheDocument();
});

test("says at the field what is wrong with an account, and keeps what was typed", async () => {
  const errorBody = { message: "This IBAN has a typing error. Please compare it with your card.", code: "invalid" };
  serve({
    ...answering(earned),
    "PUT /api/provider/payout-account": { status: 400, body: { ...errorBody, fields: { iban: [errorBody.message] } } },
  });
  const { user } = show();

  await user.click(await screen.findByRole("button", { name: "Change account" }));
  const iban = screen.getByRole("textbox", { name: "IBAN" });
  await user.click(screen.getByRole("button", { name: "Save account" }));
  expect(iban).toHaveAccessibleDescription(/Please enter your IBAN\./);
  await user.type(iban, "CH9300762011623852958");
  expect(screen.getByLabelText(/^Your Suuber password/)).toHaveAccessibleDescription(/Please enter your password\./);
  await enter(user, screen.getByLabelText(/^Your Suuber password/), "laundry-day");
  await user.click(screen.getByRole("button", { name: "Save account" }));

  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveAccessibleDescription(new RegExp(errorBody.message)),
  );
  expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveFocus();
  expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveValue("CH93 0076 2011 6238 5295 8");
  expect(screen.getByRole("textbox", { name: "Name on the account" })).toHaveValue("Bruno Meier");
});

test("what is typed of an account stays over a look elsewhere, but for the password, until it is given up", async () => {
  serve(answering(earned));
  const first = show();
  await first.user.click(await screen.findByRole("button", { name: "Change account" }));
  await enter(first.user, screen.getByRole("textbox", { name: "IBAN" }), "CH9300762011623852957");
  await enter(first.user, screen.getByLabelText(/^Your Suuber password/), "laundry-day");
  first.unmount();

  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Change account" }));
  expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveValue("CH93 0076 2011 6238 5295 7");
  expect(screen.getByLabelText(/^Your Suuber password/)).toHaveValue("");
  expect(JSON.stringify(window.sessionStorage)).not.toContain("laundry-day");

  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Change account" }));
  expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveValue("");
});

test("asks no password of an account that has none, and says what counts instead", async () => {
  const errorBody = {
    message: "Please sign out and in again, then do this within ten minutes. So we know that it is you.",
    code: "recent_sign_in_required",
  };
  serve({
    ...answering({ ...nothing, hasPassword: false }),
    "PUT /api/provider/payout-account": { status: 403, body: errorBody },
  });
  const { user } = show();

  await enter(user, await screen.findByRole("textbox", { name: "Name on the account" }), "Bruno Meier");
  expect(screen.getByText("For your safety, this works within ten minutes of signing in.")).toBeVisible();
  expect(screen.queryByLabelText(/password/i)).not.toBeInTheDocument();
  await enter(user, screen.getByRole("textbox", { name: "IBAN" }), "CH9300762011623852957");
  await user.click(screen.getByRole("button", { name: "Save account" }));

  expect(await screen.findByText(errorBody.message)).toBeVisible();
});

test("says that it loads", async () => {
  serve({ ...session, "GET /api/provider/earnings": never });
  show();

  expect(await screen.findByText("Loading...")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { level: 2 })).not.toBeInTheDocument();
});

test("says that the earnings could not be loaded, and loads them again", async () => {
  const server = serve({ ...session, "GET /api/provider/earnings": { status: 500, body: {} } });
  const { user } = show();

  expect(await screen.findByText("Your earnings could not be loaded.")).toBeVisible();
  server.setHandlers(answering(earned));
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("CHF 1’325.50")).toBeVisible();
});

// --- Stripe ---

const throughStripe: Earnings = { ...earned, stripe: "ready", account: { kind: "stripe", holder: "", ibanEnd: "" } };
const begun = { "POST /api/provider/stripe-account": { body: { url: "https://connect.stripe.com/setup/1" } } };

test("leads to Stripe's page once the password is given", async () => {
  const server = serve({ ...answering({ ...earned, stripe: "nothing" }), ...begun });
  const assign = watchNavigation();
  const { user, container } = show();

  await user.click(await screen.findByRole("button", { name: "Set up with Stripe" }));
  expect(await axeViolations(container)).toEqual([]);
  await enter(user, screen.getByLabelText(/^Your Suuber password/), "laundry-day");
  await user.click(screen.getByRole("button", { name: "Go on to Stripe" }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://connect.stripe.com/setup/1"));
  expect(server.callsOf("POST /api/provider/stripe-account")[0]?.body).toEqual({ password: "laundry-day" });
});

test("offers no Stripe where nobody is paid through it", async () => {
  serve(answering(earned));
  show();

  await card("Your bank account");
  expect(screen.queryByText(/Stripe/)).not.toBeInTheDocument();
});

test("says who is paid through Stripe, and offers the bank instead", async () => {
  serve(answering(throughStripe));
  const { user, container } = show();

  const where = within(await card("Where you are paid"));
  expect(where.getByText("Through Stripe")).toBeVisible();
  expect(screen.getByText("Goes out on Mon 23 Nov, through Stripe.")).toBeVisible();
  expect(where.getByRole("button", { name: "Change at Stripe" })).toBeVisible();
  await user.click(where.getByRole("button", { name: "Use a bank account instead" }));
  expect(where.getByRole("textbox", { name: "IBAN" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["begun", "You have not finished at Stripe yet"],
  ["needs_more", "Stripe needs something more from you"],
] as const)("says what is left to do at Stripe: %s", async (stripe, sentence) => {
  serve(answering({ ...earned, stripe }));
  show();

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByText("Until then we pay you to your bank account.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue at Stripe" })).toBeVisible();
});

test("asks Stripe when somebody comes back from there, once, and forgets the address", async () => {
  const ready = (): { body: unknown } => {
    server.setHandlers(answering(throughStripe));
    return { body: { state: "ready" } };
  };
  const server = serve({
    ...answering({ ...nothing, stripe: "begun" }),
    "POST /api/provider/stripe-account/check": ready,
  });
  renderScreen(<EarningsPage />, { at: "/provider/earnings?stripe=back" });

  expect(await screen.findByText("Through Stripe")).toBeVisible();
  expect(server.callsOf("POST /api/provider/stripe-account/check")).toHaveLength(1);
});

test("says that Stripe's page was open for too long", async () => {
  serve({
    ...answering({ ...nothing, stripe: "begun" }),
    "POST /api/provider/stripe-account/check": { body: { state: "begun" } },
  });
  renderScreen(<EarningsPage />, { at: "/provider/earnings?stripe=again" });

  expect(
    await screen.findByText("That page of Stripe's was open for too long. Please continue there once more."),
  ).toBeVisible();
});

test("says that Stripe could not be reached", async () => {
  const errorBody = {
    message: "Our payment provider cannot be reached right now. Please try again in a moment.",
    code: "payment_provider_unavailable",
  };
  serve({
    ...answering({ ...nothing, stripe: "begun" }),
    "POST /api/provider/stripe-account/check": { status: 503, body: errorBody },
  });
  renderScreen(<EarningsPage />, { at: "/provider/earnings?stripe=back" });

  expect(await screen.findByText(errorBody.message)).toBeVisible();
});
