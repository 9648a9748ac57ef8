import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { concernsOrder } from "@/api/cache/live";
import { useRefresh } from "@/api/cache/refresh";
import type { HandBack, HandBackOffer } from "@/api/types";
import { setOnline } from "@/test/connection";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeOrder, makeProvider, serve, signedIn } from "@/test/server";
import { week } from "@/test/workspace";

import { TrackingPage } from "./tracking-page";
import { WorkspacePage } from "./workspace-page";

beforeEach(() => {
  // Friday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => void vi.useRealTimers());

const work = {
  "GET /api/auth/session": {
    body: { ...signedIn, user: { ...alice, firstName: "Bruno", isProvider: true, providerId: "p1" } },
  },
  "GET /api/provider/week": { body: week },
  "GET /api/provider/offers": { body: [] },
};
const customer = { id: alice.id, firstName: "Alice", lastName: "Meier", phone: null };
const job = makeOrder({ customer, allowedTransitions: ["pickup"] });
const until = "2026-11-20T10:30:00Z";
const handedBack = { ...job, etag: '"2"', handBackBy: until };
const asked: HandBack = {
  stage: "customer",
  reason: "My machine broke.",
  pickupTime: job.pickupTime,
  until,
  neighbours: 0,
};
const asking: HandBack = { ...asked, stage: "neighbours", neighbours: 2 };
const HAND_BACK = `/api/orders/${job.id}/hand-back`;
const offer: HandBackOffer = {
  orderId: "77777777-7777-4777-8777-77777777cafe",
  serviceType: "standard",
  weight: "12.0",
  pickupTime: "2026-11-21T13:00:00Z",
  returnBy: "2026-11-24T13:00:00Z",
  postalCode: "8001",
  city: "Zurich",
  addOns: [],
  serviceAmount: "32.00",
  providerEarning: "22.00",
  customerName: "Alice M.",
  until,
};
const ACCEPT = `POST /api/provider/offers/${offer.orderId}/accept`;

/** Simulates a live event. */
function LiveStream({ orderId }: { orderId: string }): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(concernsOrder(orderId))}>News</button>;
}

test("a provider hands a job back with a reason, sees until when, and can do it after all", async () => {
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [job] },
    [`POST ${HAND_BACK}`]: { body: handedBack },
    [`GET ${HAND_BACK}`]: { body: asked },
    [`DELETE ${HAND_BACK}`]: { body: job },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "I can't do this one" }));
  const dialog = within(await screen.findByRole("dialog", { name: "You can't do this pickup?" }));
  await user.click(await dialog.findByRole("button", { name: "Hand back" }));
  expect(await dialog.findByText("Please say why, in a sentence.")).toBeVisible();
  expect(server.callsOf(`POST ${HAND_BACK}`)).toEqual([]);
  await enter(user, dialog.getByRole("textbox", { name: /Why can't you do it/ }), "My machine broke.");
  server.setHandlers({ "GET /api/provider/orders": { body: [handedBack] } });
  await user.click(dialog.getByRole("button", { name: "Hand back" }));

  expect(await screen.findByText(/If nobody has taken it by today, 11:30, Alice gets a full refund/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: new RegExp(job.id.slice(-8)) })).toHaveFocus());
  const [sent] = server.callsOf(`POST ${HAND_BACK}`);
  expect([sent?.body, sent?.headers.get("If-Match")]).toEqual([{ reason: "My machine broke." }, '"1"']);
  expect(screen.queryByRole("button", { name: "Start pickup" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ "GET /api/provider/orders": { body: [job] } });
  await user.click(screen.getByRole("button", { name: "I can do it after all" }));
  expect(await screen.findByRole("button", { name: "Start pickup" })).toBeEnabled();
  await waitFor(() => expect(screen.getByRole("heading", { name: new RegExp(job.id.slice(-8)) })).toHaveFocus());
});

test("in the last hour before the pickup handing back cancels, and says so before and after", async () => {
  const soon = { ...job, pickupTime: "2026-11-20T09:30:00Z" };
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [soon] },
    [`POST ${HAND_BACK}`]: { body: { ...soon, status: "cancelled", allowedTransitions: [] } },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "I can't do this one" }));
  const dialog = within(await screen.findByRole("dialog", { name: "You can't do this pickup?" }));
  expect(
    dialog.getByText(
      "Less than an hour is left, so nobody else can be asked: the order is cancelled, and Alice gets a full refund.",
    ),
  ).toBeVisible();
  await enter(user, await dialog.findByRole("textbox", { name: /Why can't you do it/ }), "My machine broke.");
  expect(dialog.queryByRole("list")).not.toBeInTheDocument();
  expect(dialog.queryByText(/Alice reads this/)).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));

  expect(await screen.findByText("Nobody could be asked any more. Alice gets a full refund.")).toBeVisible();
  expect(server.callsOf(`POST ${HAND_BACK}`)).toHaveLength(1);
});

