import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { PayLink } from "@/api/types";
import { stubStripe } from "@/paying/test-stripe";
import { restorePage } from "@/test/navigation";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { config, never, serve, type TestServer } from "@/test/server";

import { PayLinkPage } from "./pay-link-page";

const TOKEN = "AAAA~BBBB";
const PAGE = `/pay/${TOKEN}`;
const LINK = `GET /api/pay-links/${TOKEN}`;
const INTENT = `POST /api/pay-links/${TOKEN}/payment-intent`;
const RETURN = `POST /api/pay-links/${TOKEN}/payment-return`;

const payable: PayLink = {
  serviceType: "premium",
  serviceAmount: "30.00",
  platformFee: "2.50",
  totalAmount: "32.50",
  pickupTime: "2026-11-24T13:00:00Z",
  providerName: "Bruno K.",
  paymentStatus: "failed",
  state: "payable",
  expired: false,
  awaitsProvider: false,
  payBy: "2026-11-24T01:00:00Z",
  orderId: null,
};
const paid: PayLink = { ...payable, paymentStatus: "paid", state: "paid" };
const PAY = { name: "Pay 32.50 CHF" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T09:00:00Z") });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});

afterEach(() => {
  vi.useRealTimers();
});

function serveLink(link: PayLink = payable, handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    [LINK]: { body: link },
    [INTENT]: { body: { clientSecret: "pi_1_secret_2" } },
    [RETURN]: { body: paid },
    ...handlers,
  });
}

const show = (at = PAGE): ReturnType<typeof renderScreen> =>
  renderScreen(
    <Routes>
      <Route path="/pay/:token" element={<PayLinkPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at },
  );

async function readyToPay(): Promise<ReturnType<typeof renderScreen>> {
  const view = show();
  await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
  return view;
}

test("a visitor sees what is paid for, and pays", async () => {
  const stripe = stubStripe();
  const server = serveLink();
  const { user, container } = await readyToPay();
  for (const fact of ["Premium care", "Bruno K.", "CHF 30.00", "CHF 2.50", "CHF 32.50"])
    expect(screen.getByText(fact)).toBeVisible();
  expect(screen.getByText("Your place is held until Tue 24 Nov, 02:00")).toBeVisible();
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", PAY));

  expect(await screen.findByText("Payment Successful")).toBeVisible();
  expect(screen.getByText("Your order has been confirmed!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  expect(stripe.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
    confirmParams: { return_url: `${window.location.origin}${PAGE}` },
    redirect: "if_required",
  });
  expect(server.callsOf(INTENT)).toHaveLength(1);
  expect(await axeViolations(container)).toEqual([]);
});

test("the customer is led to their order", async () => {
  serveLink({ ...paid, orderId: "33333333-3333-4333-8333-33333333abcd" });

  show();

  expect(await screen.findByRole("link", { name: "Track your order" })).toHaveAttribute(
    "href",
    "/tracking/33333333-3333-4333-8333-33333333abcd",
  );
});

test("where the provider must still accept, it says that", async () => {
  serveLink({ ...paid, awaitsProvider: true });

  show();

  expect(await screen.findByText("Waiting for provider confirmation")).toBeVisible();
});

test("a card that the bank does not let through says why, and can be tried again", async () => {
  const stripe = stubStripe();
  const message = "We are unable to authenticate your payment method.";
  stripe.confirmPayment.mockResolvedValueOnce({ error: { code: "payment_intent_authentication_failure", message } });
  const server = serveLink();
  const { user } = await readyToPay();

  await user.click(screen.getByRole("button", PAY));
  expect(await screen.findByRole("alert")).toHaveTextContent(`Payment Failed${message}`);
  expect(server.callsOf(RETURN)).toEqual([]);

  await user.click(screen.getByRole("button", PAY));
  expect(await screen.findByText("Payment Successful")).toBeVisible();
});

test("by the browser's Back from a bank's page it is asked how the payment stands, and can be made another way", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockImplementationOnce(never);
  const open: PayLink = { ...payable, paymentStatus: "unpaid" };
  const server = serveLink(open, { [RETURN]: { body: open } });
  const { user } = await readyToPay();
  await user.click(screen.getByRole("button", PAY));

  restorePage();
  await waitFor(() => expect(server.callsOf(RETURN)).toHaveLength(1));
  expect(screen.getByRole("button", PAY)).toBeEnabled();

  server.setHandlers({ [LINK]: { body: paid }, [RETURN]: { body: paid } });
  restorePage();
  expect(await screen.findByText("Payment Successful")).toBeVisible();
});

