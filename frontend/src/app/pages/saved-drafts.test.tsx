import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";

import type { Session } from "@/api/types";
import { AddressesPage } from "@/features/profile/addresses-page";
import { WeekPage } from "@/features/provider-workspace/week-page";
import { booking, ONE, openFor } from "@/test/recurring-page";
import { enter } from "@/test/render";
import { alice, makeOrder, signedIn, type serve } from "@/test/server";
import { week } from "@/test/workspace";

import { RecurringPage } from "./recurring-page";
import { TrackingPage } from "./tracking-page";

const WORDS = "Ring twice";
const order = makeOrder({ allowedTransitions: ["cancelled"] });
const messages = `/api/orders/${order.id}/messages`;
const hers: Session = { ...signedIn, user: { ...alice, isProvider: true, providerId: "p1" } };
const chiaras: Session = {
  ...hers,
  user: {
    ...alice,
    isProvider: true,
    providerId: "p1",
    id: "99999999-9999-4999-8999-999999999999",
    firstName: "Chiara",
  },
};

const home = { id: "a1", label: "", street: "Limmatquai 12", city: "Zurich", postalCode: "8001", isDefault: true };
const tracking: ReactElement = (
  <Routes>
    <Route path="/tracking/:orderId" element={<TrackingPage />} />
  </Routes>
);

type Handlers = Parameters<typeof serve>[0];
type Case = {
  page: ReactElement;
  at: string;
  handlers: Handlers;
  /** The button that opens the dialog; null if the form is on the page. */
  openForm: string | null;
  field: string;
  /** The field's initial value. */
  first?: string;
  /** Fills in the other required fields. */
  rest?: () => Promise<void> | void;
  send: string;
  sent: string;
};

const cases: [string, Case][] = [
  [
    "a rating",
    {
      page: tracking,
      at: `/tracking/${order.id}`,
      handlers: {
        [`GET /api/orders/${order.id}`]: { body: makeOrder({ status: "completed", reviewable: true }) },
        "POST /api/reviews": { status: 201, body: {} },
      },
      openForm: null,
      field: "Comment (optional)",
      rest: () => userEvent.click(screen.getByRole("radio", { name: /^4 of 5/ })),
      send: "Submit Rating",
      sent: "POST /api/reviews",
    },
  ],
  [
    "a message",
    {
      page: tracking,
      at: `/tracking/${order.id}`,
      handlers: {
        [`GET /api/orders/${order.id}`]: { body: order },
        [`GET ${messages}`]: { body: [] },
        [`POST ${messages}`]: { status: 201, body: {} },
      },
      openForm: "Message",
      field: "Your message",
      send: "Send",
      sent: `POST ${messages}`,
    },
  ],
  [
    "an address",
    {
      page: <AddressesPage />,
      at: "/profile/addresses",
      handlers: { "GET /api/addresses": { body: [home] }, "PATCH /api/addresses/a1": { body: home } },
      openForm: "Edit",
      field: "Street address",
      first: "Limmatquai 12",
      send: "Save",
      sent: "PATCH /api/addresses/a1",
    },
  ],
  [
    "an order's note",
    {
      page: tracking,
      at: `/tracking/${order.id}`,
      handlers: {
        [`GET /api/orders/${order.id}`]: { body: order },
        [`PATCH /api/orders/${order.id}`]: { body: order },
      },
      openForm: "Change address, note or care",
      field: "Note for your provider",
      send: "Save",
      sent: `PATCH /api/orders/${order.id}`,
    },
  ],
  [
    "a recurring booking's note",
    {
      page: <RecurringPage />,
      at: "/recurring",
      handlers: { [`PATCH ${ONE}`]: { body: booking } },
      openForm: "Edit",
      field: "Note for your provider (Optional)",
      send: "Save changes",
      sent: `PATCH ${ONE}`,
    },
  ],
  [
    "a day off",
    {
      page: <WeekPage />,
      at: "/provider/schedule",
      handlers: {
        "GET /api/provider/week": { body: week },
        "GET /api/provider/days-off": { body: [] },
        "GET /api/provider/orders": { body: [] },
        "POST /api/provider/days-off": {
          status: 201,
          body: { id: 7, startDate: "2026-12-24", endDate: "2026-12-24", note: WORDS, affected: [] },
        },
      },
      openForm: "Add days off",
      field: "Note for yourself (Optional)",
      rest: () => void fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2096-12-24" } }),
      send: "Save days off",
      sent: "POST /api/provider/days-off",
    },
  ],
];

type View = ReturnType<typeof openFor> & { field: HTMLElement };

/** Opens the screen anew, and its form. */
async function openForm({ page, at, handlers, openForm: button, field }: Case, session = hers): Promise<View> {
  const list = `GET /api/recurring-bookings/customer/${session.user?.id}`;
  const view = openFor(
    page,
    { [list]: { body: [booking] }, ...handlers, "GET /api/auth/session": { body: session } },
    at,
  );
  if (button !== null) await view.user.click(await screen.findByRole("button", { name: button }));
  return { ...view, field: await screen.findByLabelText(field) };
}

/** The same, then replaces the field's value. */
async function typeIn(form: Case): Promise<View> {
  const view = await openForm(form);
  await view.user.clear(view.field);
  await enter(view.user, view.field, WORDS);
  return view;
}

beforeEach(() => window.sessionStorage.clear());

test.each(cases)("%s that was begun is there when its person comes back, and for nobody else", async (_, form) => {
  (await typeIn(form)).unmount();

  const reopened = await openForm(form);
  expect(reopened.field).toHaveValue(WORDS);
  reopened.unmount();

  expect((await openForm(form, chiaras)).field).toHaveValue(form.first ?? "");
});

test.each(cases)("%s that was sent begins anew", async (_, form) => {
  const { user, server, unmount } = await typeIn(form);
  await form.rest?.();
  await user.click(screen.getByRole("button", { name: form.send }));
  await waitFor(() => expect(server.callsOf(form.sent)).toHaveLength(1));
  await waitFor(() => expect(window.sessionStorage.getItem("drafts")).toBeNull());
  unmount();

  expect((await openForm(form)).field).toHaveValue(form.first ?? "");
});

test.each(cases.filter(([, { openForm: button }]) => button !== null))(
  "%s that was discarded begins anew",
  async (_, form) => {
    const { user, unmount } = await typeIn(form);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Discard it" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    unmount();

    expect((await openForm(form)).field).toHaveValue(form.first ?? "");
  },
);