test("who is late and silent reads what the customer may do, and can still hand the job back", async () => {
  const silent = {
    ...job,
    pickupTime: "2026-11-20T05:00:00Z",
    deadline: { step: "pickup" as const, at: "2026-11-20T06:00:00Z" },
    substituteOfferedAt: "2026-11-20T07:00:00Z",
  };
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [silent] },
    [`POST ${HAND_BACK}`]: { body: { ...silent, handBackBy: until } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(/^Alice may have a neighbor come instead\./)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "I can't do this one" }));
  const dialog = within(await screen.findByRole("dialog", { name: "You can't do this pickup?" }));
  expect(await dialog.findByText(/Then up to three neighbors who are free at the next hour/)).toBeVisible();
  await user.type(dialog.getByRole("textbox"), "My bicycle is broken.");
  await user.click(dialog.getByRole("button", { name: "Hand back" }));

  await waitFor(() => expect(server.callsOf(`POST ${HAND_BACK}`)).toHaveLength(1));
});

test("who was late and whose customer moved on can still come, but not take the job back", async () => {
  const step = `POST /api/orders/${job.id}/status`;
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [{ ...handedBack, pickupTime: "2026-11-20T05:00:00Z" }] },
    [`GET ${HAND_BACK}`]: { body: { ...asking, reason: "" } },
    [step]: { body: { ...job, status: "pickup" } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(/^2 neighbors are asked\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: "I can do it after all" })).not.toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Start pickup" }));
  expect(screen.queryByRole("button", { name: "Start pickup" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Close" }));

  await waitFor(() => expect(server.callsOf(step).map(({ body }) => body)).toMatchObject([{ status: "pickup" }]));
});

test("without the search's state a late provider may still come, but is not offered to take the job back", async () => {
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [{ ...handedBack, pickupTime: "2026-11-20T05:00:00Z" }] },
    [`GET ${HAND_BACK}`]: { status: 500, body: {} },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("button", { name: "Start pickup" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "I can do it after all" })).not.toBeInTheDocument();
  expect(screen.queryByText(/Alice is asked/)).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({ [`GET ${HAND_BACK}`]: { body: asked } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText(/^Alice is asked whether neighbors may come instead\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "I can do it after all" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Start pickup" })).not.toBeInTheDocument();
});

test("until the search's state has come, neither way is offered", async () => {
  let show: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (show = resolve));
  serve({
    ...work,
    "GET /api/provider/orders": { body: [{ ...handedBack, pickupTime: "2026-11-20T05:00:00Z" }] },
    [`GET ${HAND_BACK}`]: () => held.then(() => ({ body: { ...asking, reason: "" } })),
  });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(/^If nobody has taken it by today, 11:30/)).toBeVisible();
  for (const name of ["I can do it after all", "Start pickup"])
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  show();

  expect(await screen.findByRole("button", { name: "Start pickup" })).toBeVisible();
});

