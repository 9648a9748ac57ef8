import "fake-indexeddb/auto";

import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { concernsOrder } from "@/api/cache/live";
import { useRefresh } from "@/api/cache/refresh";
import type { JobHandover, Order } from "@/api/types";
import { db } from "@/offline/db";
import { actionsOf } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";
import { receiveUploads } from "@/test/uploads";
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
const reached = (["pending", "confirmed", "pickup"] as const).map((status) => ({ status, at: "2026-11-20T08:00:00Z" }));
const timeline: Order["timeline"] = [
  ...reached,
  ...(["washing", "delivery", "completed"] as const).map((status) => ({ status, at: null })),
];
const order = makeOrder({ status: "pickup", timeline });
const job = makeOrder({
  ...{ status: "pickup", timeline, allowedTransitions: ["washing"], handoversWithCode: ["pickup", "delivery"] },
  customer: { id: alice.id, firstName: "Alice", lastName: "Meier", phone: null },
});
const pickup: JobHandover = {
  kind: "pickup",
  codeWanted: false,
  code: null,
  triesLeft: 5,
  codeConfirmedAt: null,
  bags: null,
  photoUrl: null,
  takenAt: null,
};
const handovers = (fields: Partial<JobHandover> = {}): JobHandover[] => [
  { ...pickup, ...fields },
  { ...pickup, kind: "delivery" },
];
const HANDOVERS = `GET /api/orders/${order.id}/handovers`;
const PUT_CODE = `PUT /api/orders/${order.id}/handover-code`;
const STEP = `POST /api/orders/${order.id}/status`;

/** Simulates a live event. */
function LiveStream(): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(concernsOrder(order.id))}>News</button>;
}

