import { act, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";

import type { Order } from "@/api/types";
import { enter, renderScreen } from "@/test/render";
import { makeOrder, makeProvider, serve, signedIn, type TestServer } from "@/test/server";
import { receiveUploads } from "@/test/uploads";

import { TrackingPage } from "./tracking-page";

const order = makeOrder();
const emil = makeProvider({
  id: "99999999-9999-4999-8999-999999999999",
  user: { firstName: "Emil", lastName: "M", profileImageUrl: null },
});
const takenOver = { ...order, providerId: emil.id, provider: { ...emil, phone: null } };
const ORDER = `GET /api/orders/${order.id}`;
const PATH = `/api/orders/${order.id}/messages`;
const message = "Emil M. does your order now, so this message to another neighbor was not sent.";
const changed = { status: 409, body: { code: "provider_changed", message } };
const line = { id: "m1", body: "", photoUrl: null, sentAt: "2026-11-20T09:00:00Z", mine: true, senderName: "Alice M." };

/** The order's conversation with Bruno; Emil has taken the order over, which only the server knows yet. */
async function talkToBruno(
  shown: Order = order,
): Promise<{ server: TestServer; user: ReturnType<typeof renderScreen>["user"] }> {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDER]: { body: shown },
    [`GET ${PATH}`]: { body: [] },
    [`POST ${PATH}`]: changed,
  });
  const page = (
    <Routes>
      <Route path="/tracking/:orderId?" element={<TrackingPage />} />
    </Routes>
  );
  const { user } = renderScreen(page, { at: `/tracking/${order.id}#messages` });
  await screen.findByRole("dialog", { name: "Messages with Bruno" });
  server.setHandlers({ [ORDER]: { body: takenOver } });
  return { server, user };
}

const field = (): Promise<HTMLElement> => screen.findByRole("textbox", { name: "Your message" });

test.each<[string, Partial<Order>, boolean]>([
  ["not paid", { status: "pending", paymentStatus: "unpaid" }, true],
  ["paid, and waits for the provider's answer", { status: "pending", needsProviderAnswer: true }, false],
  ["over without a payment", { status: "cancelled", paymentStatus: "unpaid" }, false],
])("whether the neighbor hears only once it is paid, of an order that is %s", async (_, fields, isSaid) => {
  await talkToBruno({ ...order, ...fields });
  await field();

  const hint = screen.queryByText("Bruno is notified once the order is paid.");
  if (isSaid) expect(hint).toBeVisible();
  else expect(hint).not.toBeInTheDocument();
});

test("what was written to a neighbor who does not come any more goes to the one who does only when it is sent again", async () => {
  const { server, user } = await talkToBruno();
  await enter(user, await field(), "The key is with Nora.");

  await user.click(screen.getByRole("button", { name: "Send" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Messages with Emil" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(await field()).toHaveValue("The key is with Nora.");
  server.setHandlers({ [`POST ${PATH}`]: { status: 201, body: line } });
  await user.click(dialog.getByRole("button", { name: "Send" }));

  await waitFor(async () => expect(await field()).toHaveValue(""));
  expect(server.callsOf(`POST ${PATH}`).map(({ body }) => body)).toEqual(
    [order.providerId, emil.id].map((providerId) => ({ body: "The key is with Nora.", providerId })),
  );
});

test("so does a photo", async () => {
  const sent = receiveUploads();
  const { user } = await talkToBruno();
  const photo = new File(["…"], "door.jpg", { type: "image/jpeg" });

  await user.upload(await screen.findByLabelText("Add a photo"), photo);
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.respond(409, changed.body));
  const dialog = within(await screen.findByRole("dialog", { name: "Messages with Emil" }));
  expect(await dialog.findByText(message)).toBeVisible();
  await user.upload(await dialog.findByLabelText("Add a photo"), photo);

  await waitFor(() => expect(sent.map(({ words }) => words["providerId"])).toEqual([order.providerId, emil.id]));
});

test("a conversation that was closed while its message was on the way stays closed", async () => {
  const { server, user } = await talkToBruno();
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  server.setHandlers({ [`POST ${PATH}`]: () => held.then(() => changed) });
  await enter(user, await field(), "I am at home.");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard it" }));
  const asked = server.callsOf(ORDER).length;

  respond();

  await waitFor(() => expect(server.callsOf(ORDER).length).toBeGreaterThan(asked));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