test("the customer of a late provider moves on with one tap, and reads for when others are asked", async () => {
  const late = {
    ...makeOrder({ allowedTransitions: ["cancelled"] }),
    pickupTime: "2026-11-20T05:00:00Z",
    substituteOfferedAt: "2026-11-20T07:00:00Z",
  };
  const choice = `POST /api/orders/${late.id}/substitute`;
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${late.id}`]: { body: late },
    [`GET ${HAND_BACK}`]: { body: { ...asking, reason: "", pickupTime: "2026-11-20T11:00:00Z" } },
    [choice]: { body: { ...late, handBackBy: until } },
    [`GET /api/orders/customer/${alice.id}`]: { body: [late] },
  });
  const page = (
    <Routes>
      <Route path="/tracking/:orderId?" element={<TrackingPage />} />
    </Routes>
  );
  const { user, container } = renderScreen(page, { at: `/tracking/${late.id}` });
  expect(await screen.findByRole("heading", { name: "Bruno K. has not come yet" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel free of charge" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ [`GET /api/orders/${late.id}`]: { body: { ...late, handBackBy: until } } });
  await user.click(screen.getByRole("button", { name: "Let a neighbor come" }));

  expect(await screen.findByRole("heading", { name: "We are asking 2 neighbors" })).toBeVisible();
  expect(screen.getByText(/The first to accept comes today, 12:00-13:00, at the same price/)).toBeVisible();
  expect(server.callsOf(choice).map(({ body }) => body)).toEqual([{ accept: true }]);
});

test("a pickup whose time has come is not handed back", async () => {
  serve({ ...work, "GET /api/provider/orders": { body: [{ ...job, pickupTime: "2026-11-20T08:00:00Z" }] } });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByRole("button", { name: "Start pickup" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "I can't do this one" })).not.toBeInTheDocument();
});

test("an offer says what, when, where and what is earned, and is taken with the orange button where nothing is more urgent", async () => {
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [] },
    "GET /api/provider/offers": { body: [offer] },
    [ACCEPT]: { body: job },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const region = within(await screen.findByRole("region", { name: "Can you take this pickup?" }));
  for (const text of [
    "Tomorrow, 14:00-15:00",
    "For Alice M. · back by Tue 24 Nov",
    "Standard wash and fold, 12 kg",
    "You earn CHF 22.00",
    "8001 Zurich",
  ]) {
    expect(region.getByText(text)).toBeVisible();
  }
  expect(region.getByRole("button", { name: "Accept" })).toHaveClass("bg-accent");
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({
    "GET /api/provider/offers": { body: [] },
    "GET /api/provider/orders": { body: [{ ...job, pickupTime: offer.pickupTime }] },
  });
  await user.click(region.getByRole("button", { name: "Accept" }));

  expect(await screen.findByRole("heading", { name: "Next" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Can you take this pickup?" })).not.toBeInTheDocument();
  expect(screen.getByText("The pickup is yours")).toBeVisible();
});

test("without a connection a provider is told that offers are missing, and sees them as soon as there is one", async () => {
  setOnline(false);
  const lost = (): never => {
    throw new TypeError("Failed to fetch");
  };
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [job] },
    "GET /api/provider/offers": lost,
  });
  renderScreen(<WorkspacePage />, { at: "/provider" });

  expect(await screen.findByText(/^Pickups that neighbors hand back are shown/)).toBeVisible();
  expect(screen.queryByText("Something went wrong")).not.toBeInTheDocument();
  server.setHandlers({ "GET /api/provider/offers": { body: [offer] } });
  setOnline(true);
  act(() => void window.dispatchEvent(new Event("online")));

  expect(await screen.findByRole("region", { name: "Can you take this pickup?" })).toBeVisible();
});

test("an offer that somebody else took says so and leaves; with something more urgent it is not orange", async () => {
  const sentence = "This order has been taken by somebody else, or cancelled.";
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [job] },
    "GET /api/provider/offers": { body: [offer] },
    [ACCEPT]: { status: 409, body: { message: sentence, code: "offer_gone" } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  const accept = await screen.findByRole("button", { name: "Accept" });
  expect(accept).not.toHaveClass("bg-accent");
  server.setHandlers({ "GET /api/provider/offers": { body: [] } });
  await user.click(accept);

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByText("This one is no longer offered")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).not.toBeInTheDocument());
});

test("the customer reads why, lets other providers be asked, and sees at once who comes instead", async () => {
  const order = { ...makeOrder({ allowedTransitions: ["cancelled"] }), handBackBy: until };
  const agreement = `POST /api/orders/${order.id}/substitute`;
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${order.id}`]: { body: order },
    [`GET ${HAND_BACK}`]: { body: asked },
    [agreement]: { body: order },
    [`GET /api/orders/customer/${alice.id}`]: { body: [order] },
  });
  const page = (
    <Routes>
      <Route path="/tracking/:orderId?" element={<TrackingPage />} />
    </Routes>
  );
  const { user, container } = renderScreen(
    <>
      {page}
      <LiveStream orderId={order.id} />
    </>,
    { at: `/tracking/${order.id}` },
  );

  expect(await screen.findByRole("heading", { name: "Bruno K. can't do your pickup" })).toBeVisible();
  expect(await screen.findByText("My machine broke.")).toBeVisible();
  expect(screen.getByText(/If you do not answer by today, 11:30, you get a full refund/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel free of charge" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change pickup time" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ [`GET ${HAND_BACK}`]: { body: asking } });
  await user.click(screen.getByRole("button", { name: "Ask neighbors" }));
  expect(await screen.findByRole("heading", { name: "We are asking 2 neighbors" })).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Ask neighbors" })).not.toBeInTheDocument();

  const emil = makeProvider({
    id: "99999999-9999-4999-8999-999999999999",
    user: { firstName: "Emil", lastName: "M", profileImageUrl: null },
  });
  server.setHandlers({
    [`GET /api/orders/${order.id}`]: {
      body: { ...order, handBackBy: null, providerId: emil.id, provider: { ...emil, phone: null } },
    },
  });
  await user.click(screen.getByRole("button", { name: "News" }));
  expect(await screen.findByRole("heading", { name: "Emil M. comes instead" })).toBeVisible();
});