test("back from a bank's page it says how the payment stands, and the address is clean", async () => {
  stubStripe();
  const server = serveLink();

  const { container } = show(
    `${PAGE}?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded`,
  );

  expect(await screen.findByText("Payment Successful")).toBeVisible();
  await waitFor(() => expect(addressNow(container)).toBe(PAGE));
  expect(server.callsOf(RETURN)).toHaveLength(1);
  expect(server.callsOf(INTENT)).toEqual([]);
});

test("back from a bank that refused, the order can be paid again", async () => {
  stubStripe();
  serveLink(payable, { [RETURN]: { body: payable } });

  show(`${PAGE}?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed`);

  expect(await screen.findByRole("alert")).toHaveTextContent("Payment FailedNothing was charged. Please try again.");
  await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
  expect(within(screen.getByRole("main")).getByText("Nothing was charged. Please try again.")).toBeVisible();
});

test("a payment whose end is not known yet waits, and asks again", async () => {
  stubStripe();
  const server = serveLink(payable, { [RETURN]: { body: { ...payable, paymentStatus: "unpaid" } } });
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", PAY));
  expect(await screen.findByText("Payment Processing")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ [RETURN]: { body: paid } });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("Payment Successful")).toBeVisible();
});

test("a payment that turns out to have failed says so, and can be tried again", async () => {
  stubStripe();
  const server = serveLink(
    { ...payable, paymentStatus: "unpaid" },
    { [RETURN]: { body: { ...payable, paymentStatus: "unpaid" } } },
  );
  const { user } = show();
  await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
  await user.click(screen.getByRole("button", PAY));
  expect(await screen.findByText("Payment Processing")).toBeVisible();
  server.setHandlers({ [RETURN]: { body: payable } });

  await user.click(screen.getByRole("button", { name: "Check again" }));

  expect(await within(screen.getByRole("main")).findByText(/Nothing was charged/)).toBeVisible();
  expect(screen.getByText("Payment Failed")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
});

test.each([
  { expired: true, title: "The time to pay is over" },
  { expired: false, title: "This order can no longer be paid" },
])("$title", async ({ expired, title }) => {
  const stripe = stubStripe();
  const server = serveLink({ ...payable, state: "over", expired });

  const { container } = show();

  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole("link", { name: "Book again" })).toHaveAttribute("href", "/");
  expect(stripe.keys).toEqual([]);
  expect(server.callsOf(INTENT)).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("a payment that came too late says what goes back, and not that nothing was charged", async () => {
  stubStripe();
  const late: PayLink = { ...payable, state: "over", paymentStatus: "refunded" };
  serveLink(late, { [RETURN]: { body: late } });

  show(`${PAGE}?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded`);

  expect(await screen.findByText("Payment Refunded")).toBeVisible();
  expect(screen.getByText(/The payment came too late.* You get CHF 32\.50 back\./)).toBeVisible();
  expect(screen.queryByText(/Nothing was charged/)).not.toBeInTheDocument();
});

test("a link that is not valid says so", async () => {
  serveLink(payable, {
    [LINK]: { status: 404, body: { message: "This payment link is not valid.", code: "not_found" } },
  });

  const { container } = show();

  expect(await screen.findByText("This payment link is not valid")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Home" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("without a key it says that payments are not configured, beside what is to be paid", async () => {
  serveLink(payable, { "GET /api/config": { body: { ...config, stripePublishableKey: null } } });

  show();

  expect(await screen.findByText("Payment Processing Not Configured")).toBeVisible();
  expect(screen.getByText("CHF 32.50")).toBeVisible();
});

test("while it loads it says so, and a failure can be tried again", async () => {
  stubStripe();
  const server = serveLink(payable, { [LINK]: { status: 500, body: "" } });
  const { user } = show();
  expect(await screen.findByText("The order could not be loaded.")).toBeVisible();

  server.setHandlers({ [LINK]: { body: payable } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
});

test("a link that loads says so", async () => {
  serveLink(payable, { [LINK]: never });

  show();

  expect((await screen.findAllByText("Loading your order...")).length).toBeGreaterThan(0);
});

test("a link whose time runs out while it is open says so", async () => {
  stubStripe();
  const server = serveLink({ ...payable, payBy: "2026-11-22T08:59:59Z" });
  server.setHandlers({
    [LINK]: (() => {
      let asked = 0;
      return () =>
        Promise.resolve({
          body:
            asked++ === 0
              ? { ...payable, payBy: "2026-11-22T08:59:59Z" }
              : { ...payable, state: "over", expired: true },
        });
    })(),
  });

  show();

  expect(await screen.findByText("The time to pay is over")).toBeVisible();
});