function openTracking(
  handlers: Parameters<typeof serve>[0],
  shown: Order = order,
): ReturnType<typeof serve> & ReturnType<typeof renderScreen> {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${order.id}`]: { body: shown },
    [`GET /api/orders/customer/${alice.id}`]: { body: [shown] },
    [HANDOVERS]: { body: handovers() },
    ...handlers,
  });
  const page = (
    <Routes>
      <Route path="/tracking/:orderId?" element={<TrackingPage />} />
    </Routes>
  );
  return {
    ...server,
    ...renderScreen(
      <>
        {page}
        <LiveStream />
      </>,
      { at: `/tracking/${order.id}` },
    ),
  };
}

test("the customer asks for a code, and it is there to be read, digit by digit where it is heard", async () => {
  const { user, container, setHandlers, callsOf } = openTracking({ [PUT_CODE]: { body: handovers() } });

  const codeSwitch = await screen.findByRole("switch", { name: "Ask for a code at handover" });
  await waitFor(() => expect(codeSwitch).toBeEnabled());
  expect(codeSwitch).not.toBeChecked();
  expect(codeSwitch).toHaveAccessibleDescription(/Bruno K. can go on only once you have said them/);
  setHandlers({ [HANDOVERS]: { body: handovers({ codeWanted: true, code: "4821" }) } });
  await user.click(codeSwitch);

  expect(await screen.findByText("4 8 2 1")).toBeInTheDocument();
  expect(screen.getByText("Your code for the pickup")).toBeVisible();
  expect(screen.getByRole("switch", { name: "Ask for a code at handover" })).toBeChecked();
  expect(callsOf(PUT_CODE).map(({ body }) => body)).toEqual([{ wanted: true }]);
  expect(await axeViolations(container)).toEqual([]);
});

test("where it is not known whether a code is asked for, no switch says that none is", async () => {
  const { user, setHandlers } = openTracking({
    [HANDOVERS]: { status: 500, body: { message: "It failed on our side.", code: "server_error" } },
  });

  const retryButton = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("switch", { name: "Ask for a code at handover" })).toBeNull();
  setHandlers({ [HANDOVERS]: { body: handovers({ codeWanted: true, code: "4821" }) } });
  await user.click(retryButton);

  expect(await screen.findByRole("switch", { name: "Ask for a code at handover" })).toBeChecked();
});

test("the customer hears of wrong codes, and after the fifth how it goes on", async () => {
  const { user, setHandlers } = openTracking({
    [HANDOVERS]: { body: handovers({ codeWanted: true, code: "4821", triesLeft: 3 }) },
  });

  expect(await screen.findByText("2 wrong codes were tried.")).toBeVisible();
  setHandlers({ [HANDOVERS]: { body: handovers({ codeWanted: true, code: "4821", triesLeft: 0 }) } });
  await user.click(screen.getByRole("button", { name: "News" }));

  expect(await screen.findByText(/Turn this off to let Bruno K\. go on/)).toBeVisible();
  expect(screen.queryByText("4 8 2 1")).not.toBeInTheDocument();
});

test("a switch that is refused says why, and stays as it was", async () => {
  const { user } = openTracking({
    [PUT_CODE]: {
      status: 409,
      body: { message: "This order is over: nothing is handed over any more.", code: "no_handover" },
    },
  });

  const codeSwitch = await screen.findByRole("switch", { name: "Ask for a code at handover" });
  await waitFor(() => expect(codeSwitch).toBeEnabled());
  await user.click(codeSwitch);

  expect(await screen.findByText("This order is over: nothing is handed over any more.")).toBeVisible();
  expect(screen.getByRole("switch", { name: "Ask for a code at handover" })).not.toBeChecked();
});

test("bags, photo and the confirmed code stand under their step as soon as they are noted", async () => {
  const { user, container, setHandlers } = openTracking({});
  expect(await screen.findByRole("switch", { name: "Ask for a code at handover" })).toBeInTheDocument();
  expect(screen.queryByText("3 bags")).not.toBeInTheDocument();

  const photoUrl = `/api/orders/${order.id}/proofs/pickup/photo?at=1`;
  setHandlers({
    [HANDOVERS]: {
      body: handovers({
        codeWanted: true,
        codeConfirmedAt: "2026-11-20T08:20:00Z",
        bags: 3,
        photoUrl,
        takenAt: "2026-11-20T08:20:00Z",
      }),
    },
  });
  await user.click(screen.getByRole("button", { name: "News" }));

  const step = within((await screen.findByText("3 bags")).closest<HTMLElement>("li.flex.gap-4") ?? document.body);
  expect(step.getByText("Pickup in Progress")).toBeVisible();
  expect(step.getByText("Confirmed with code")).toBeVisible();
  await user.click(step.getByRole("button", { name: "Photo of the pickup" }));
  const large = await screen.findByRole("dialog", { name: "Photo of the pickup" });
  expect(within(large).getByRole("img", { name: "Photo of the pickup" })).toHaveAttribute("src", photoUrl);
  expect(await axeViolations(container)).toEqual([]);
});

test("an order that is over, or is somebody else's, has no switch to set", async () => {
  openTracking({}, { ...order, customerId: "somebody else" });

  expect(await screen.findByText("Pickup in Progress", { selector: "li *" })).toBeVisible();
  expect(screen.queryByRole("switch", { name: "Ask for a code at handover" })).not.toBeInTheDocument();
});

test("where the customer wants it, the provider's next step asks for four digits; a wrong code is said at the field", async () => {
  const sentence = "This code is not right. Please ask again: 4 tries are left.";
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [job] },
    [HANDOVERS]: { body: handovers({ codeWanted: true }) },
    [STEP]: { status: 409, body: { message: sentence, code: "handover_code_wrong" } },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "Start washing" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Code from Alice" }));
  const field = dialog.getByRole("textbox", { name: /^Code/ });
  expect(field).toHaveAttribute("inputmode", "numeric");
  expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await user.type(field, "48x");
  await user.click(dialog.getByRole("button", { name: "Start washing" }));
  expect(await dialog.findByText("Please type all four digits.")).toBeVisible();
  expect(server.callsOf(STEP)).toEqual([]);
  await user.type(field, "229");
  await user.click(dialog.getByRole("button", { name: "Start washing" }));

  expect(await dialog.findByText(sentence)).toBeVisible();
  expect(dialog.getByRole("textbox", { name: /^Code/ })).toBeInvalid();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({
    [STEP]: { body: { ...job, status: "washing" } },
    "GET /api/provider/orders": {
      body: [{ ...job, status: "washing", allowedTransitions: ["delivery"], handoversWithCode: ["delivery"] }],
    },
  });
  await user.clear(dialog.getByRole("textbox", { name: /^Code/ }));
  await user.type(dialog.getByRole("textbox", { name: /^Code/ }), "4821");
  await user.click(dialog.getByRole("button", { name: "Start washing" }));

  expect(await screen.findByRole("button", { name: "Start delivery" })).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Code from Alice" })).not.toBeInTheDocument();
  expect(server.callsOf(STEP).map(({ body }) => body)).toEqual(
    ["4822", "4821"].map((code) => ({ status: "washing", at: "2026-11-20T08:30:00.000Z", code })),
  );
});

test("without a connection the code goes with the step, and the dialog says when it is checked", async () => {
  serve({
    ...work,
    "GET /api/provider/orders": { body: [job] },
    [HANDOVERS]: { body: handovers({ codeWanted: true }) },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await user.click(await screen.findByRole("button", { name: "Start washing" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Code from Alice" }));

  setOnline(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(
    await dialog.findByText("Without a connection the code is checked as soon as you are back online."),
  ).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: /^Code/ }), "4821");
  await user.click(dialog.getByRole("button", { name: "Start washing" }));

  expect(
    await screen.findByText("Alice is told as soon as you are back online and the code is checked."),
  ).toBeVisible();
  const [action] = await actionsOf(alice.id);
  expect(action?.data).toEqual({ status: "washing", at: "2026-11-20T08:30:00.000Z", code: "4821" });
  await db.offline_actions.clear();
});

test("without a connection bags and photo wait on the device, before the step that ends the handover", async () => {
  serve({
    ...work,
    "GET /api/provider/orders": { body: [{ ...job, handoversWithCode: [] }] },
    [HANDOVERS]: { body: handovers() },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });
  await user.click(await screen.findByRole("button", { name: "Photo and bags" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Photo and bags" }));

  setOnline(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  await user.click(dialog.getByRole("button", { name: "One bag more" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Alice sees it as soon as you are back online.")).toBeVisible();
  const [action] = await actionsOf(alice.id);
  expect([action?.url, action?.data]).toEqual([
    `/api/orders/${order.id}/proofs`,
    { kind: "pickup", bags: 1, photo: null },
  ]);
  await db.offline_actions.clear();
});

test("after five wrong codes the dialog says how it goes on", async () => {
  const sentence = "Five wrong codes were tried, so no other is taken.";
  serve({
    ...work,
    "GET /api/provider/orders": { body: [job] },
    [HANDOVERS]: { body: handovers() },
    [STEP]: { status: 409, body: { message: sentence, code: "handover_code_used_up" } },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "Start washing" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Code from Alice" }));
  await user.type(dialog.getByRole("textbox", { name: /^Code/ }), "4821");
  await user.click(dialog.getByRole("button", { name: "Start washing" }));

  expect(await dialog.findByText(sentence)).toBeVisible();
});

test("the provider counts bags, takes a photo, and sees what is noted", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined }));
  const sent = receiveUploads();
  const server = serve({
    ...work,
    "GET /api/provider/orders": { body: [{ ...job, handoversWithCode: [] }] },
    [HANDOVERS]: { body: handovers() },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "Photo and bags" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Photo and bags" }));
  expect(dialog.getByText("Not counted")).toBeVisible();
  expect(dialog.getByRole("button", { name: "One bag less" })).toBeDisabled();
  for (let bag = 0; bag < 3; bag += 1) await user.click(dialog.getByRole("button", { name: "One bag more" }));
  await user.click(dialog.getByRole("button", { name: "One bag less" }));
  expect(dialog.getByText("2 bags")).toBeVisible();
  await user.upload(dialog.getByLabelText("Take a photo"), new File(["photo"], "bags.jpg", { type: "image/jpeg" }));
  expect(await dialog.findByRole("img", { name: "Your photo" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const [form] = sent;
  expect([form?.route, form?.file.name, form?.words]).toEqual([
    `POST /api/orders/${order.id}/proofs`,
    "bags.jpg",
    { kind: "pickup", bags: "2" },
  ]);
  form?.goneOut(0.5);
  expect(await dialog.findByRole("button", { name: "Uploading the photo, 50 %" })).toBeDisabled();
  server.setHandlers({ [HANDOVERS]: { body: handovers({ bags: 2, photoUrl: "/photo" }) } });
  form?.respond(200, handovers());

  expect(await screen.findByText("2 bags · Photo")).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Photo and bags" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Start washing" })).toBeVisible();
});

test("what is refused of a photo is said in the dialog", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined }));
  const sent = receiveUploads();
  serve({
    ...work,
    "GET /api/provider/orders": { body: [{ ...job, handoversWithCode: [] }] },
    [HANDOVERS]: { body: handovers() },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: "/provider" });

  await user.click(await screen.findByRole("button", { name: "Photo and bags" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Photo and bags" }));
  await user.upload(dialog.getByLabelText("Take a photo"), new File(["photo"], "bags.jpg", { type: "image/jpeg" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const sentence = "This picture is damaged. Please try another one.";
  sent[0]?.respond(400, { message: sentence, code: "unreadable_file", fields: { file: [sentence] } });

  expect(await dialog.findByText(sentence)).toBeVisible();
});
