import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { draftName, saveDraft } from "@/lib/drafts";
import type { serve } from "@/test/server";
import { booking, bruno, chiara, expired, FRIDAY, home, LIST, mastercard, openFor } from "@/test/recurring-page";
import { addressNow, axeViolations, enter } from "@/test/render";
import { alice, never, signedIn } from "@/test/server";

import { RecurringPage } from "./recurring-page";

const CREATE = "POST /api/recurring-bookings";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (
  ...given: Parameters<typeof openFor> extends [unknown, ...infer Rest] ? Rest : never
): ReturnType<typeof openFor> => openFor(<RecurringPage />, ...given);

const submit = (): HTMLElement => screen.getByRole("button", { name: "Create Recurring Booking" });
const pickup = (): HTMLElement => screen.getByLabelText("Pickup address");
const delivery = (): HTMLElement => screen.getByLabelText("Delivery address");

describe("setting one up", () => {
  const PAGE = `/recurring?providerId=${bruno.id}`;

  async function openForm(handlers: Parameters<typeof serve>[0] = {}): Promise<ReturnType<typeof open>> {
    const view = open({ [LIST]: { body: [] }, [CREATE]: { status: 201, body: booking }, ...handlers }, PAGE);
    await screen.findByText("Bruno K.");
    await screen.findByRole("group", { name: "Card" });
    return view;
  }

  test("starts weekly, on Monday, at 09:00, with the chosen provider, and says when the first pickup is", async () => {
    const { container } = await openForm();

    expect(screen.getByRole("radio", { name: "Weekly" })).toBeChecked();
    expect(screen.getByLabelText("Day of the week")).toHaveDisplayValue("Monday");
    expect(screen.queryByLabelText("Day of the month")).not.toBeInTheDocument();
    const times = within(screen.getByLabelText("Preferred time")).getAllByRole("option");
    expect(times.map((option) => option.textContent)).toEqual(["09:00", "11:00", "13:00", "15:00", "17:00"]);
    expect(screen.getByText("Every Monday at 09:00")).toBeVisible();
    expect(screen.getByText("First pickup: Mon 23 Nov")).toBeVisible();
    expect(screen.getAllByText("CHF 27.50")).not.toHaveLength(0);
    const cards = within(screen.getByRole("group", { name: "Card" })).getAllByRole("radio");
    expect(cards.map((card) => (card as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      "Your default cardVisa •••• 4242 at the moment",
      "Visa •••• 4242Default, expires 12/40",
      "Mastercard •••• 4444Expires 12/40",
    ]);
    expect(cards[0]).toBeChecked();
    expect(await axeViolations(container)).toEqual([]);
  });

  const FIRST = "GET /api/recurring-bookings/first-pickup?recurringPattern=weekly&preferredTime=09%3A00&dayOfWeek=1";
  const far = { pickupAt: "2026-11-23T08:00:00Z", chargedAt: "2026-11-21T08:00:00Z", isChargedAtOnce: false };

  test("says when each pickup is charged, the first one too", async () => {
    await openForm({ [FIRST]: { body: far } });

    expect(await screen.findByText("Charged two days before each pickup, first on Sat 21 Nov.")).toBeVisible();
    expect(submit()).toBeVisible();
  });

  test("a first pickup that is near is charged today, and the button repeats the amount", async () => {
    const { container } = await openForm({ [FIRST]: { body: { ...far, isChargedAtOnce: true } } });

    expect(await screen.findByText("Charged today CHF 27.50, then two days before each pickup.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Create Recurring Booking CHF 27.50 today" })).toBeVisible();
    expect(await axeViolations(container)).toEqual([]);
  });

  test("what has come near meanwhile is not charged before it is confirmed with its amount", async () => {
    const body = { message: "By now, more is due.", code: "charged_at_once", chargedAtOnce: "27.50" };
    const { user, server } = await openForm({ [CREATE]: { status: 409, body } });
    await enter(user, pickup(), "Bahnhofstrasse 1, Zurich 8001");
    await user.click(screen.getByRole("button", { name: "Same as pickup" }));
    await user.click(submit());
    server.setHandlers({ [CREATE]: { body: booking } });
    await user.click(await screen.findByRole("button", { name: "Create Recurring Booking CHF 27.50 today" }));

    expect(await screen.findByText("Recurring Booking Created")).toBeVisible();
    const charges = server.callsOf(CREATE).map(({ body }) => (body as { expectedCharge: string }).expectedCharge);
    expect(charges).toEqual(["0.00", "27.50"]);
  });

  test("the day of the week is for weeks, the day of the month from 1 to 28 for months", async () => {
    const { user } = await openForm();

    await user.click(screen.getByRole("radio", { name: "Bi-weekly" }));
    await user.selectOptions(screen.getByLabelText("Day of the week"), "Friday");
    // Today is a Friday, and the first pickup is tomorrow at the earliest.
    expect(screen.getByText("Every second Friday at 09:00")).toBeVisible();
    expect(screen.getByText("First pickup: Fri 27 Nov")).toBeVisible();

    await user.click(screen.getByRole("radio", { name: "Monthly" }));
    expect(screen.queryByLabelText("Day of the week")).not.toBeInTheDocument();
    const days = within(screen.getByLabelText("Day of the month")).getAllByRole("option");
    expect(days.map((option) => (option as HTMLOptionElement).value)).toEqual(
      Array.from({ length: 28 }, (_, day) => (day + 1).toString()),
    );
    expect(screen.getByText("On day 1 of each month at 09:00")).toBeVisible();
    expect(screen.getByText("First pickup: Tue 1 Dec")).toBeVisible();
  });

  test("sends everything once, tells so, and shows the list", async () => {
    const { user, server, container } = await openForm();

    await user.click(screen.getByRole("radio", { name: "Monthly" }));
    await user.selectOptions(screen.getByLabelText("Day of the month"), "28");
    await user.selectOptions(screen.getByLabelText("Preferred time"), "17:00");
    await user.click(screen.getByRole("radio", { name: /Premium care/ }));
    await user.selectOptions(screen.getByLabelText("Weight of each pickup"), "12.5 kg");
    // 30.00 + 2.5 × 3.50 + 2.50.
    expect(screen.getAllByText("CHF 41.25")).not.toHaveLength(0);
    await enter(user, pickup(), " Bahnhofstrasse 1, Zurich 8001");
    await user.click(screen.getByRole("button", { name: "Same as pickup" }));
    await user.click(screen.getByRole("radio", { name: /^Mastercard •••• 4444/ }));
    await enter(user, screen.getByLabelText("Note for your provider (Optional)"), "Ring twice");
    server.setHandlers({ [LIST]: { body: [booking] } });
    await user.click(submit());

    expect(await screen.findByText("Recurring Booking Created")).toBeVisible();
    expect(screen.getByText("Your recurring service has been set up successfully!")).toBeVisible();
    expect(server.callsOf(CREATE).map(({ body }) => body)).toEqual([
      {
        customerId: alice.id,
        providerId: bruno.id,
        serviceType: "premium",
        weight: "12.5",
        pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
        deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
        recurringPattern: "monthly",
        dayOfWeek: null,
        dayOfMonth: 28,
        preferredTime: "17:00",
        specialInstructions: "Ring twice",
        paymentMethodId: "card-2",
        expectedTotal: "41.25",
        expectedCharge: "0.00",
        refuseSecondPickup: true,
      },
    ]);
    expect(server.callsOf(CREATE)[0]?.headers.get("Idempotency-Key")).toBeTruthy();
    expect(await screen.findByRole("list", { name: "Your recurring bookings" })).toBeVisible();
    await waitFor(() => expect(addressNow(container)).toBe("/recurring"));
  });

  test.each(["pickup", "delivery"])("without a %s address it asks for both", async (missing) => {
    const { user, server, container } = await openForm();
    await enter(user, missing === "pickup" ? delivery() : pickup(), "Bahnhofstrasse 1");

    await user.click(submit());

    expect(await screen.findByText("Missing Information")).toBeVisible();
    expect(screen.getByText("Please provide both pickup and delivery addresses.")).toBeVisible();
    const field = missing === "pickup" ? pickup() : delivery();
    expect(field).toBeInvalid();
    await waitFor(() => expect(field).toHaveFocus());
    expect(server.callsOf(CREATE)).toEqual([]);
    expect(await axeViolations(container)).toEqual([]);

    await user.type(field, "x");
    expect(field).toBeValid();
  });

  test("a kept weight that nobody can book is the least one, and the rest of the form is there", async () => {
    const values = {
      ...{
        providerId: bruno.id,
        serviceType: "standard",
        weight: "a lot",
        paymentMethodId: null,
        specialInstructions: "Ring twice",
      },
      ...{ pickupAddress: "Limmatquai 12, Zurich 8001", deliveryAddress: "Limmatquai 12, Zurich 8001" },
      ...{ pattern: "weekly", dayOfWeek: 1, dayOfMonth: 1, preferredTime: "09:00" },
    };
    saveDraft(draftName.recurring(`any ${bruno.id}`), alice.id, { values, prefill: {} });
    await openForm();

    expect(pickup()).toHaveValue("Limmatquai 12, Zurich 8001");
    expect(screen.getByText("10 kg")).toBeVisible();
    expect(screen.queryByText(/NaN/)).not.toBeInTheDocument();
  });

  test("an own address is filled in for both", async () => {
    await openForm({ "GET /api/addresses": { body: [home] } });

    expect(pickup()).toHaveValue("Limmatquai 12, Zurich 8001");
    expect(delivery()).toHaveValue("Limmatquai 12, Zurich 8001");
    expect(screen.getByRole("button", { name: "Home Limmatquai 12, 8001 Zurich", pressed: true })).toBeVisible();
  });

  test("without a card it says how each pickup is paid, and where to save one", async () => {
    open({ [LIST]: { body: [] }, "GET /api/payment-methods": { body: [] } }, PAGE);

    expect(
      await screen.findByText(/^Without a valid card, we send you a link to pay two days before each pickup/),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Save a card" })).toHaveAttribute("href", "/profile/payment-methods");
  });

  test("without a card nothing is charged today, and the button names no amount", async () => {
    const first = { [FIRST]: { body: { ...far, isChargedAtOnce: true } } };
    open({ [LIST]: { body: [] }, "GET /api/payment-methods": { body: [] }, ...first }, PAGE);

    expect(await screen.findByText(/we send you a link to pay CHF 27.50 today/)).toBeVisible();
    expect(submit()).toHaveTextContent(/^Create Recurring Booking$/);
  });

  test("while the cards are unknown, the button names what one of them may be charged today", async () => {
    const first = { [FIRST]: { body: { ...far, isChargedAtOnce: true } } };
    const failed = { status: 503, body: { message: "Busy.", code: "database_busy" } };
    open({ [LIST]: { body: [] }, "GET /api/payment-methods": failed, ...first }, PAGE);

    expect(await screen.findByText("Busy.")).toBeVisible();
    expect(await screen.findByRole("button", { name: /^Create Recurring Booking.*27\.50/ })).toBeVisible();
  });

  test("a new provider is no badly rated one", async () => {
    const unrated = { ...bruno, rating: 0, reviewCount: 0 };
    await openForm({ [`GET /api/providers/details/${bruno.id}`]: { body: unrated } });

    expect(screen.getByText("New")).toBeVisible();
    expect(screen.queryByText("0.0")).not.toBeInTheDocument();
  });

  test("an expired default card is charged nothing today, unless another one is chosen", async () => {
    const { user } = await openForm({
      [FIRST]: { body: { ...far, isChargedAtOnce: true } },
      "GET /api/payment-methods": { body: [expired, mastercard] },
    });

    expect(await screen.findByText(/^Without a valid card, we send you a link to pay CHF 27\.50 today/)).toBeVisible();
    expect(screen.getByText("Visa •••• 0069 · Expired 08/25 at the moment")).toBeVisible();
    expect(submit()).toHaveTextContent(/^Create Recurring Booking$/);

    await user.click(screen.getByRole("radio", { name: /^Mastercard •••• 4444/ }));

    expect(screen.getByText(/^Charged today CHF 27\.50/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Create Recurring Booking CHF 27.50 today" })).toBeVisible();
  });

  test("a card is to be saved where all of them have expired", async () => {
    open({ [LIST]: { body: [] }, "GET /api/payment-methods": { body: [expired] } }, PAGE);

    expect(await screen.findByRole("link", { name: "Save a card" })).toBeVisible();
    expect(screen.getByText(/^Without a valid card, we send you a link to pay/)).toBeVisible();
  });

  test("a card that is not valid any more says so", async () => {
    await openForm({
      "GET /api/payment-methods": {
        body: [
          { ...mastercard, isDefault: true },
          { ...expired, isDefault: false },
        ],
      },
    });

    expect(screen.getByRole("radio", { name: "Visa •••• 0069 Expired 08/25" })).not.toBeChecked();
  });

  test("an error is told in the server's words, and sent again with the same key", async () => {
    const errorBody = {
      message: "Bruno K. does not work every Monday at 09:00. Please choose another day or time.",
      code: "provider_does_not_work",
    };
    const { user, server } = await openForm({
      "GET /api/addresses": { body: [home] },
      [CREATE]: { status: 409, body: errorBody },
    });

    await user.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent(errorBody.message);
    await user.click(submit());

    const keys = server.callsOf(CREATE).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test("another price is no error: both are named beside the total, and it is confirmed again", async () => {
    const price = { serviceAmount: "26.00", platformFee: "2.50", totalAmount: "28.50" };
    const { user, server } = await openForm({
      "GET /api/addresses": { body: [home] },
      [CREATE]: { status: 409, body: { message: "", code: "price_changed", price } },
    });

    await user.click(submit());

    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The price has changed since you looked. It is now CHF 28.50 instead of CHF 27.50. Please confirm again.",
    );
    expect(screen.queryByText("Error")).toBeNull();
    await user.click(submit());
    await waitFor(() => expect(server.callsOf(CREATE)).toHaveLength(2));
  });

  test("who does not work then keeps the day and time, says so at the time, and where it was pressed", async () => {
    const words = "Bruno K. does not work every Sunday at 17:00. Please choose another day or time.";
    const errorBody = { message: words, code: "provider_does_not_work" };
    const { user } = await openForm({
      "GET /api/addresses": { body: [home] },
      [CREATE]: { status: 409, body: errorBody },
    });
    await user.selectOptions(screen.getByLabelText("Day of the week"), "Sunday");
    await user.selectOptions(screen.getByLabelText("Preferred time"), "17:00");

    await user.click(submit());

    await waitFor(() => expect(screen.getByLabelText("Preferred time")).toHaveAccessibleDescription(words));
    expect(screen.getByLabelText("Preferred time")).toBeInvalid();
    expect(screen.getByLabelText("Preferred time")).toHaveFocus();
    expect(screen.getByLabelText("Preferred time")).toHaveDisplayValue("17:00");
    expect(screen.getByLabelText("Day of the week")).toHaveDisplayValue("Sunday");
    const form = within(screen.getByRole("form"));
    expect(form.getAllByText(words)).toHaveLength(2);

    await user.selectOptions(screen.getByLabelText("Day of the week"), "Tuesday");
    expect(screen.getByLabelText("Preferred time")).toBeValid();
    expect(form.queryByText(words)).not.toBeInTheDocument();
  });

  test("a failure without words has the specification's", async () => {
    const { user } = await openForm({ "GET /api/addresses": { body: [home] }, [CREATE]: { status: 400, body: "" } });

    await user.click(submit());

    expect(await screen.findByRole("alert")).toHaveTextContent(/^Error\s*Failed to create recurring booking/);
  });

  test("a missing provider and missing addresses are marked at once, the first of them with the focus", async () => {
    const { user, container } = open({ [LIST]: { body: [] }, "GET /api/addresses": { body: [] } });
    await screen.findByRole("radio", { name: /Chiara R\./ });

    await user.click(submit());

    const choice = await screen.findByRole("radiogroup", { name: "Provider", description: /choose a provider/ });
    expect(choice).toHaveFocus();
    expect(screen.getByLabelText("Pickup address")).toBeInvalid();
    expect(screen.getByText("Missing Information")).toBeVisible();
    expect(await axeViolations(container)).toEqual([]);
  });

  test("without a provider in the address one is chosen from those nearby", async () => {
    const { user, server } = open({
      [LIST]: { body: [] },
      "GET /api/addresses": { body: [home] },
      [CREATE]: { status: 201, body: booking },
    });
    await screen.findByRole("radio", { name: /Chiara R\./ });

    await user.click(submit());
    const choice = await screen.findByRole("radiogroup", { name: "Provider", description: /choose a provider/ });
    expect(choice).toBeInvalid();
    expect(choice).toHaveFocus();
    await user.click(screen.getByRole("radio", { name: /Chiara R\./ }));
    await user.click(submit());

    await waitFor(() => expect(server.callsOf(CREATE)[0]?.body).toMatchObject({ providerId: chiara.id }));
  });
});

test("the form for another one opens beside the list, and closes again", async () => {
  const { user } = open();

  await user.click(await screen.findByRole("button", { name: "Set up another" }));
  expect(submit()).toBeVisible();
  expect(screen.getByRole("list", { name: "Your recurring bookings" })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("button", { name: "Create Recurring Booking" })).not.toBeInTheDocument();
});

test("a visitor signs in first, and comes back to the same provider", async () => {
  const { container } = open(
    { "GET /api/auth/session": { body: { authenticated: false, user: null, csrfToken: "token-1", eventsCursor: "" } } },
    `/recurring?providerId=${bruno.id}`,
  );

  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/recurring?providerId=${bruno.id}`)}`);
  expect(await axeViolations(container)).toEqual([]);
});

test("what could not be loaded can be tried again", async () => {
  const { user, server } = open({ [LIST]: { status: 500, body: "down" } });
  await screen.findByRole("alert");

  server.setHandlers({ [LIST]: { body: [booking] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { name: "Every Monday at 09:00" })).toBeVisible();
});

test("while it loads it says so", () => {
  open({ [LIST]: never });

  expect(screen.getByText("Loading...")).toBeInTheDocument();
});

test("who has not confirmed the address reads that a link to pay does not come by email", async () => {
  const unconfirmed = { ...signedIn, user: { ...alice, emailVerified: false } };
  const { container } = open({ "GET /api/auth/session": { body: unconfirmed } });

  expect(await screen.findByText(/links to pay come in the app only/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Confirm it" })).toHaveAttribute("href", "/profile");
  expect(await axeViolations(container)).toEqual([]);
});
